import { counted, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { MotionStatus } from '@itinera/city';
import {
  type LoggedRow,
  OdMatrix,
  RoadCounts,
  type RouteRow,
  type RunFolder,
  type RunManifest,
  readEvents,
  readRoutes,
  readRouteTables,
  readStatuses,
  readStatusTables,
  readTrips,
  readTripTables,
  type Stay,
  staysOf,
  type TripRow,
  type TripWay,
  tripWays,
} from '@itinera/run';
import type { ExportFeature, ExportGeometry, ExportRow, ExportTable } from './export-table.js';
import { type Geography, rounded } from './geography.js';
import { aoiZones, gridZones } from './zones.js';

/** The source of tables. */
export interface ExportSource {
  readonly folder: RunFolder;
  readonly manifest: RunManifest;
  /** Opens the geography; called only by tables and formats that require it. */
  readonly geography: () => Geography;
  /** Side of the squares of an origin–destination matrix in metres; null for AOIs. */
  readonly grid: number | null;
  /** Receives notes about a table. */
  readonly note: (message: string) => void;
}

function statuses({ folder, manifest }: ExportSource): ExportTable {
  const rows = () => readStatuses(folder, manifest) as Iterable<LoggedRow & ExportRow>;
  return {
    name: 'statuses',
    columns: {
      id: 'whole',
      day: 'whole',
      t: 'whole',
      lng: 'real',
      lat: 'real',
      parent_id: 'whole',
      action: 'text',
      status: 'whole',
    },
    rows,
    places: {
      layer: 'point',
      time: ({ day, t }) => Number(day) * SECONDS_PER_DAY + Number(t),
      colour: 'action',
      features: () => mapped(rows(), (row) => feature(row, pointAt([rounded(row.lng), rounded(row.lat)]))),
    },
  };
}

function events({ folder, manifest }: ExportSource): ExportTable {
  return {
    name: 'events',
    columns: {
      id: 'whole',
      time: 'real',
      kind: 'text',
      origin: 'whole',
      destination: 'whole',
      mode: 'text',
      reason: 'text',
      leg: 'text',
      subline: 'whole',
      seconds: 'real',
      metres: 'real',
    },
    rows: () => readEvents(folder, manifest) as Iterable<object> as Iterable<ExportRow>,
    places: null,
  };
}

function trips(source: ExportSource): ExportTable {
  return {
    name: 'trips',
    columns: {
      id: 'whole',
      trip: 'whole',
      departure: 'real',
      arrival: 'real',
      mode: 'text',
      origin: 'whole',
      destination: 'whole',
      seconds: 'real',
      metres: 'real',
      ended: 'text',
    },
    rows: () => readTrips(source.folder, source.manifest) as Iterable<TripRow & ExportRow>,
    places: {
      layer: 'trip',
      time: null,
      colour: 'mode',
      features: () => {
        const geography = source.geography();
        if (!source.manifest.routes)
          source.note(`${source.folder.name} has no routes: its trips are straight lines between places.`);
        return mapped(waysOf(source), (way) => feature(way.trip as TripRow & ExportRow, lineAlong(geography.way(way))));
      },
    },
  };
}

function routes(source: ExportSource): ExportTable {
  const { folder, manifest } = source;
  const cells = ({ startS, endS, ...row }: RouteRow): ExportRow => ({ ...row, start_s: startS, end_s: endS });
  return {
    name: 'routes',
    columns: {
      id: 'whole',
      trip: 'whole',
      status: 'whole',
      begin: 'real',
      start_s: 'real',
      end_s: 'real',
      lanes: 'wholes',
      backward: 'wholes',
      entered: 'wholes',
      reached: 'wholes',
    },
    rows: () => {
      requireRoutes(source);
      return mapped(readRoutes(folder, manifest), cells);
    },
    places: {
      layer: 'trip',
      time: null,
      colour: 'status',
      features: function* () {
        requireRoutes(source);
        const geography = source.geography();
        for (const { trip, stretches } of waysOf(source))
          for (const stretch of stretches) {
            const tripEnd = trip.arrival ?? trip.departure + trip.seconds;
            const end = Math.min(tripEnd, stretch.begin + stretch.reached.at(-1)! / 1000);
            const alone = {
              ...trip,
              origin: null,
              arrival: null,
              departure: stretch.begin,
              seconds: end - stretch.begin,
            };
            yield feature(cells(stretch), lineAlong(geography.way({ trip: alone, stretches: [stretch] })));
          }
      },
    },
  };
}

function staysTable(source: ExportSource): ExportTable {
  const { folder, manifest } = source;
  const features = function* (): Generator<ExportFeature> {
    const geography = source.geography();
    for (const [status, trip] of together(readStatusTables(folder, manifest), readTripTables(folder, manifest)))
      for (const stay of staysOf(status, trip) as Iterable<Stay & ExportRow>) {
        const at = geography.aoi(stay.place);
        yield feature({ ...stay, lng: at?.[0] ?? null, lat: at?.[1] ?? null }, at && pointAt(at));
      }
  };
  return {
    name: 'stays',
    columns: {
      id: 'whole',
      stay: 'whole',
      place: 'whole',
      arrival: 'real',
      departure: 'real',
      seconds: 'real',
      lng: 'real',
      lat: 'real',
    },
    rows: () => mapped(features(), ({ row }) => row),
    places: { layer: 'point', time: ({ arrival }) => Number(arrival), colour: null, features },
  };
}

function od(source: ExportSource): ExportTable {
  const features = function* (): Generator<ExportFeature> {
    const geography = source.geography();
    const zones = source.grid === null ? aoiZones(geography) : gridZones(geography, source.grid);
    const matrix = new OdMatrix((aoi) => zones.zoneOf(aoi));
    for (const table of readTripTables(source.folder, source.manifest)) matrix.add(table);
    if (matrix.left > 0)
      source.note(
        `${counted(matrix.left, 'trip is', 'trips are')} not in the matrix: started on a lane, did not arrive, or led off the map.`,
      );
    for (const { origin, destination, ...means } of matrix.pairs()) {
      const [from, to] = [zones.centre(origin), zones.centre(destination)];
      const row = {
        origin: zones.name(origin),
        destination: zones.name(destination),
        ...means,
        origin_lng: from?.[0] ?? null,
        origin_lat: from?.[1] ?? null,
        destination_lng: to?.[0] ?? null,
        destination_lat: to?.[1] ?? null,
      };
      yield feature(row, from && to && { type: 'LineString', coordinates: [from, to] });
    }
  };
  const zone = source.grid === null ? 'whole' : 'text';
  return {
    name: 'od',
    columns: {
      origin: zone,
      destination: zone,
      trips: 'whole',
      seconds: 'real',
      metres: 'real',
      origin_lng: 'real',
      origin_lat: 'real',
      destination_lng: 'real',
      destination_lat: 'real',
    },
    rows: () => mapped(features(), ({ row }) => row),
    places: { layer: 'arc', time: null, colour: 'trips', features },
  };
}

function roadCounts(source: ExportSource): ExportTable {
  const features = function* (): Generator<ExportFeature> {
    const geography = source.geography();
    const { roads } = geography.map;
    const counts = countRoads(source);
    for (const { road, hour, driving, walking } of sideBySide(counts.driving, counts.walking)) {
      const line = geography.road(road);
      const row = { road: roads.id[road]!, name: geography.map.text(roads.name[road]!), hour, driving, walking };
      yield feature(row, line.length > 1 ? { type: 'LineString', coordinates: line } : null);
    }
  };
  return {
    name: 'road-counts',
    columns: { road: 'whole', name: 'text', hour: 'whole', driving: 'whole', walking: 'whole' },
    rows: () => mapped(features(), ({ row }) => row),
    places: { layer: 'line', time: ({ hour }) => Number(hour) * 3600, colour: 'driving', features },
  };
}

/** The tables that can be exported, by name. */
export const exportTables = {
  statuses,
  events,
  trips,
  routes,
  stays: staysTable,
  od,
  'road-counts': roadCounts,
} as const;
export type ExportTableName = keyof typeof exportTables;

/**
 * Counts entries to each road of the map, by row and hour.
 * @throws UserError when the run has no routes.
 */
export function countRoads(source: Pick<ExportSource, 'folder' | 'manifest' | 'geography'>): {
  readonly driving: RoadCounts;
  readonly walking: RoadCounts;
} {
  requireRoutes(source);
  const geography = source.geography();
  const roadOf = (lane: number) => geography.roadOfLane(lane);
  const counts = { [MotionStatus.DRIVING]: new RoadCounts(roadOf), [MotionStatus.WALKING]: new RoadCounts(roadOf) };
  for (const stretch of readRoutes(source.folder, source.manifest)) counts[stretch.status as 2 | 3]?.add(stretch);
  return { driving: counts[MotionStatus.DRIVING], walking: counts[MotionStatus.WALKING] };
}

/** Merges the counts of both, by hour and then by road. */
function* sideBySide(driving: RoadCounts, walking: RoadCounts) {
  const rows = new Map<string, { road: number; hour: number; driving: number; walking: number }>();
  for (const [way, counts] of [['driving', driving] as const, ['walking', walking] as const])
    for (const { road, hour, count } of counts.counts()) {
      const key = `${hour} ${road}`;
      const row = rows.get(key) ?? { road, hour, driving: 0, walking: 0 };
      row[way] = count;
      rows.set(key, row);
    }
  yield* [...rows.values()].sort((a, b) => a.hour - b.hour || a.road - b.road);
}

/** Yields the routes of all trips; one group of people is in memory at a time. */
function* waysOf({ folder, manifest }: ExportSource): Generator<TripWay> {
  if (!manifest.routes) {
    for (const table of readTripTables(folder, manifest)) yield* tripWays(table, null);
    return;
  }
  for (const [trip, route] of together(readTripTables(folder, manifest), readRouteTables(folder, manifest)))
    yield* tripWays(trip, route);
}

/** @throws UserError when the run has none. */
export function requireRoutes({ folder, manifest }: Pick<ExportSource, 'folder' | 'manifest'>): void {
  if (manifest.routes) return;
  throw new UserError(
    `${folder.name} has no routes, so the roads of its trips are unknown. Run it again with --routes.`,
  );
}

function feature(row: ExportRow, geometry: ExportGeometry | null): ExportFeature {
  return { row, geometry };
}

function pointAt(coordinates: readonly [number, number]): ExportGeometry {
  return { type: 'Point', coordinates };
}

/** A line has at least two points. */
function lineAlong({ coordinates, times }: ReturnType<Geography['way']>): ExportGeometry | null {
  return coordinates.length > 1 ? { type: 'LineString', coordinates, times } : null;
}

function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

function* together<A, B>(a: Iterable<A>, b: Iterable<B>): Generator<readonly [A, B]> {
  const others = b[Symbol.iterator]();
  for (const item of a) yield [item, others.next().value as B];
}
