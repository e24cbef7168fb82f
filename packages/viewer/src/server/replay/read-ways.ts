import { existsSync } from 'node:fs';
import {
  type CityMap,
  createWorld,
  type LaneStretch,
  type LaneWay,
  MotionStatus,
  type Trip,
  TripMode,
  type World,
} from '@itinera/city';
import {
  decodeRoutes,
  decodeTrips,
  type RunFolder,
  type RunManifest,
  type TripRow,
  type TripTable,
  tripRows,
  tripWays,
} from '@itinera/run';
import { Mode } from '../../wire/replay.js';
import { groupBy, tableOf } from '../run-list.js';

/** The mode of a stretch; in the documents, trips by bike have the number of walking. */
function modeOf(status: number, tripMode: string): number {
  if (status === MotionStatus.DRIVING) return Mode.CAR;
  if (status === MotionStatus.PASSENGER || status === MotionStatus.RAIL_TRANSIT) return Mode.TRANSIT;
  return tripMode === 'BIKE_WALK' ? Mode.BIKE : Mode.FOOT;
}

/** The routes of each person in a group, in order of departure. */
export type WaysOf = Map<number, LaneWay[]>;

/** Reads the stored routes of a group's people, or recomputes them by moving people through the map. */
export interface WayReader {
  readonly source: 'routes' | 'replayed';
  read(group: number): WaysOf;
}

/** Reads the routes of a run if they are stored; otherwise recomputes them in a world. */
export function openWays(folder: RunFolder, makeWorld: () => World, endSecond: number): WayReader {
  if (existsSync(folder.tablePath('routes', 0))) return { source: 'routes', read: (group) => readGroup(folder, group) };
  const world = makeWorld();
  return { source: 'replayed', read: (group) => replayGroup(folder, group, world, endSecond) };
}

function tripsOf(folder: RunFolder, group: number): TripTable {
  return decodeTrips(...tableOf(folder, 'trips', group));
}

function readGroup(folder: RunFolder, group: number): WaysOf {
  const ways: WaysOf = new Map();
  const routes = decodeRoutes(...tableOf(folder, 'routes', group));
  for (const { trip, stretches } of tripWays(tripsOf(folder, group), routes))
    push(
      ways,
      trip,
      stretches.map((stretch) => ({ ...stretch, mode: modeOf(stretch.status, trip.mode) })),
    );
  return ways;
}

/**
 * Moves the people of a group through the map again: each departs and stops as recorded. Without congestion, times are
 * equal to the millisecond; with congestion, all people are moved together.
 */
function replayGroup(folder: RunFolder, group: number, world: World, endSecond: number): WaysOf {
  const rows = [...tripRows(tripsOf(folder, group))];
  const turns = rows.flatMap((row, i) => turnsOf(row, rows[i + 1]));
  if (world.coupled) turns.sort((a, b) => a.time - b.time);
  for (const { row, time, trips } of turns) {
    const { id, trip, origin } = row;
    if (trip === 0 && origin !== null && trips.length > 0) {
      world.addPerson(id, origin);
      world.keepRoutes(id);
    }
    if (world.coupled) world.advance(time);
    else world.advancePerson(id, time);
    world.setSchedule(id, trips, { stops: trips.length === 0 });
  }
  const end = endSecond * 1000;
  if (world.coupled) world.advance(end);
  const ways: WaysOf = new Map();
  for (const [id, trips] of groupBy(rows, (row) => row.id)) {
    if (!world.coupled) world.advancePerson(id, end);
    const routes = world.takeRoutes(id);
    trips.forEach((trip, i) => {
      const stretches = routes[i]?.map((stretch) => ({
        mode: modeOf(stretch.status, trip.mode),
        begin: stretch.begin / 1000,
        startS: stretch.startS,
        endS: stretch.endS,
        lanes: stretch.laneIds,
        backward: stretch.backward,
        entered: stretch.entered,
        reached: stretch.reached,
      }));
      if (stretches !== undefined) push(ways, trip, stretches);
    });
    world.takeEvents(id);
  }
  return ways;
}

/** The departure of a trip, and its end if it was stopped on the way and no other trip followed. */
function turnsOf(row: TripRow, next: TripRow | undefined): { row: TripRow; time: number; trips: Trip[] }[] {
  const { id, departure, destination, mode, seconds, ended } = row;
  const [time, end] = [departure, departure + seconds].map((at) => Math.round(at * 1000)) as [number, number];
  const trip = { aoiId: destination, departure: time, mode: TripMode[mode as keyof typeof TripMode] };
  const isTurn = next?.id === id && Math.round(next.departure * 1000) === end;
  const departs = { row, time, trips: [trip] };
  return ended === 'interrupted' && !isTurn ? [departs, { row, time: end, trips: [] }] : [departs];
}

function push(ways: WaysOf, trip: TripRow, stretches: readonly LaneStretch[]): void {
  const { id, departure, arrival, seconds, origin, destination } = trip;
  const end = arrival ?? departure + seconds;
  const way: LaneWay = { departure, end, arrived: arrival !== null, origin, destination, stretches };
  const own = ways.get(id);
  if (own === undefined) ways.set(id, [way]);
  else own.push(way);
}

/** A world for routes that are recomputed. */
export function worldFor(
  map: CityMap,
  { seed, congestion, movement }: RunManifest,
  routing: Parameters<typeof createWorld>[2],
): World {
  return createWorld(map, { ...movement, seed, congestion }, routing);
}
