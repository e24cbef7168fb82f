import { type FileBudget, limitOf, SECONDS_PER_DAY } from '@itinera/base';
import { groupByRow } from '../../map/grouped-rows.js';
import { NumberList } from '../../map/number-list.js';
import type { Drops } from '../drops.js';
import { MISSING, readGtfsTable } from './csv-table.js';
import { NO_DROP_OFF, NO_PICKUP, type TripColumns } from './gtfs-feed.js';
import type { GtfsFiles } from './gtfs-files.js';
import { IdRows } from './id-rows.js';
import { cleanTrip, type StopTimes } from './trip-times.js';

/** The ids that trips and stop times refer to. */
export interface Referred {
  readonly stopIds: IdRows;
  readonly routeIds: IdRows;
  readonly serviceIds: IdRows;
}

interface TripRows {
  readonly ids: IdRows;
  readonly texts: string[];
  readonly routes: number[];
  readonly services: number[];
  readonly directions: number[];
  readonly headsigns: string[];
  /** -1 without one. */
  readonly blocks: number[];
}

/** Reads trips.txt, stop_times.txt and frequencies.txt. */
export async function readGtfsTrips(files: GtfsFiles, referred: Referred, drops: Drops): Promise<TripColumns> {
  const trips = await readTripRows(files, referred, drops);
  const times = await readStopTimes(files, trips, referred.stopIds, drops);
  const headways = await readFrequencies(files, trips, drops);
  return joinTrips(trips, times, headways, files.budget, drops);
}

async function readTripRows(files: GtfsFiles, { routeIds, serviceIds }: Referred, drops: Drops): Promise<TripRows> {
  const trips: TripRows = {
    ids: new IdRows(),
    texts: [],
    routes: [],
    services: [],
    directions: [],
    headsigns: [],
    blocks: [],
  };
  const columns = ['trip_id', 'route_id', 'service_id', 'direction_id', 'trip_headsign', 'block_id'];
  const blocks = new Map<string, number>();
  await readGtfsTable(files, 'trips.txt', columns, columns.slice(0, 3), (row) => {
    const id = row.intern(0, trips.ids.pool);
    const route = routeIds.row(row.intern(1, routeIds.pool));
    const service = serviceIds.row(row.intern(2, serviceIds.pool));
    const name = () => row.text(0);
    if (id === 0) return drops.add('trips without an id', () => `line ${row.line}`);
    if (route < 0) return drops.add('trips of an unknown route', name);
    if (service < 0) return drops.add('trips of an unknown service', name);
    if (!trips.ids.add(id, trips.routes.length)) return drops.add('trips with a duplicate id', name);
    trips.texts.push(row.text(0));
    trips.routes.push(route);
    trips.services.push(service);
    trips.directions.push(row.integer(3) === 1 ? 1 : 0);
    trips.headsigns.push(row.text(4));
    const blockId = row.isEmpty(5) ? undefined : row.text(5);
    const block = blockId === undefined ? -1 : (blocks.get(blockId) ?? blocks.size);
    if (blockId !== undefined) blocks.set(blockId, block);
    trips.blocks.push(block);
  });
  return trips;
}

async function readStopTimes(
  files: GtfsFiles,
  trips: TripRows,
  stopIds: IdRows,
  drops: Drops,
): Promise<StopTimes & { trips: Int32Array }> {
  const list = () => new NumberList(Int32Array);
  const made = { trips: list(), stops: list(), sequences: list(), arrivals: list(), departures: list() };
  const flags = new NumberList(Uint8Array);
  const distances = new NumberList(Float64Array);
  const columns = ['trip_id', 'stop_id', 'stop_sequence', 'arrival_time', 'departure_time'];
  const all = [...columns, 'pickup_type', 'drop_off_type', 'shape_dist_traveled'];
  await readGtfsTable(files, 'stop_times.txt', all, columns, (row) => {
    const where = () => `line ${row.line}`;
    const trip = trips.ids.row(row.intern(0, trips.ids.pool));
    if (trip < 0) return drops.add('stop times of unknown or omitted trips', where);
    const stop = stopIds.row(row.intern(1, stopIds.pool));
    if (stop < 0) return drops.add('stop times at unknown stops', where);
    const sequence = row.integer(2);
    let [arrival, departure] = [row.time(3), row.time(4)];
    if (!(sequence >= 0) || Number.isNaN(arrival + departure))
      return drops.add('stop times without a sequence or with an invalid time', where);
    if (arrival === MISSING) arrival = departure;
    if (departure === MISSING) departure = arrival;
    made.trips.push(trip);
    made.stops.push(stop);
    made.sequences.push(sequence);
    made.arrivals.push(arrival);
    made.departures.push(departure);
    const [pickup, dropOff] = [row.integer(5), row.integer(6)];
    if (pickup > 1 || dropOff > 1)
      drops.add('stops by arrangement with driver or agency, which count as served', where);
    flags.push((pickup === 1 ? NO_PICKUP : 0) | (dropOff === 1 ? NO_DROP_OFF : 0));
    distances.push(row.isEmpty(7) ? Number.NaN : row.number(7));
  });
  return {
    trips: made.trips.view(),
    stops: made.stops.view(),
    sequences: made.sequences.view(),
    arrivals: made.arrivals.view(),
    departures: made.departures.view(),
    flags: flags.view(),
    distances: distances.view(),
  };
}

