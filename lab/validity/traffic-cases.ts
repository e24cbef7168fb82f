import { join } from 'node:path';
import { Random } from '@itinera/base';
import { CityMap, LaneType, type MovementSettings, TripMode } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { CITIES } from './other-tools.js';
import type { SumoTrip } from './sumo.js';
import { arterial, grid, laneDrop, motorway, ringRoad, suburb } from './traffic-networks.js';
import { makeTrips, type TripEnds } from './trips.js';

const HOUR = 3_600_000;
/** Runs at demands where a few cars decide. */
const RUNS = 3;
/** Metres from the ends of roads at which trips begin and end. */
const INSET = 20;

/** A network with random trips at several levels of demand: their number, mostly within one hour. */
export interface TrafficCase {
  readonly name: string;
  /** @param data folder of the extracts */
  readonly map: (data: string) => CityMap | Promise<CityMap>;
  readonly demands: readonly number[];
  /** Those of the demands near or beyond capacity, where a few cars decide: three runs, each with other trips and drivers. */
  readonly full?: readonly number[];
  /** Whether SUMO has crossings without lights by priority, or gives way to the right. */
  readonly priority?: 'priority' | 'right_before_left';
  /** Share of trips that end in a corner of the network. */
  readonly inward?: number;
  /** Share of trips that begin there. */
  readonly outward?: number;
  /** Whether most trips depart around the middle of the time. */
  readonly peaked?: boolean;
  /** Hours during which trips depart; 1 by default. */
  readonly hours?: number;
}

type Demand = Pick<TrafficCase, 'inward' | 'outward' | 'peaked' | 'hours'>;

/** The seeds of the trips, and of SUMO's drivers, at a demand. */
export function seedsOf({ full = [] }: Pick<TrafficCase, 'full'>, cars: number): number[] {
  return Array.from({ length: full.includes(cars) ? RUNS : 1 }, (_, run) => run + 1);
}

export const TRAFFIC_CASES: readonly TrafficCase[] = [
  { name: 'grid', map: () => grid(), demands: [500, 1500, 2500, 3500, 4500, 6000], full: [6000] },
  { name: 'grid, two lanes', map: () => grid({ lanes: 2 }), demands: [1500, 4500, 6000, 9000] },
  {
    name: 'grid, priority',
    map: () => grid({ crossings: 'priority' }),
    demands: [500, 1500, 3000, 4500, 6000],
    full: [6000],
  },
  {
    name: 'grid, right before left',
    map: () => grid({ crossings: 'priority' }),
    priority: 'right_before_left',
    demands: [1500, 3000, 4500, 6000],
    full: [6000],
  },
  {
    name: 'grid, arterials without lights',
    map: () => grid({ crossings: 'priority', arterial: true }),
    demands: [500, 1500, 3000, 4500],
    full: [4500],
  },
  {
    name: 'grid, one roundabout',
    map: () => grid({ crossings: 'one-roundabout' }),
    demands: [1500, 2500, 3500],
    full: [3500],
  },
  { name: 'grid, roundabouts', map: () => grid({ crossings: 'roundabouts' }), demands: [1500, 3000, 4500] },
  { name: 'blocks of 150 m', map: () => grid({ block: 150 }), demands: [1500, 3500] },
  { name: 'blocks of 400 m', map: () => grid({ block: 400 }), demands: [3000, 5000] },
  { name: 'other programmes', map: () => retimed(grid(), [45, 4, 2, 20, 4, 2]), demands: [1500, 3500] },
  { name: 'T-junctions', map: () => grid({ tees: true }), demands: [1500, 3000] },
  { name: 'T-junctions without lights', map: () => grid({ tees: true, crossings: 'priority' }), demands: [1500, 3000] },
  { name: 'unbalanced', map: () => grid(), inward: 0.4, demands: [1000, 2500] },
  { name: 'peaked hour', map: () => grid(), peaked: true, demands: [1500, 3000] },
  { name: 'arterial with side streets', map: () => arterial(), demands: [1000, 2000, 3000], full: [3000] },
  { name: 'motorway with ramps', map: motorway, demands: [1000, 2000, 3000], full: [2000, 3000] },
  { name: 'one-way pairs', map: () => grid({ oneWay: true, lanes: 2 }), demands: [1500, 3500] },
  { name: 'two-lane roundabouts', map: () => grid({ crossings: 'roundabouts', lanes: 2 }), demands: [3000, 6000] },
  {
    name: 'bent streets, half of the lights',
    map: () => grid({ bent: 120, crossings: 'mixed' }),
    demands: [1500, 3500],
  },
  {
    name: 'Harrisburg',
    map: extract('harrisburg'),
    demands: [1000, 2500, 5000],
    full: [2500, 5000],
  },
  {
    name: 'long cycle, blocks of 200 m',
    map: () => retimed(grid({ block: 200 }), [55, 3, 2, 55, 3, 2]),
    demands: [2000, 4000],
  },
  {
    name: 'limits of 30, 50 and 80 km/h',
    map: () => grid({ crossings: 'mixed', limits: [30, 50, 80] }),
    demands: [1500, 3500],
  },
  { name: 'lane drop', map: laneDrop, demands: [1000, 1500, 2500], full: [2500] },
  {
    name: 'arterial without lights, one lane',
    map: () => arterial({ lanes: 1, lights: false }),
    demands: [800, 1600],
  },
  { name: 'evening, outwards', map: () => grid(), outward: 0.4, demands: [1000, 2500] },
  {
    name: 'two hours with a peak',
    map: () => grid({ crossings: 'mixed' }),
    hours: 2,
    peaked: true,
    demands: [4000, 7000],
  },
  { name: 'Newport', map: extract('newport'), demands: [500, 1500], full: [1500] },
  { name: 'Helsinki centre', map: extract('helsinki'), demands: [1000, 2500] },
  { name: 'ring road with radial streets', map: ringRoad, demands: [1500, 3000] },
  // Its first lanes are those of the main road.
  { name: 'suburb with one exit', map: suburb, inward: 0.5, demands: [400, 800] },
  { name: 'Monaco', map: extract('monaco'), demands: [1000, 2000] },
];

