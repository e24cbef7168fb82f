import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { LaneAccess, SublineType } from '../map/message.js';
import { type LanePlace, metresOf, type Route } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import { type Course, type Courses, withHops } from '../transit/reschedule.js';
import type { Timetable, TransitHops } from '../transit/timetable.js';
import { gatesOf } from './gates.js';
import type { RoadRules } from './road-rules.js';

/** Finds the courses of buses around closed roads. */
export class BusCourses implements Courses {
  /** Routes by their ends and the rules that they obey; null if there is none. */
  readonly #routes = new Map<string, Route | null>();
  /** The new hops, by their routes. */
  readonly #hops = new Map<Route, number>();

  constructor(
    private readonly city: CityMap,
    private readonly timetable: Timetable,
    private readonly router: Router,
    private readonly rules: RoadRules,
  ) {}

  /** Whether any bus of a pattern may meet a closed road. */
  mayChange(pattern: number): boolean {
    const { patterns } = this.timetable;
    if (patterns.kinds[pattern] !== SublineType.BUS) return false;
    const hops = patterns.hops.subarray(patterns.stopOffsets[pattern], patterns.stopOffsets[pattern + 1] - 1);
    return hops.some((hop) => this.rules.closing(this.#lanes(hop), null).length > 0);
  }

  of(pattern: number, first: number, day: number): Course | 'same' | null {
    const { patterns } = this.timetable;
    const start = patterns.stopOffsets[pattern];
    const length = patterns.stopOffsets[pattern + 1] - start;
    const at = (seconds: number) => (day * SECONDS_PER_DAY + seconds) * 1000;
    const [stops, hops, delays]: [number[], number[], number[]] = [[], [], []];
    let delay = 0;
    for (let i = 0; i < length; i++) {
      const arrival = patterns.arrivals[first + i] + delay;
      if (this.rules.closing(this.#lanesAt(start, i, length), at(arrival)).length > 0) continue;
      const last = stops.at(-1);
      if (last !== undefined) {
        const leaves = at(patterns.departures[first + last] + delay);
        const hop = patterns.hops[start + last];
        if (i === last + 1 && this.rules.closing(this.#lanes(hop), leaves).length === 0) hops.push(hop);
        else {
          const [from, kerb] = [this.#kerb(patterns.stops[start + last]), this.#kerb(patterns.stops[start + i])];
          const around = from && kerb ? this.#way(from, kerb, leaves, i === last + 1 ? hop : undefined) : null;
          if (around === null) continue;
          hops.push(around.hop);
          delay += around.seconds;
        }
      }
      stops.push(i);
      delays.push(delay);
    }
    if (stops.length < 2) return null;
    const isSame = stops.length === length && delay === 0 && hops.every((hop, i) => hop === patterns.hops[start + i]);
    return isSame ? 'same' : { stops, hops, delays };
  }

  /**
   * The fastest open way between two stops, and the seconds that it takes longer than the usual one.
   * @param own the hop between them; undefined if stops in between are left out
   */
  #way(
    from: LanePlace,
    to: LanePlace,
    time: number,
    own: number | undefined,
  ): { readonly hop: number; readonly seconds: number } | null {
    const usual = this.#route(from, to, []);
    const obeyed = new Set<number>();
    let route = usual;
    while (route !== null) {
      const met = this.rules.closing(route.lanes, time).filter((rule) => !obeyed.has(rule));
      if (met.length === 0) break;
      for (const rule of met) obeyed.add(rule);
      route = this.#route(
        from,
        to,
        [...obeyed].sort((a, b) => a - b),
      );
    }
    if (route === null || usual === null) return null;
    let hop = this.#hops.get(route);
    if (hop === undefined) {
      hop = this.timetable.hops.metres.length + this.#hops.size;
      this.#hops.set(route, hop);
    }
    return { hop, seconds: Math.max(0, Math.round(route.seconds - this.#shareOf(own, usual) * usual.seconds)) };
  }

  /** The length of a hop as a share of the way of cars, which is longer where only buses go through destination-only streets. */
  #shareOf(hop: number | undefined, usual: Route): number {
    const { access } = this.city.lanes;
    const isThrough =
      hop !== undefined && this.#lanes(hop).some((lane) => access.values[lane] === LaneAccess.DESTINATION);
    return isThrough ? Math.min(1, this.timetable.hops.metres[hop] / (metresOf(this.city, usual) || 1)) : 1;
  }

  /** The fastest route that obeys some rules. */
  #route(from: LanePlace, to: LanePlace, obeyed: readonly number[]): Route | null {
    const key = [from.lane, from.s, to.lane, to.s, ...obeyed].join(' ');
    let route = this.#routes.get(key);
    if (route === undefined) {
      const router = obeyed.length === 0 ? this.router : this.rules.router(this.router, new Set(obeyed), 1);
      route = router.route('drive', [from], [to]);
      this.#routes.set(key, route);
    }
    return route;
  }

  /** The kerb of a stop; undefined if no street is near. */
  #kerb(stop: number): LanePlace | undefined {
    return gatesOf(this.city, this.city.aoiIndex(this.timetable.stops.aoiIds[stop]), 'drive')[0];
  }

  /** The lanes on which a bus comes to a stop and leaves it. */
  #lanesAt(start: number, i: number, length: number): number[] {
    const { hops } = this.timetable.patterns;
    const behind = i > 0 ? this.#lanes(hops[start + i - 1]).at(-1) : undefined;
    const ahead = i + 1 < length ? this.#lanes(hops[start + i])[0] : undefined;
    return [behind, ahead].filter((lane) => lane !== undefined);
  }

  #lanes(hop: number): Int32Array {
    const { hops } = this.timetable;
    return hops.lanes.subarray(hops.laneOffsets[hop], hops.laneOffsets[hop + 1]);
  }

  hops(): TransitHops {
    const routes = [...this.#hops.keys()];
    return withHops(
      this.timetable.hops,
      routes.map((route) => ({ ...route, metres: metresOf(this.city, route) })),
    );
  }
}