/** Departures of a trip with headways: seconds, in addition to its own times. */
type Headways = ReadonlyMap<number, { start: number; end: number; every: number }[]>;

async function readFrequencies(files: GtfsFiles, trips: TripRows, drops: Drops): Promise<Headways> {
  const headways = new Map<number, { start: number; end: number; every: number }[]>();
  const known = new Set<string>();
  if (!files.files.includes('frequencies.txt')) return headways;
  const columns = ['trip_id', 'start_time', 'end_time', 'headway_secs'];
  await readGtfsTable(files, 'frequencies.txt', columns, columns, (row) => {
    const trip = trips.ids.row(row.intern(0, trips.ids.pool));
    if (trip < 0) return drops.add('frequencies of unknown or omitted trips', () => `line ${row.line}`);
    const [start, end, every] = [row.time(1), row.time(2), row.integer(3)];
    if (!(start >= 0 && end > start && every > 0))
      return drops.add('frequencies without a headway, or with reversed times', () => `line ${row.line}`);
    if (end - start > MAX_FREQUENCY)
      return drops.add('frequencies that last more than a week', () => `line ${row.line}`);
    const key = `${trip} ${start} ${end} ${every}`;
    if (known.has(key)) return drops.add('duplicate frequencies', () => `line ${row.line}`);
    known.add(key);
    const others = headways.get(trip);
    if (others) others.push({ start, end, every });
    else headways.set(trip, [{ start, end, every }]);
  });
  return headways;
}

const MAX_FREQUENCY = 7 * SECONDS_PER_DAY;
/** Memory for a departure until it is in the timetable, in bytes. */
const [DEPARTURE_BYTES, STOP_TIME_BYTES] = [384, 64];

function joinTrips(
  trips: TripRows,
  times: StopTimes & { trips: Int32Array },
  headways: Headways,
  budget: FileBudget,
  drops: Drops,
): TripColumns {
  const byTrip = groupByRow(trips.routes.length, times.trips);
  const list = () => new NumberList(Int32Array);
  const made = {
    routes: list(),
    services: list(),
    blocks: list(),
    offsets: list(),
    stops: list(),
    arrivals: list(),
    departures: list(),
  };
  const directions = new NumberList(Uint8Array);
  const flags = new NumberList(Uint8Array);
  const headsigns: string[] = [];
  made.offsets.push(0);
  trips.routes.forEach((route, trip) => {
    const rows = byTrip.items.subarray(byTrip.offsets[trip], byTrip.offsets[trip + 1]);
    const clean = cleanTrip(times, rows);
    if (typeof clean === 'string') {
      drops.add(clean, () => trips.texts[trip]!);
      return;
    }
    const runs = headways.get(trip);
    const add = (shift: number): void => {
      made.routes.push(route);
      made.services.push(trips.services[trip]!);
      // Of trips by headway, no one knows which vehicle continues.
      made.blocks.push(runs === undefined ? trips.blocks[trip]! : -1);
      directions.push(trips.directions[trip]!);
      headsigns.push(trips.headsigns[trip]!);
      clean.rows.forEach((row, i) => {
        made.stops.push(times.stops[row]);
        made.arrivals.push(clean.arrivals[i]! + shift);
        made.departures.push(clean.departures[i]! + shift);
        flags.push(times.flags[row]);
      });
      made.offsets.push(made.stops.length);
    };
    if (runs === undefined) add(0);
    for (const { start, end, every } of runs ?? []) {
      const count = Math.ceil((end - start) / every);
      const room = Math.floor((limitOf('stopTimes') - made.stops.length) / clean.rows.length);
      const cost = DEPARTURE_BYTES + STOP_TIME_BYTES * clean.rows.length;
      const affordable = Math.floor(budget.left / cost);
      const most = Math.max(0, Math.min(count, room, affordable, limitOf('departures') - made.routes.length));
      budget.spend(most * cost);
      for (let i = 0; i < most; i++) add(start + i * every - clean.departures[0]!);
      if (most < count) drops.add('departures by headway beyond the limit', () => trips.texts[trip]!, count - most);
    }
  });
  return {
    routes: made.routes.view(),
    services: made.services.view(),
    blocks: made.blocks.view(),
    directions: directions.view(),
    headsigns,
    offsets: made.offsets.view(),
    stops: made.stops.view(),
    arrivals: made.arrivals.view(),
    departures: made.departures.view(),
    flags: flags.view(),
  };
}