function extract(city: keyof typeof CITIES): TrafficCase['map'] {
  return async (data) => (await buildCity(join(data, CITIES[city]))).map;
}

/** The map with other durations of the phases of all programmes, seconds. */
function retimed(map: CityMap, seconds: readonly number[]): CityMap {
  const message = map.toMessage();
  for (const { fixedProgram } of message.junctions)
    if (fixedProgram)
      fixedProgram.phases = fixedProgram.phases.map((phase, i) => ({
        ...phase,
        duration: seconds[i] ?? phase.duration,
      }));
  return CityMap.fromMessage(message);
}

export function tripsOf(
  map: CityMap,
  cars: number,
  { inward = 0, outward = 0, peaked = false, hours = 1 }: Demand = {},
  seed = 1,
): TripEnds[] {
  const random = new Random(seed);
  const lanes = firstLanes(map);
  const corner = lanes.slice(0, Math.ceil(lanes.length / 12));
  const trips: TripEnds[] = [];
  while (trips.length < cars) {
    const first = outward > 0 && random.next() < outward ? corner : lanes;
    const from = first[random.integer(first.length)]!;
    const at = peaked ? (random.next() + random.next()) / 2 : random.next();
    const list = random.next() < inward ? corner : lanes;
    const to = list[random.integer(list.length)]!;
    if (from === to) continue;
    const s = (lane: number) => Math.min(INSET, map.lanes.length[lane]! / 2);
    trips.push({
      from: [{ lane: from, s: s(from) }],
      to: [{ lane: to, s: map.lanes.length[to]! - s(to) }],
      departure: Math.round(at * hours * HOUR),
      mode: TripMode.DRIVE_ONLY,
    });
  }
  return trips;
}

/** The rightmost driving lane of every road of 50 m or more. */
function firstLanes(map: CityMap): number[] {
  const { laneIds } = map.roads;
  return Array.from({ length: map.roads.count }, (_, road) => {
    const own = Array.from(laneIds.values.subarray(laneIds.offsets[road], laneIds.offsets[road + 1]), (id) =>
      map.laneIndex(id),
    );
    return (
      own.filter((lane) => map.lanes.type[lane] === LaneType.DRIVING && map.lanes.length[lane]! >= 50).at(-1) ?? -1
    );
  }).filter((lane) => lane >= 0);
}

const FREE: MovementSettings = { routeCosts: 'driving-time' };

/** The trips as SUMO drives them: on the routes of free flow. */
export function sumoTrips(map: CityMap, trips: readonly TripEnds[]): SumoTrip[] {
  return makeTrips(map, trips, { settings: FREE }).map((made, i) => {
    const roads = (made?.laneIds ?? [])
      .map((id) => map.lanes.parentId[map.laneIndex(id)]!)
      .filter((id) => map.roadIndex(id) >= 0);
    const { from, to, departure } = trips[i]!;
    return { roads, departure, departS: from[0]!.s, arriveS: to[0]!.s };
  });
}

export function queueSeconds(map: CityMap, trips: readonly TripEnds[], settings: MovementSettings = {}): number[] {
  return makeTrips(map, trips, { settings: { ...FREE, congestion: 'queue', ...settings } }).map(
    (made) => made?.seconds ?? Number.NaN,
  );
}

/** The mean of the trips that arrive. */
export function meanSeconds(seconds: ArrayLike<number>): number {
  const known = Array.from(seconds).filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
