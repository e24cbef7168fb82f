import {
  AoiType,
  buildRoutingData,
  CityMap,
  createWorld,
  FirstId,
  type LanePlace,
  type MovementSettings,
  type RoutingData,
  resolveMovementOptions,
  type TripMode,
} from '@itinera/city';

/** A trip between places on lanes; if there are several, the best pair is used. */
export interface TripEnds {
  readonly from: readonly LanePlace[];
  readonly to: readonly LanePlace[];
  /** Milliseconds since midnight. */
  readonly departure: number;
  readonly mode: TripMode;
}

/** The outcome of a trip. */
export interface TripMade {
  readonly metres: number;
  readonly seconds: number;
  /** The part of them spent at red lights and in queues, seconds. */
  readonly waiting: number;
  /** Ids of the lanes driven. */
  readonly laneIds: readonly number[];
}

/** Requirements of trips in addition to the map. */
export interface TripOptions {
  readonly settings?: MovementSettings;
  /** Routing data for the same map and settings; built here by default. */
  readonly routing?: RoutingData;
  /** More people on the same roads, one per trip. Their trips are not returned. */
  readonly others?: readonly TripEnds[];
}

/**
 * Simulates trips on a map, one person per trip. @returns the outcome of each, in their order; null if there is no
 * route
 */
export function makeTrips(
  map: CityMap,
  trips: readonly TripEnds[],
  { settings = {}, routing, others = [] }: TripOptions = {},
): (TripMade | null)[] {
  const all = [...trips, ...others];
  const city = withEnds(map, all);
  const options = resolveMovementOptions({ startOverheadSeconds: 0, ...settings });
  const world = createWorld(city, options, routing ?? buildRoutingData(city, { ...options, hierarchies: false }));
  all.forEach(({ departure, mode }, person) => {
    world.addPerson(person, FirstId.AOI + 2 * person);
    world.setSchedule(person, [{ aoiId: FirstId.AOI + 2 * person + 1, departure, mode }]);
    if (person < trips.length) world.keepRoutes(person);
  });
  world.advance(Number.MAX_SAFE_INTEGER);
  const made: (TripMade | null)[] = trips.map(() => null);
  for (const event of world.takeEvents()) {
    if (event.kind !== 'arrival' || event.person >= trips.length) continue;
    let waiting = 0;
    const stretches = world.takeRoutes(event.person).flat();
    for (const { entered, reached } of stretches)
      for (let i = 1; i < entered.length; i++) waiting += entered[i]! - reached[i - 1]!;
    const laneIds = stretches.flatMap((stretch) => [...stretch.laneIds]);
    made[event.person] = { metres: event.metres, seconds: event.seconds, waiting: waiting / 1000, laneIds };
  }
  return made;
}

/** The streets of a map with an AOI at each end of each trip, instead of the map's own AOIs. */
function withEnds(map: CityMap, trips: readonly TripEnds[]): CityMap {
  const aois = trips
    .flatMap(({ from, to }) => [from, to])
    .map((places, i) => {
      const gates = places.map(({ lane, s }) => ({ laneId: map.lanes.id[lane]!, s }));
      const points = places.map(({ lane }) => firstPoint(map, lane));
      return {
        id: FirstId.AOI + i,
        type: AoiType.OTHER,
        drivingPositions: gates,
        walkingPositions: gates,
        drivingGates: points,
        walkingGates: points,
        positions: points.slice(0, 1),
        poiIds: [],
        name: '',
        sublineIds: [],
      };
    });
  return CityMap.fromMessage({ ...map.toMessage(), aois, pois: [] });
}

function firstPoint(map: CityMap, lane: number) {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const first = 2 * offsets[lane]!;
  return { x: xy[first]!, y: xy[first + 1]! };
}
