import { join } from 'node:path';
import { Random } from '@itinera/base';
import { CityMap, type LanePlace, LaneTurn, LaneType, type MovementSettings, TripMode } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import KDBush from 'kdbush';
import { CITIES } from './other-tools.js';
import type { SumoTrip } from './sumo.js';
import {
  arterial,
  grid,
  laneDrop,
  motorway,
  randomTown,
  ringRoad,
  spider,
  suburb,
  twoBridges,
} from './traffic-networks.js';
import { makeTrips, type TripEnds } from './trips.js';

const HOUR = 3_600_000;
/** Runs at each demand, each with other trips and drivers. */
const RUNS = 3;
/** Least distance from the ends of roads at which trips begin and end, metres. */
const INSET = 20;
/** Largest distance between both sides of a street at its ends, metres. */
const STREET_METRES = 20;

/** A network with random trips at several levels of demand: their number, mostly within one hour. */
export interface TrafficCase {
  readonly name: string;
  /** @param data folder of the extracts */
  readonly map: (data: string) => CityMap | Promise<CityMap>;
  readonly demands: readonly number[];
  /** More of them, in steps of 10 %, up to where traffic breaks down. */
  readonly beyond?: readonly number[];
  /** Whether SUMO has crossings without lights by priority, or gives way to the right. */
  readonly priority?: 'priority' | 'right_before_left';
  /** Whether trips begin and end on one side of a street, so that many of them turn around, instead of on either. */
  readonly oneKerb?: boolean;
  /** Share of trips that end in a corner of the network. */
  readonly inward?: number;
  /** Share of trips that begin there. */
  readonly outward?: number;
  /** Whether most trips depart around the middle of the time. */
  readonly peaked?: boolean;
  /** Hours during which trips depart; 1 by default. */
  readonly hours?: number;
}

type Demand = Pick<TrafficCase, 'oneKerb' | 'inward' | 'outward' | 'peaked' | 'hours'>;

/** The seeds of the trips, and of SUMO's drivers. */
export const SEEDS = Array.from({ length: RUNS }, (_, run) => run + 1);

