import { join } from 'node:path';
import { CityMap, LaneType, type MovementSettings, TripMode } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { Random } from '@itinera/metrics';
import { CITIES } from './other-tools.js';
import type { SumoTrip } from './sumo.js';
import { arterial, grid, motorway } from './traffic-networks.js';
import { makeTrips, type TripEnds } from './trips.js';

const HOUR = 3_600_000;
/** Metres from the ends of roads at which trips begin and end. */
const INSET = 20;

/** A network with random trips of one hour at several levels of demand, cars per hour. */
export interface TrafficCase {
  readonly name: string;
  /** @param data folder of the extracts */
  readonly map: (data: string) => CityMap | Promise<CityMap>;
  readonly demands: readonly number[];
  /** Whether SUMO has crossings without lights by priority, or gives way to the right. */
  readonly priority?: 'priority' | 'right_before_left';
  /** Share of trips that end in a corner of the network. */
  readonly inward?: number;
  /** Whether most trips depart around the middle of the hour. */
  readonly peaked?: boolean;
  /** Of the trips; 1 by default. */
  readonly seed?: number;
}

export const TRAFFIC_CASES: readonly TrafficCase[] = [
  { name: 'grid', map: () => grid(), demands: [500, 1500, 2500, 3500, 4500, 6000] },
  { name: 'grid, other trips', map: () => grid(), seed: 2, demands: [6000] },
  { name: 'grid, two lanes', map: () => grid({ lanes: 2 }), demands: [1500, 4500, 6000, 9000] },
  { name: 'grid, priority', map: () => grid({ crossings: 'priority' }), demands: [500, 1500, 3000, 4500, 6000] },
  {
    name: 'grid, right before left',
    map: () => grid({ crossings: 'priority' }),
    priority: 'right_before_left',
    demands: [1500, 3000, 4500, 6000],
  },
  {
    name: 'grid, arterials without lights',
    map: () => grid({ crossings: 'priority', arterial: true }),
    demands: [500, 1500, 3000, 4500],
  },
  { name: 'grid, one roundabout', map: () => grid({ crossings: 'one-roundabout' }), demands: [1500, 2500, 3500] },
  { name: 'grid, roundabouts', map: () => grid({ crossings: 'roundabouts' }), demands: [1500, 3000, 4500] },
  { name: 'blocks of 150 m', map: () => grid({ block: 150 }), demands: [1500, 3500] },
  { name: 'blocks of 400 m', map: () => grid({ block: 400 }), demands: [3000, 5000] },
  { name: 'other programmes', map: () => retimed(grid(), [45, 4, 2, 20, 4, 2]), demands: [1500, 3500] },
  { name: 'T-junctions', map: () => grid({ tees: true }), demands: [1500, 3000] },
  { name: 'T-junctions without lights', map: () => grid({ tees: true, crossings: 'priority' }), demands: [1500, 3000] },
  { name: 'unbalanced', map: () => grid(), inward: 0.4, demands: [1000, 2500] },
  { name: 'peaked hour', map: () => grid(), peaked: true, demands: [1500, 3000] },
  { name: 'arterial with side streets', map: arterial, demands: [1000, 2000, 3000] },
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
    map: async (data) => (await buildCity(join(data, CITIES.harrisburg))).map,
    demands: [1000, 2500, 5000],
  },
];

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
  { inward = 0, peaked = false, seed = 1 }: Pick<TrafficCase, 'inward' | 'peaked' | 'seed'> = {},
): TripEnds[] {
  const random = new Random(seed);
  const lanes = firstLanes(map);
  const corner = lanes.slice(0, Math.ceil(lanes.length / 12));
  const trips: TripEnds[] = [];
  while (trips.length < cars) {
    const from = lanes[random.integer(lanes.length)]!;
    const at = peaked ? (random.next() + random.next()) / 2 : random.next();
    const list = random.next() < inward ? corner : lanes;
    const to = list[random.integer(list.length)]!;
    if (from === to) continue;
    const s = (lane: number) => Math.min(INSET, map.lanes.length[lane]! / 2);
    trips.push({
      from: [{ lane: from, s: s(from) }],
      to: [{ lane: to, s: map.lanes.length[to]! - s(to) }],
      departure: Math.round(at * HOUR),
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
