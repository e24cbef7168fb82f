import { type Limits, limitOf, UserError } from '@itinera/base';
import { Drops, describeDrops } from '../drops.js';
import { MISSING, readGtfsTable } from './csv-table.js';
import type { GtfsFeed, RouteColumns, StopColumns, TransferColumns } from './gtfs-feed.js';
import { type GtfsFiles, openGtfs } from './gtfs-files.js';
import { IdRows } from './id-rows.js';
import { readServices } from './read-services.js';
import { readGtfsTrips } from './read-trips.js';

/**
 * Reads a GTFS feed: a zip archive or a folder. Invalid rows are left out and counted.
 * @param limits `ratio`: unpacked bytes per byte of an archive, beyond 64 MiB
 * @throws UserError if a required file is missing, or no trip can be used
 */
export async function readGtfs(path: string, limits: Limits = {}): Promise<GtfsFeed> {
  const files = await openGtfs(path, limits);
  try {
    return await readFeed(files);
  } finally {
    await files.close();
  }
}

async function readFeed(files: GtfsFiles): Promise<GtfsFeed> {
  const missing = ['stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt'].filter((f) => !files.files.includes(f));
  if (!files.files.includes('calendar.txt') && !files.files.includes('calendar_dates.txt'))
    missing.push('calendar.txt (or calendar_dates.txt)');
  if (missing.length > 0) {
    const has = files.files.length === 0 ? 'no tables at all' : files.files.join(', ');
    const [archive] = files.archives;
    throw new UserError(
      `${files.name}: ${missing.join(' and ')} missing, which GTFS requires; found ${has}. ` +
        (archive === undefined
          ? 'Pass the whole feed, as a zip archive or a folder.'
          : `It contains ${archive}: pass that archive.`),
    );
  }
  const drops = new Drops();
  const { zone: timeZone, names: agencies } = await readAgencies(files, drops);
  const stopIds = new IdRows();
  const stops = await readStops(files, stopIds, drops);
  const routeIds = new IdRows();
  const routes = await readRoutes(files, routeIds, agencies, drops);
  const serviceIds = new IdRows();
  const services = await readServices(files, serviceIds, drops);
  const trips = await readGtfsTrips(files, { stopIds, routeIds, serviceIds }, drops);
  if (trips.routes.length === 0)
    throw new UserError(`${files.name}: no trip can be used. ${describe(drops)} Check the feed, or use another.`);
  const unused = files.files.filter((file) => !TABLES.has(file)).sort();
  if (unused.length > 0) drops.add('unused tables', () => unused.join(', '), unused.length);
  const transfers = await readTransfers(files, stopIds, stops.parents, drops);
  return { name: files.name, timeZone, stops, routes, services, trips, transfers, dropped: drops.counts };
}

/** The tables that are read. */
const TABLES = new Set(
  'agency stops routes trips stop_times calendar calendar_dates frequencies transfers'
    .split(' ')
    .map((name) => `${name}.txt`),
);

