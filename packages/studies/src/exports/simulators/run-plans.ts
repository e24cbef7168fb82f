import { MotionStatus } from '@itinera/city';
import type { RouteRow, RunFolder, RunManifest, TripRow } from '@itinera/run';
import { peopleOf, readDatasetOfRun } from '@itinera/runner';
import type { Geography } from '../geography.js';
import { peopleOfRun } from '../people-of-run.js';
import { countRoads } from '../tables.js';

/** A trip by car along roads (ids). */
export interface CarTrip {
  readonly id: string;
  /** Seconds since the first midnight. */
  readonly departure: number;
  readonly seconds: number;
  readonly metres: number;
  readonly roads: readonly number[];
  /** Metres along the first road, and along the last. */
  readonly startS: number;
  readonly endS: number;
}

/** A person of a run with all trips; `car` of trips along a known route. */
export interface RunPlan {
  readonly profile: ReturnType<typeof peopleOf>[number];
  readonly trips: readonly { readonly trip: TripRow; readonly car: CarTrip | null }[];
}

/** Number of cars that entered a road (id) in an hour since the first midnight. */
export interface HourCount {
  readonly road: number;
  readonly hour: number;
  readonly count: number;
}

/** The people of a run, one after the other. */
export function* plansOfRun(folder: RunFolder, manifest: RunManifest, geography: Geography): Generator<RunPlan> {
  const profiles = peopleOf(readDatasetOfRun(manifest), manifest.people);
  const ids = profiles.map(({ id }) => id);
  const people = peopleOfRun(folder, manifest, ids, manifest.routes);
  for (const profile of profiles) {
    const { trips, routes } = people.next().value!;
    const legs = new Map(
      routes.filter(({ status }) => status === MotionStatus.DRIVING).map((route) => [route.trip, route]),
    );
    yield {
      profile,
      trips: trips.map((trip) => {
        const route = legs.get(trip.trip);
        return { trip, car: route === undefined ? null : carTripOf(trip, route, geography) };
      }),
    };
  }
}

function carTripOf({ id, trip, metres }: TripRow, route: RouteRow, geography: Geography): CarTrip | null {
  const { lanes, begin, startS, endS, reached } = route;
  const { map } = geography;
  const roads: number[] = [];
  let last = -1;
  for (const lane of lanes) {
    const road = geography.roadOfLane(lane);
    if (road >= 0 && road !== last) roads.push(map.roads.id[road]!);
    if (road >= 0) last = road;
  }
  if (roads.length === 0) return null;
  const isOnRoad = (lane: number) => geography.roadOfLane(lane) >= 0;
  return {
    id: `${id}_${trip}`,
    departure: begin,
    seconds: reached.at(-1)! / 1000,
    metres,
    roads,
    startS: isOnRoad(lanes[0]!) ? startS : 0,
    endS: isOnRoad(lanes.at(-1)!) ? endS : (map.lanes.length[map.laneIndex(lanes.at(-1)!)] ?? 0),
  };
}

/** The cars on each road by hour, over all days of a run. */
export function hourCounts(folder: RunFolder, manifest: RunManifest, geography: Geography): HourCount[] {
  const { roads } = geography.map;
  const { driving } = countRoads({ folder, manifest, geography: () => geography });
  return Array.from(driving.counts(), ({ road, hour, count }) => ({ road: roads.id[road]!, hour, count }));
}