export const TRAFFIC_CASES: readonly TrafficCase[] = [
  { name: 'grid', map: () => grid(), demands: [500, 1500, 2500, 3500, 4500, 6000], beyond: [6600, 7260, 7990] },
  { name: 'grid, two lanes', map: () => grid({ lanes: 2 }), demands: [1500, 4500, 6000, 9000] },
  {
    name: 'grid, priority',
    map: () => grid({ crossings: 'priority' }),
    demands: [500, 1500, 3000, 4500, 6000],
    beyond: [6600, 7260],
  },
  {
    name: 'grid, right before left',
    map: () => grid({ crossings: 'priority' }),
    priority: 'right_before_left',
    demands: [1500, 3000, 4500, 6000],
    beyond: [6600, 7260],
  },
  {
    name: 'grid, arterials without lights',
    map: () => grid({ crossings: 'priority', arterial: true }),
    demands: [500, 1500, 3000, 4500],
  },
  {
    name: 'grid, one roundabout',
    map: () => grid({ crossings: 'one-roundabout' }),
    demands: [1500, 2500, 3500],
  },
  { name: 'grid, roundabouts', map: () => grid({ crossings: 'roundabouts' }), demands: [1500, 3000, 4500] },
  { name: 'blocks of 150 m', map: () => grid({ block: 150 }), demands: [1500, 3500] },
  { name: 'blocks of 400 m', map: () => grid({ block: 400 }), demands: [3000, 5000] },
  { name: 'other programmes', map: () => retimed(grid(), [45, 4, 2, 20, 4, 2]), demands: [1500, 3500] },
  { name: 'T-junctions', map: () => grid({ tees: true }), demands: [1500, 3000] },
  { name: 'T-junctions without lights', map: () => grid({ tees: true, crossings: 'priority' }), demands: [1500, 3000] },
  { name: 'unbalanced', map: () => grid(), inward: 0.4, demands: [1000, 2500] },
  { name: 'peaked hour', map: () => grid(), peaked: true, demands: [1500, 3000] },
  { name: 'arterial with side streets', map: () => arterial(), demands: [1000, 2000, 3000] },
  { name: 'motorway with ramps', map: motorway, demands: [1000, 2000, 3000] },
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
  { name: 'lane drop', map: laneDrop, demands: [1000, 1500, 2500] },
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
  { name: 'Newport', map: extract('newport'), demands: [500, 1500] },
  { name: 'Helsinki centre', map: extract('helsinki'), demands: [1000, 2500] },
  { name: 'ring road with radial streets', map: ringRoad, demands: [1500, 3000] },
  // Its first lanes are those of the main road.
  { name: 'suburb with one exit', map: suburb, inward: 0.5, demands: [400, 800] },
  { name: 'spider', map: spider, demands: [1500, 4000] },
  { name: 'random streets', map: randomTown, demands: [1500, 4000] },
  { name: 'two bridges', map: twoBridges, demands: [1500, 4000] },
  {
    name: 'grid, right before left, one kerb',
    map: () => grid({ crossings: 'priority' }),
    priority: 'right_before_left',
    oneKerb: true,
    demands: [1500, 4500],
  },
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
  { oneKerb = false, inward = 0, outward = 0, peaked = false, hours = 1 }: Demand = {},
  seed = 1,
): TripEnds[] {
  const random = new Random(seed);
  const lanes = firstLanes(map);
  const corner = lanes.slice(0, Math.ceil(lanes.length / 12));
  const opposite = oppositeLanes(map, lanes);
  const trips: TripEnds[] = [];
  while (trips.length < cars) {
    const first = outward > 0 && random.next() < outward ? corner : lanes;
    const from = first[random.integer(first.length)]!;
    const at = peaked ? (random.next() + random.next()) / 2 : random.next();
    const list = random.next() < inward ? corner : lanes;
    const to = list[random.integer(list.length)]!;
    if (from === to) continue;
    const { length } = map.lanes;
    const inset = (lane: number) => Math.min(INSET, length[lane]! / 2);
    const within = (lane: number) => inset(lane) + random.next() * (length[lane]! - 2 * inset(lane));
    /** A place after the start of a lane, and the one across the street. */
    const kerbs = (lane: number, s: number): LanePlace[] => {
      const across = oneKerb ? undefined : opposite.get(lane);
      if (across === undefined) return [{ lane, s }];
      return [
        { lane, s },
        { lane: across, s: length[across]! * (1 - s / length[lane]!) },
      ];
    };
    trips.push({
      from: kerbs(from, within(from)),
      to: kerbs(to, within(to)),
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

/** The lane on the other side of the street of each lane, where there is one. */
function oppositeLanes(map: CityMap, lanes: readonly number[]): Map<number, number> {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const end = (lane: number, which: 0 | -1) => {
    const i = which === 0 ? offsets[lane]! : offsets[lane + 1]! - 1;
    return [xy[2 * i]!, xy[2 * i + 1]!] as const;
  };
  const distance = (a: readonly [number, number], b: readonly [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const tree = new KDBush(lanes.length);
  for (const lane of lanes) tree.add(...end(lane, 0));
  tree.finish();
  const found = new Map<number, number>();
  for (const lane of lanes) {
    const apart = (other: number) => distance(end(other, -1), end(lane, 0));
    const others = tree
      .within(...end(lane, -1), STREET_METRES)
      .map((i) => lanes[i]!)
      .filter((other) => other !== lane && apart(other) < STREET_METRES)
      .filter((other) => Math.abs(map.lanes.length[other]! / map.lanes.length[lane]! - 1) < 0.2);
    const [nearest] = others.sort((a, b) => apart(a) - apart(b));
    if (nearest !== undefined) found.set(lane, nearest);
  }
  return found;
}

const FREE: MovementSettings = { routeCosts: 'driving-time' };

/** The trips as SUMO drives them: on the routes of free flow. */
export function sumoTrips(map: CityMap, trips: readonly TripEnds[]): SumoTrip[] {
  return makeTrips(map, trips, { settings: FREE }).map((made, i) => {
    const roads = (made?.laneIds ?? [])
      .map((id) => map.lanes.parentId[map.laneIndex(id)]!)
      .filter((id) => map.roadIndex(id) >= 0);
    const { from, to, departure } = trips[i]!;
    const at = (places: readonly LanePlace[], road: number | undefined) =>
      places.find(({ lane }) => map.lanes.parentId[lane] === road)?.s ?? places[0]!.s;
    return { roads, departure, departS: at(from, roads[0]), arriveS: at(to, roads.at(-1)) };
  });
}

export function queueSeconds(map: CityMap, trips: readonly TripEnds[], settings: MovementSettings = {}): number[] {
  return makeTrips(map, trips, { settings: { ...FREE, congestion: 'queue', ...settings } }).map(
    (made) => made?.seconds ?? Number.NaN,
  );
}

/** The share of trips that turn around on their way. */
export function aroundShare(map: CityMap, trips: readonly TripEnds[]): number {
  const isAround = (id: number) => map.lanes.turn[map.laneIndex(id)] === LaneTurn.AROUND;
  const made = makeTrips(map, trips, { settings: FREE });
  return made.filter((one) => one?.laneIds.some(isAround)).length / made.length;
}

/** The mean of the trips that arrive. */
export function meanSeconds(seconds: ArrayLike<number>): number {
  const known = Array.from(seconds).filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
