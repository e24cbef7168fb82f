import type { RouteRow } from '@itinera/run';
import type { Geography } from '../exports/geography.js';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';

/** Vehicles per day that enter a road in two runs, and the second minus the first. */
export interface RoadChange extends PairedValue {
  /** Row and id on the map of the second. */
  readonly row: number;
  readonly road: number;
  readonly name: string;
}

interface Sums {
  a: number;
  b: number;
  squares: number;
  users: number;
  changed: number;
}

/** Two-sided 95 % of a normal distribution. */
const Z = 1.96;

/** Sums the entries to roads, person by person, so that the variance of the difference is that of pairs. */
export class RoadChanges {
  readonly #sums = new Map<number, Sums>();

  constructor(private readonly geography: Geography) {}

  /** Adds the routes by car of one person in both runs. */
  add(a: readonly RouteRow[], b: readonly RouteRow[]): void {
    const own = new Map<number, [number, number]>();
    [a, b].forEach((routes, side) => {
      for (const { lanes } of routes) {
        let last = -1;
        for (const lane of lanes) {
          const road = this.geography.roadOfLane(lane);
          if (road < 0 || road === last) continue;
          last = road;
          const counts = own.get(road) ?? [0, 0];
          counts[side]!++;
          own.set(road, counts);
        }
      }
    });
    for (const [road, [inA, inB]] of own) {
      const sums = this.#sums.get(road) ?? { a: 0, b: 0, squares: 0, users: 0, changed: 0 };
      sums.a += inA;
      sums.b += inB;
      sums.squares += (inB - inA) ** 2;
      sums.users++;
      if (inA !== inB) sums.changed++;
      this.#sums.set(road, sums);
    }
  }

  /** The roads with any vehicle, by row. */
  changes(days: number, people: number): RoadChange[] {
    const { map } = this.geography;
    return [...this.#sums]
      .sort(([a], [b]) => a - b)
      .map(([row, { a, b, squares, users, changed }]) => {
        const difference = b - a;
        const variance = people > 1 ? (squares - difference ** 2 / people) * (people / (people - 1)) : 0;
        const half = changed < LEAST_CHANGED ? null : Z * Math.sqrt(Math.max(0, variance));
        return {
          row,
          road: map.roads.id[row]!,
          name: map.text(map.roads.name[row]!),
          a: a / days,
          b: b / days,
          difference: difference / days,
          low: half === null ? null : (difference - half) / days,
          high: half === null ? null : (difference + half) / days,
          users,
          changed,
        };
      });
  }
}
