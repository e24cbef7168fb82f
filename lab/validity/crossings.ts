import { readFileSync } from 'node:fs';
import { Random } from '@itinera/base';
import { type CityMap, LaneType, TripMode } from '@itinera/city';
import { rangeOf, tableOf } from './figures.js';
import { manualFlows } from './manual-flows.js';
import { queueSeconds } from './traffic-cases.js';
import { type CrossingShape, crossing } from './traffic-networks.js';
import type { TripEnds } from './trips.js';

const HOUR = 3_600_000;
/** Flows are counted once queues have formed, ms. */
const FILLED = 900_000;

/** Traffic at a single crossing. */
export interface CrossingCase extends CrossingShape {
  /** Share of the cars that come from east and west. */
  readonly major: number;
  readonly left: number;
  readonly right: number;
}

export const CROSSINGS: Readonly<Record<string, CrossingCase>> = {
  equal: equal({}),
  'equal, straight on only': equal({ left: 0, right: 0 }),
  'equal, 40 % to the left': equal({ left: 0.4 }),
  'equal, two lanes': equal({ lanes: 2 }),
  'no one from the sides': equal({ major: 1 }),
  'priority, half of the cars': first({ major: 0.5 }),
  'priority, 70 %': first({ major: 0.7 }),
  'priority, 90 %': first({ major: 0.9 }),
  'priority, 70 %, straight on only': first({ major: 0.7, left: 0, right: 0 }),
  'priority, 70 %, 40 % to the left': first({ major: 0.7, left: 0.4 }),
  'priority, 70 %, two lanes': first({ major: 0.7, lanes: 2 }),
};
export const CROSSING_DEMANDS = [200, 400, 800, 1200, 1600, 2000, 2400];
/** Those of the table, around the capacity of most crossings. */
const SHOWN_DEMANDS = [1200, 1600, 2400];

function equal(given: Partial<CrossingCase>): CrossingCase {
  return { arms: 4, lanes: 1, priority: false, major: 0.5, left: 0.15, right: 0.15, ...given };
}

function first(given: Partial<CrossingCase>): CrossingCase {
  return equal({ priority: true, ...given });
}

/** The part of the cars that comes from each arm: east, north, west, south. */
export function sharesOf({ major }: CrossingCase): number[] {
  return [major / 2, (1 - major) / 2, major / 2, (1 - major) / 2];
}

/** Trips through the crossing within an hour at random times, and the arm that each comes from: east, north, west, south. */
export function crossingTrips(
  map: CityMap,
  cars: number,
  { arms, lanes, major, left, right }: CrossingCase,
  seed: number,
): { readonly trips: TripEnds[]; readonly from: number[] } {
  const random = new Random(seed);
  const roads = armsOf(map, [0, 90, 180, 270]);
  const from: number[] = [];
  const trips = Array.from({ length: cars }, (): TripEnds => {
    const isSecond = random.next() < 0.5;
    const arm = random.next() < major ? (isSecond ? 2 : 0) : isSecond && arms === 4 ? 3 : 1;
    const way = random.next();
    let to = (arm + (way < left ? 3 : way < left + right ? 1 : 2)) % 4;
    if (to >= arms) to = arm === 0 ? 2 : 0;
    from.push(arm);
    const lane = Math.floor(random.next() * lanes);
    return {
      from: [{ lane: roads[arm]!.into[lane]!, s: 5 }],
      to: [{ lane: roads[to]!.out[0]!, s: map.lanes.length[roads[to]!.out[0]!]! - 5 }],
      departure: Math.round(random.next() * HOUR),
      mode: TripMode.DRIVE_ONLY,
    };
  });
  return { trips, from };
}

/** The lanes into and out of the crossing, by arm. @param angles of the arms, degrees from east */
export function armsOf(map: CityMap, angles: readonly number[]): { readonly into: number[]; readonly out: number[] }[] {
  const arms = angles.map(() => ({ into: [] as number[], out: [] as number[] }));
  const { offsets, xy } = map.lanes.centerLine.nodes;
  for (let lane = 0; lane < map.lanes.count; lane++) {
    if (map.lanes.type[lane] !== LaneType.DRIVING || map.roadIndex(map.lanes.parentId[lane]!) < 0) continue;
    const point = (i: number) => [xy[2 * i]!, xy[2 * i + 1]!] as const;
    const [first, last] = [point(offsets[lane]!), point(offsets[lane + 1]! - 1)];
    const isOut = Math.hypot(...first) < Math.hypot(...last);
    const [x, y] = isOut ? last : first;
    const along = angles.map((angle) => x * Math.cos((angle * Math.PI) / 180) + y * Math.sin((angle * Math.PI) / 180));
    arms[along.indexOf(Math.max(...along))]![isOut ? 'out' : 'into'].push(lane);
  }
  return arms;
}

/** Cars per hour that have passed, by the arm that they come from. */
export function flowsOf(
  trips: readonly TripEnds[],
  from: readonly number[],
  seconds: ArrayLike<number>,
  arms = 4,
): number[] {
  const counts = Array.from({ length: arms }, () => 0);
  trips.forEach(({ departure }, i) => {
    const arrival = departure + seconds[i]! * 1000;
    if (arrival >= FILLED && arrival < HOUR) counts[from[i]!]!++;
  });
  return counts.map((count) => (count * HOUR) / (HOUR - FILLED));
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Flows of SUMO by crossing and demand, by arm. */
export type CrossingFigures = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** Cars per hour through single crossings without lights: here, in SUMO and by the manual. */
export function crossingTable(): string {
  const figures: CrossingFigures = JSON.parse(readFileSync('lab/validity/figures/crossings.json', 'utf8'));
  const rows = Object.entries(CROSSINGS).map(([name, one]) => {
    const map = crossing(one);
    const flows = SHOWN_DEMANDS.map((cars) => {
      const { trips, from } = crossingTrips(map, cars, one, 1);
      const ours = flowsOf(trips, from, queueSeconds(map, trips));
      return [ours, figures[name]?.[cars] ?? [], manualFlows({ ...one, shares: sharesOf(one) }, cars)].map((each) =>
        Math.round(sum(each)),
      );
    });
    const ratios = flows.map(([ours, , manual]) => ours! / manual!);
    return [name, ...flows.map((each) => each.join(' · ')), rangeOf(ratios, 2)];
  });
  return tableOf(['crossing', ...SHOWN_DEMANDS.map(String), 'here / manual'], rows);
}
