import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import type { Router } from '../routing/router.js';
import type { Journey } from './journey.js';

/** A rule that applies to roads at certain times: they are closed, or cost something. */
export interface RoadRule {
  /** Ids of the roads. */
  readonly roads: readonly number[];
  /** Seconds since midnight: from, and until (excluded); a rule that begins later than it ends passes midnight. */
  readonly from: number;
  readonly to: number;
  /** Whether it applies on a day, by day of the simulation; null: every day. */
  readonly days: readonly boolean[] | null;
  /** The detour in seconds that a driver accepts to avoid these roads; null: they are closed. */
  readonly worthSeconds: number | null;
  /** Whether it also applies to people on foot and by bike. */
  readonly forEveryone: boolean;
  /** Whether buses may use a closed road; default: no. */
  readonly exceptBuses?: boolean;
}

/**
 * Rules on roads, which travellers know in advance: a trip that would enter a road while a rule applies there is routed
 * again with this rule, until its route meets no other. All other trips have the routes that they would have without rules.
 */
export class RoadRules {
  /** The rules on each road, by row. */
  readonly #onRoad = new Map<number, number[]>();
  readonly #routers = new WeakMap<Router, Map<string, Router>>();

  constructor(
    private readonly city: CityMap,
    private readonly rules: readonly RoadRule[],
  ) {
    rules.forEach(({ roads }, rule) => {
      for (const id of roads) {
        const row = city.roadIndex(id);
        this.#onRoad.set(row, [...(this.#onRoad.get(row) ?? []), rule]);
      }
    });
  }

  /** The rules that a journey with known times meets. A road that the traveller is on already counts only for new entries. */
  met(journey: Journey): number[] {
    const met = new Set<number>();
    const { lanes, entered, begin, travel } = journey;
    for (let i = journey.from.aoi < 0 ? 1 : 0; i < lanes.length; i++) {
      const row = lanes[i] < 0 ? ~lanes[i] : lanes[i];
      const onRoad = this.#onRoad.get(this.city.roadIndex(this.city.lanes.parentId[row]));
      if (onRoad === undefined) continue;
      for (const rule of onRoad)
        if ((travel === 'drive' || this.rules[rule].forEveryone) && isWithinHours(this.rules[rule], begin + entered[i]))
          met.add(rule);
    }
    return [...met];
  }

  /** The rules that close some lanes (rows) to buses at a time, or at any. */
  closing(lanes: Int32Array | readonly number[], milliseconds: number | null): number[] {
    const closing = new Set<number>();
    for (const lane of lanes)
      for (const row of this.#onRoad.get(this.city.roadIndex(this.city.lanes.parentId[lane])) ?? []) {
        const rule = this.rules[row];
        if (rule.worthSeconds !== null || rule.exceptBuses === true) continue;
        if (milliseconds === null || isWithinHours(rule, milliseconds)) closing.add(row);
      }
    return [...closing];
  }

  /** Whether there are rules on a road of a way, at any time. */
  concern({ lanes }: Pick<Journey, 'lanes'>): boolean {
    return lanes.some((lane) => this.#onRoad.has(this.city.roadIndex(this.city.lanes.parentId[lane])));
  }

  /**
   * The router that obeys some of the rules.
   * @param speed of all cars, relative to that of the costs of the router
   */
  router(base: Router, obeyed: ReadonlySet<number>, speed: number): Router {
    const known = this.#routers.get(base) ?? new Map<string, Router>();
    this.#routers.set(base, known);
    const isCharged = [...obeyed].some((rule) => this.rules[rule].worthSeconds !== null);
    const key = [...[...obeyed].sort((a, b) => a - b), ...(isCharged ? [`at ${speed}`] : [])].join(' ');
    const router = known.get(key) ?? this.#made(base, obeyed, speed);
    known.set(key, router);
    return router;
  }

  #made(base: Router, obeyed: ReadonlySet<number>, speed: number): Router {
    const { roadCosts } = base.driveNetwork;
    const factors = new Float64Array(roadCosts.length).fill(1);
    const closed = new Set<number>();
    for (const rule of obeyed) {
      const { roads, worthSeconds, forEveryone } = this.rules[rule];
      for (const id of roads) {
        const row = this.city.roadIndex(id);
        const cost = roadCosts[row];
        factors[row] = worthSeconds === null ? Infinity : factors[row] + (cost > 0 ? (worthSeconds * speed) / cost : 0);
        if (forEveryone && worthSeconds === null) closed.add(id);
      }
    }
    const drive = base.withRoadFactors(factors);
    return closed.size === 0 ? drive : drive.withoutWalkingOn((lane) => closed.has(this.city.lanes.parentId[lane]));
  }
}

/**
 * Whether a time of the simulation lies within the hours of a rule; those after midnight belong to the day before.
 *
 * @example
 * ```ts
 * isWithinHours({ from: 7 * 3600, to: 9 * 3600, days: null }, 8 * 3_600_000); // true
 * ```
 */
export function isWithinHours(
  { from, to, days }: Pick<RoadRule, 'from' | 'to' | 'days'>,
  milliseconds: number,
): boolean {
  const seconds = milliseconds / 1000;
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const time = seconds - day * SECONDS_PER_DAY;
  const isOn = (on: number) => days === null || days[on] === true;
  if (from < to) return isOn(day) && time >= from && time < to;
  return (isOn(day) && time >= from) || (isOn(day - 1) && time < to);
}
