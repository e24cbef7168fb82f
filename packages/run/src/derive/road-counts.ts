import { SECONDS_PER_HOUR } from '@itinera/base';
/** Consecutive lanes, and when each is entered. */
export interface LanesInTime {
  readonly lanes: ArrayLike<number>;
  /** When the first lane is entered, seconds since the first midnight. */
  readonly begin: number;
  /** Milliseconds after `begin`. */
  readonly entered: ArrayLike<number>;
}

/** Number of entries to a road within an hour. */
export interface RoadCount {
  /** Number of the road, from `roadOf`. */
  readonly road: number;
  /** Hours since the first midnight. */
  readonly hour: number;
  readonly count: number;
}

/** Counts entries to each road by hour; lane changes on a road count once. */
export class RoadCounts {
  readonly #roadOf: (lane: number) => number;
  /** By hour and road. */
  readonly #counts = new Map<number, Map<number, number>>();

  /** @param roadOf the road of a lane, a whole number from 0; -1 for a lane without one, as in a junction. */
  constructor(roadOf: (lane: number) => number) {
    this.#roadOf = roadOf;
  }

  add({ lanes, begin, entered }: LanesInTime): void {
    let last = -1;
    for (let i = 0; i < lanes.length; i++) {
      const road = this.#roadOf(lanes[i]!);
      if (road < 0 || road === last) continue;
      last = road;
      const hour = Math.floor((begin + entered[i]! / 1000) / SECONDS_PER_HOUR);
      const roads = this.#counts.get(hour) ?? new Map<number, number>();
      this.#counts.set(hour, roads);
      roads.set(road, (roads.get(road) ?? 0) + 1);
    }
  }

  /** Counts by hour and then by road. */
  *counts(): Generator<RoadCount> {
    for (const [hour, roads] of [...this.#counts].sort(([a], [b]) => a - b))
      for (const [road, count] of [...roads].sort(([a], [b]) => a - b)) yield { road, hour, count };
  }
}