function describe(drops: Drops): string {
  const parts = describeDrops(drops.counts);
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}.`;
}

/** The time zone of the first agency, and the names of all by id. */
async function readAgencies(files: GtfsFiles, drops: Drops) {
  let zone = '';
  const names = new Map<string, string>();
  if (!files.files.includes('agency.txt')) return { zone, names };
  await readGtfsTable(files, 'agency.txt', ['agency_timezone', 'agency_name', 'agency_id'], [], (row) => {
    const own = row.text(0);
    names.set(row.text(2), row.text(1));
    if (zone === '') zone = own;
    else if (own !== '' && own !== zone)
      drops.add(`time zones of further agencies, whose times are treated as those of ${zone}`, () => own);
  });
  return { zone, names };
}

async function readStops(files: GtfsFiles, ids: IdRows, drops: Drops): Promise<StopColumns> {
  const columns = ['stop_id', 'stop_name', 'stop_lon', 'stop_lat', 'parent_station'];
  const [texts, names]: [string[], string[]] = [[], []];
  const [lon, lat, parentNumbers]: [number[], number[], number[]] = [[], [], []];
  await readGtfsTable(files, 'stops.txt', columns, ['stop_id'], (row) => {
    const id = row.intern(0, ids.pool);
    if (id === 0) return drops.add('stops without an id', () => `line ${row.line}`);
    if (!ids.add(id, texts.length)) return drops.add('stops with a duplicate id', () => row.text(0));
    const [x, y] = [row.number(2), row.number(3)];
    // Feeds use 0, 0 for unknown positions.
    const isPlace = Math.abs(x) <= 180 && Math.abs(y) <= 90 && (x !== 0 || y !== 0);
    if (!isPlace) drops.add('stops without a position', () => row.text(0));
    texts.push(row.text(0));
    names.push(row.text(1));
    lon.push(isPlace ? x : NaN);
    lat.push(isPlace ? y : NaN);
    parentNumbers.push(row.intern(4, ids.pool));
  });
  const parents = Int32Array.from(parentNumbers, (number) => (number === 0 ? -1 : ids.row(number)));
  parents.forEach((parent, stop) => {
    if (parent < 0 && parentNumbers[stop] !== 0) drops.add('stops at unknown stations', () => texts[stop]!);
    // A station has no station: this also breaks cycles.
    if (parent === stop || (parent >= 0 && parentNumbers[parent] !== 0 && parents[parent] === stop)) {
      parents[stop] = -1;
      drops.add('stops that are their own station', () => texts[stop]!);
    }
  });
  return { ids: texts, names, lon: Float64Array.from(lon), lat: Float64Array.from(lat), parents };
}

async function readRoutes(
  files: GtfsFiles,
  ids: IdRows,
  agencies: ReadonlyMap<string, string>,
  drops: Drops,
): Promise<RouteColumns> {
  const columns = ['route_id', 'route_short_name', 'route_long_name', 'route_type', 'agency_id'];
  const text = (): string[] => [];
  const made = { ids: text(), names: text(), longNames: text(), agencyIds: text(), agencies: text() };
  // A feed of one agency may leave its id out.
  const [only = ''] = agencies.size === 1 ? agencies.keys() : [];
  const types: number[] = [];
  await readGtfsTable(files, 'routes.txt', columns, ['route_id', 'route_type'], (row) => {
    const id = row.intern(0, ids.pool);
    if (id === 0) return drops.add('routes without an id', () => `line ${row.line}`);
    const type = row.integer(3);
    if (!(type >= 0)) return drops.add('routes without a type', () => row.text(0));
    if (!ids.add(id, types.length)) return drops.add('routes with a duplicate id', () => row.text(0));
    made.ids.push(row.text(0));
    made.names.push(row.text(1) || row.text(2) || row.text(0));
    made.longNames.push(row.text(2));
    const agency = row.isEmpty(4) ? only : row.text(4);
    made.agencyIds.push(agency);
    made.agencies.push(agencies.get(agency) ?? '');
    types.push(type);
  });
  return { ...made, types: Int32Array.from(types) };
}

/** Kinds of transfers by `transfer_type`. */
const Transfer = { RECOMMENDED: 0, TIMED: 1, WITH_TIME: 2, IMPOSSIBLE: 3 } as const;

/** Memory for a transfer between two stops until it is in the timetable, in bytes. */
const TRANSFER_BYTES = 128;

async function readTransfers(
  files: GtfsFiles,
  ids: IdRows,
  parents: Int32Array,
  drops: Drops,
): Promise<TransferColumns> {
  const made = { from: [] as number[], to: [] as number[], seconds: [] as number[] };
  const columns = ['from_stop_id', 'to_stop_id', 'transfer_type', 'min_transfer_time'];
  const specific = ['from_route_id', 'to_route_id', 'from_trip_id', 'to_trip_id'];
  /** The stops of a station, or the stop itself. */
  const platforms = new Map<number, number[]>();
  parents.forEach((parent, stop) => {
    const others = platforms.get(parent);
    if (others) others.push(stop);
    else if (parent >= 0) platforms.set(parent, [stop]);
  });
  const placesOf = (stop: number) => [stop, ...(platforms.get(stop) ?? [])];
  if (files.files.includes('transfers.txt'))
    await readGtfsTable(files, 'transfers.txt', [...columns, ...specific], [], (row) => {
      const type = row.isEmpty(2) ? Transfer.RECOMMENDED : row.integer(2);
      if (specific.some((_, i) => !row.isEmpty(4 + i)) || type > Transfer.IMPOSSIBLE)
        return drops.add('transfers between specific trips or routes', () => `line ${row.line}`);
      const [from, to] = [ids.row(row.intern(0, ids.pool)), ids.row(row.intern(1, ids.pool))];
      if (from < 0 || to < 0) return drops.add('transfers at unknown stops', () => `${row.text(0)} to ${row.text(1)}`);
      const time = row.integer(3);
      if (!(type >= 0) || Number.isNaN(time))
        return drops.add('transfers of an unknown type or time', () => `line ${row.line}`);
      const seconds = type === Transfer.IMPOSSIBLE ? -1 : time === MISSING ? 0 : time;
      const [starts, ends] = [placesOf(from), placesOf(to)];
      const pairs = starts.length * ends.length;
      if (made.from.length + pairs > limitOf('transfers') || pairs * TRANSFER_BYTES > files.budget.left)
        return drops.add('transfers beyond the limit', () => `${row.text(0)} to ${row.text(1)}`);
      files.budget.spend(pairs * TRANSFER_BYTES);
      for (const a of starts)
        for (const b of ends) {
          made.from.push(a);
          made.to.push(b);
          made.seconds.push(seconds);
        }
    });
  return {
    from: Int32Array.from(made.from),
    to: Int32Array.from(made.to),
    seconds: Int32Array.from(made.seconds),
  };
}
