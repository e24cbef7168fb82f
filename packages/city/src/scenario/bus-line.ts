import type { GtfsFeed } from '../transit/gtfs/gtfs-feed.js';
import type { BusLine } from './scenario.js';

/** Streets are longer than straight lines: Ballou et al. 2002, doi:10.1016/S0965-8564(01)00044-1, United States. */
const DETOUR = 1.2;
const METRES_PER_DEGREE = 111_195;
const BUS = 3;
/** Every day. */
const ALL_DAYS = 0b1111111;

/**
 * The line as a feed: the same departures every day.
 * @param days first and last day of its calendar
 */
export function busLineFeed(line: BusLine, [firstDay, lastDay]: readonly [number, number]): GtfsFeed {
  const { name, stops, headway, bothWays } = line;
  const orders = [stops.map((_, i) => i), ...(bothWays ? [stops.map((_, i) => stops.length - 1 - i)] : [])];
  const [rows, arrivals, directions, offsets]: [number[], number[], number[], number[]] = [[], [], [], [0]];
  orders.forEach((order, direction) => {
    const times = timesAlong(line, order);
    for (let start = line.from; start <= line.to; start += headway) {
      order.forEach((stop, i) => {
        rows.push(stop);
        arrivals.push(start + times[i]!);
      });
      directions.push(direction);
      offsets.push(rows.length);
    }
  });
  const trips = directions.length;
  const times = Int32Array.from(arrivals);
  return {
    name: `bus line ${name}`,
    timeZone: '',
    stops: {
      ids: stops.map((_, i) => `${name} ${i + 1}`),
      names: stops.map((_, i) => `${name}, stop ${i + 1}`),
      lon: Float64Array.from(stops, ([lon]) => lon),
      lat: Float64Array.from(stops, ([, lat]) => lat),
      parents: new Int32Array(stops.length).fill(-1),
    },
    routes: { ids: [name], names: [name], longNames: [''], agencyIds: [''], agencies: [''], types: Int32Array.of(BUS) },
    services: {
      weekdays: Uint8Array.of(ALL_DAYS),
      firstDay: Int32Array.of(firstDay),
      lastDay: Int32Array.of(lastDay),
      exceptionOffsets: Int32Array.of(0, 0),
      exceptionDays: new Int32Array(),
      exceptionRuns: new Uint8Array(),
    },
    trips: {
      routes: new Int32Array(trips),
      services: new Int32Array(trips),
      blocks: new Int32Array(trips).fill(-1),
      directions: Uint8Array.from(directions),
      headsigns: directions.map(() => ''),
      offsets: Int32Array.from(offsets),
      stops: Int32Array.from(rows),
      arrivals: times,
      departures: times,
      flags: new Uint8Array(rows.length),
    },
    transfers: { from: new Int32Array(), to: new Int32Array(), seconds: new Int32Array() },
    dropped: {},
  };
}

/** Seconds from the first stop to each. */
function timesAlong({ stops, speed }: BusLine, order: readonly number[]): number[] {
  let seconds = 0;
  return order.map((stop, i) => {
    if (i > 0) {
      const [a, b] = [stops[order[i - 1]!]!, stops[stop]!];
      const north = (b[1] - a[1]) * METRES_PER_DEGREE;
      const east = (b[0] - a[0]) * METRES_PER_DEGREE * Math.cos((a[1] * Math.PI) / 180);
      seconds += Math.max(1, Math.round((Math.hypot(north, east) * DETOUR) / (speed / 3.6)));
    }
    return seconds;
  });
}
