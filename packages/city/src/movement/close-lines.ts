import { SECONDS_PER_DAY } from '@itinera/base';
import { type Course, type CourseEffects, type Courses, reschedule, withHops } from '../transit/reschedule.js';
import { type DayNumber, dayOf } from '../transit/service-days.js';
import type { Timetable, TransitHops } from '../transit/timetable.js';
import { isWithinHours, type RoadRule } from './road-rules.js';

/** A rule that closes lines or stations of public transport at certain times. */
export interface TransitRule extends Pick<RoadRule, 'from' | 'to' | 'days'> {
  /** Ids of sublines without departures from their first stop in these hours. */
  readonly sublines: readonly number[];
  /** Ids of the AOIs of stations where nothing stops in these hours. */
  readonly stations: readonly number[];
}

/** The rules on lines and stations. */
export function rulesOnLines(rules: readonly (RoadRule | TransitRule)[]): TransitRule[] {
  return rules.filter((rule) => 'sublines' in rule);
}

/** The rules on roads. */
export function rulesOnRoads(rules: readonly (RoadRule | TransitRule)[]): RoadRule[] {
  return rules.filter((rule) => 'roads' in rule);
}

/**
 * The timetable while lines and stations are closed. A trip of a closed line that would begin within the hours is cancelled; one
 * that began before them runs to its end. Vehicles pass closed stations on their usual way and on time, and are cancelled if fewer
 * than two stops are left.
 * @param days first day of the simulation, and number of days
 * @returns the given timetable if nothing changes
 */
export function closeLines(
  timetable: Timetable,
  rules: readonly TransitRule[],
  days: readonly [DayNumber, number],
): { readonly timetable: Timetable; readonly effects: CourseEffects } {
  return reschedule(timetable, new ClosedCourses(timetable, rules), days);
}

/** The effects of each closed line or station on its own, in the days of a simulation. */
export function effectsOfClosedLines(
  timetable: Timetable,
  rules: readonly TransitRule[],
  { firstDay, days }: { readonly firstDay: string | undefined; readonly days: number },
): CourseEffects[] {
  const dayZero = firstDay === undefined ? timetable.usualWeek : dayOf(firstDay);
  return rules.map((rule) => closeLines(timetable, [rule], [dayZero, days]).effects);
}

/** Finds the courses of vehicles whose line or stations are closed. */
class ClosedCourses implements Courses {
  readonly #rules: readonly {
    readonly hours: TransitRule;
    readonly sublines: ReadonlySet<number>;
    readonly stops: ReadonlySet<number>;
  }[];
  /** New hops by the hops of the timetable that they join. */
  readonly #joined = new Map<string, { readonly hop: number; readonly parts: readonly number[] }>();

  constructor(
    private readonly timetable: Timetable,
    rules: readonly TransitRule[],
  ) {
    const rows = new Map(Array.from(timetable.stops.aoiIds, (id, stop) => [id, stop]));
    this.#rules = rules.map((rule) => ({
      hours: rule,
      sublines: new Set(rule.sublines),
      stops: new Set(rule.stations.flatMap((id) => rows.get(id) ?? [])),
    }));
  }

  mayChange(pattern: number): boolean {
    const { sublineIds, stops, stopOffsets } = this.timetable.patterns;
    const own = stops.subarray(stopOffsets[pattern], stopOffsets[pattern + 1]);
    return this.#rules.some(
      ({ sublines, stops: closed }) => sublines.has(sublineIds[pattern]) || own.some((stop) => closed.has(stop)),
    );
  }

  of(pattern: number, first: number, day: number): Course | 'same' | null {
    const { sublineIds, stopOffsets, stops, hops, arrivals, departures } = this.timetable.patterns;
    const start = stopOffsets[pattern];
    const length = stopOffsets[pattern + 1] - start;
    const isIn = (hours: TransitRule, seconds: number) =>
      isWithinHours(hours, (day * SECONDS_PER_DAY + seconds) * 1000);
    const isCancelled = this.#rules.some(
      ({ sublines, hours }) => sublines.has(sublineIds[pattern]) && isIn(hours, departures[first]),
    );
    if (isCancelled) return null;
    const isOpen = (i: number) =>
      !this.#rules.some(({ stops: closed, hours }) => closed.has(stops[start + i]) && isIn(hours, arrivals[first + i]));
    const open = Array.from({ length }, (_, i) => i).filter(isOpen);
    if (open.length === length) return 'same';
    if (open.length < 2) return null;
    const parts = (from: number, to: number) => Array.from(hops.subarray(start + from, start + to));
    return {
      stops: open,
      hops: open.slice(1).map((to, i) => this.#hop(parts(open[i]!, to))),
      delays: open.map(() => 0),
    };
  }

  /** The hop along several. */
  #hop(parts: readonly number[]): number {
    if (parts.length === 1) return parts[0]!;
    const key = parts.join(' ');
    const hop = this.#joined.get(key)?.hop ?? this.timetable.hops.metres.length + this.#joined.size;
    this.#joined.set(key, { hop, parts });
    return hop;
  }

  hops(): TransitHops {
    const { hops } = this.timetable;
    const lanesOf = (hop: number) => hops.lanes.subarray(hops.laneOffsets[hop], hops.laneOffsets[hop + 1]);
    // Ways over streets for buses have a lane of their own from stop to stop, as rails have.
    const isOwn = (hop: number) =>
      lanesOf(hop).length === 1 && hops.startS[hop] === 0 && hops.endS[hop] === hops.metres[hop];
    return withHops(
      hops,
      Array.from(this.#joined.values(), ({ parts }) => {
        const isKnown = parts.every((hop) => lanesOf(hop).length > 0 && isOwn(hop) === isOwn(parts[0]!));
        // On streets, one hop ends and the next begins on the road of the stop, perhaps on another lane.
        const isTwice = (i: number) => i + 1 < parts.length && !isOwn(parts[0]!);
        const lanes = parts.flatMap((hop, i) => [...lanesOf(hop).subarray(0, isTwice(i) ? -1 : undefined)]);
        return {
          lanes: Int32Array.from(isKnown ? lanes : []),
          startS: isKnown ? hops.startS[parts[0]!] : 0,
          endS: isKnown ? hops.endS[parts.at(-1)!] : 0,
          metres: parts.reduce((sum, hop) => sum + hops.metres[hop], 0),
        };
      }),
    );
  }
}
