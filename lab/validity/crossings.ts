import { type CityMap, LaneType, TripMode } from '@itinera/city';
import { Random } from '@itinera/metrics';
import { driveSumo, writeSumoNetwork } from './sumo.js';
import { queueSeconds, sumoTrips } from './traffic-cases.js';
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

/** Trips through the crossing within an hour at random times, and the arm that each comes from: east, north, west, south. */
export function crossingTrips(
  map: CityMap,
  cars: number,
  { arms, lanes, major, left, right }: CrossingCase,
  seed: number,
): { readonly trips: TripEnds[]; readonly from: number[] } {
  const random = new Random(seed);
  const roads = armsOf(map);
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

/** The lanes into and out of the crossing, by arm. */
function armsOf(map: CityMap): { readonly into: number[]; readonly out: number[] }[] {
  const arms = Array.from({ length: 4 }, () => ({ into: [] as number[], out: [] as number[] }));
  const { offsets, xy } = map.lanes.centerLine.nodes;
  for (let lane = 0; lane < map.lanes.count; lane++) {
    if (map.lanes.type[lane] !== LaneType.DRIVING || map.roadIndex(map.lanes.parentId[lane]!) < 0) continue;
    const point = (i: number) => [xy[2 * i]!, xy[2 * i + 1]!] as const;
    const [first, last] = [point(offsets[lane]!), point(offsets[lane + 1]! - 1)];
    const isOut = Math.hypot(...first) < Math.hypot(...last);
    const [x, y] = isOut ? last : first;
    const arm = Math.abs(x) > Math.abs(y) ? (x > 0 ? 0 : 2) : y > 0 ? 1 : 3;
    arms[arm]![isOut ? 'out' : 'into'].push(lane);
  }
  return arms;
}

/** Cars per hour that arrive, by arm and in all, and the mean delay of a car beyond a lone one's, seconds. */
export function flows(trips: readonly TripEnds[], from: readonly number[], seconds: ArrayLike<number>): number[] {
  const counts = [0, 0, 0, 0];
  trips.forEach(({ departure }, i) => {
    const arrival = departure + seconds[i]! * 1000;
    if (arrival >= FILLED && arrival < HOUR) counts[from[i]!]!++;
  });
  return counts.map((count) => (count * HOUR) / (HOUR - FILLED));
}

const mean = (values: ArrayLike<number>) => {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  return known.reduce((a, b) => a + b, 0) / known.length;
};
const show = (values: readonly number[]) =>
  `${values.map((v) => v.toFixed(0)).join(' ')} = ${values.reduce((a, b) => a + b, 0).toFixed(0)}`;
const [what = '{}', demandList = '400,800,1000,1400,1600,2000,2400', types = 'ours,right_before_left,allway_stop'] =
  process.argv.slice(2);
const one: CrossingCase = {
  arms: 4,
  lanes: 1,
  priority: false,
  major: 0.5,
  left: 0.15,
  right: 0.15,
  ...JSON.parse(what),
};
const map = crossing(one);
for (const cars of demandList.split(',').map(Number)) {
  const { trips, from } = crossingTrips(map, cars, one, 1);
  const off = mean(queueSeconds(map, trips, { congestion: 'off' }));
  for (const type of types.split(',')) {
    const seconds =
      type === 'ours'
        ? queueSeconds(map, trips, JSON.parse(process.env.SET ?? '{}'))
        : (() => {
            const folder = `/tmp/sumo/crossing-${type}-${process.pid}`;
            writeSumoNetwork(map, folder, type);
            return driveSumo(folder, sumoTrips(map, trips), 1).seconds;
          })();
    console.log(cars, type.padEnd(18), show(flows(trips, from, seconds)), 'delay', (mean(seconds) - off).toFixed(1));
  }
}
