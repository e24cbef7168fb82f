import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { buildRoutingDataInThreads, calibrateSpeeds, type MovementSettings, TripMode } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { medianOf, quantile, show, tableOf, withInterval } from './figures.js';
import { PlaceFinder } from './places.js';
import { makeTrips, type TripEnds, type TripMade } from './trips.js';

export const TAXI_FILES = ['porto-taxi-2013/trips-odd.csv', 'osm-porto-roads/porto_portugal.osm.pbf'] as const;
/** Between two points of a taxi. */
const SECONDS = 15;
/** Portugal's summer time. */
const UTC_OFFSET = 3600;
const LEAST_SECONDS = 120;
const LEAST_METRES = 500;
const FASTEST = 130 / 3.6;
/** First hours of the rows of the table; the last value ends it. */
const HOURS = [1, 6, 7, 8, 9, 10.25];
/** Cars per hour on the roads from 7:00 to 10:15, and the simulated share. */
const TRAFFIC = [20_000, 40_000];
const SAMPLE = 0.2;
const HOUR = 3_600_000;

interface TaxiTrip {
  /** lon, lat per point. */
  readonly points: readonly (readonly [number, number])[];
  /** Local hour of the day. */
  readonly hour: number;
  readonly seconds: number;
  /** Along the points. */
  readonly metres: number;
}

/** Travel times of taxis in Porto, 1 July 2013, compared with the same trips here, with and without other cars. */
export async function taxiTable(data: string): Promise<string> {
  const observed = readTaxis(join(data, TAXI_FILES[0]));
  const { map } = await buildCity(join(data, TAXI_FILES[1]));
  const finder = new PlaceFinder(map);
  const trips = observed.map(({ points, hour }) => ({
    from: finder.street(...points[0]!),
    to: finder.street(...points.at(-1)!),
    departure: Math.round(hour * HOUR),
    mode: TripMode.DRIVE_ONLY,
  }));
  const settings: MovementSettings = { routeCosts: 'driving-time' };
  const routing = await buildRoutingDataInThreads(map, { routeCosts: 'driving-time' });
  const ways: [string, (TripMade | null)[]][] = [['off', makeTrips(map, trips, { settings, routing })]];
  for (const cars of TRAFFIC) {
    const queue: MovementSettings = { ...settings, congestion: 'queue', sampleFactor: SAMPLE };
    const others = trafficOf(trips, cars * SAMPLE);
    ways.push([
      `queue, ${cars.toLocaleString('en-US')} cars per hour`,
      makeTrips(map, trips, { settings: queue, routing, others }),
    ]);
  }
  const rowOf = (name: string, isOf: (hour: number) => boolean) => {
    const rows = observed.flatMap(({ hour }, i) => (isOf(hour) ? [i] : []));
    const speeds = rows.map((i) => (observed[i]!.metres / observed[i]!.seconds) * 3.6);
    const cells = ways.map(([, made]) => {
      const ratios = rows.flatMap((i) => (made[i] ? [made[i].seconds / observed[i]!.seconds] : []));
      return `${withInterval(medianOf(ratios), 2)}; ${show(quantile(ratios, 0.1), 2)}–${show(quantile(ratios, 0.9), 2)}`;
    });
    return [name, String(rows.length), show(quantile(speeds, 0.5), 1), ...cells];
  };
  const byHour = HOURS.slice(0, -1).map((from, i) => {
    const to = HOURS[i + 1]!;
    return rowOf(`${clock(from)}–${clock(to)}`, (hour) => hour >= from && hour < to);
  });
  const metres = observed.flatMap((taxi, i) => {
    const made = ways[0]![1][i];
    return made ? [made.metres / taxi.metres] : [];
  });
  return [
    `${observed.length} trips; the simulated routes are ${withInterval(medianOf(metres), 2)} times as long as the line through the taxi's points, in the median.`,
    '',
    tableOf(
      ['departure', 'trips', 'km/h observed', ...ways.map(([name]) => `\`congestion\` ${name}`)],
      [...byHour, rowOf('all', () => true)],
    ),
  ].join('\n');
}

/** Errors of the travel times of taxis by hour, before and after `asbench traffic calibrate`, of trips that it has not seen. */
export async function calibrationTable(data: string): Promise<string> {
  const { map } = await buildCity(join(data, TAXI_FILES[1]));
  const observed = readTaxis(join(data, TAXI_FILES[0])).map(({ points, hour, seconds }) => ({
    from: points[0]!,
    to: points.at(-1)!,
    departure: Math.round(hour * HOUR),
    seconds,
  }));
  const { hours, error, limitSpeedFactors, hourlySpeedFactors, trips } = calibrateSpeeds(map, observed);
  const percent = (share: number) => `${show(100 * share, 0)} %`;
  const limits = limitSpeedFactors?.map((factor) => show(factor, 2)).join(', ') ?? 'not used';
  const errors = (of: (hour: (typeof hours)[0]) => number) => {
    const all = hours.map((hour) => of(hour) - 1);
    return `${percent(Math.min(...all))} to ${percent(Math.max(...all))}`;
  };
  const factors = hours.map(({ hour }) => hourlySpeedFactors[hour]!);
  return tableOf(
    [
      'trips with a route',
      'hourly factors',
      'by limit',
      'median error by hour',
      'held out',
      'mean error of single trips',
      'held out',
    ],
    [
      [
        `${trips} of ${observed.length}`,
        `${show(Math.min(...factors), 2)} to ${show(Math.max(...factors), 2)}`,
        limits,
        errors(({ before }) => before),
        errors(({ after }) => after),
        percent(error.before),
        percent(error.after),
      ],
    ],
  );
}

/** Cars between the ends of random taxi trips, spread evenly over the morning. */
function trafficOf(taxis: readonly TripEnds[], carsPerHour: number): TripEnds[] {
  const [from, to] = [HOURS[2]! - 0.5, HOURS.at(-1)!];
  const random = new Random(1);
  const any = () => taxis[random.integer(taxis.length)]!;
  return Array.from({ length: Math.round(carsPerHour * (to - from)) }, () => ({
    from: any().from,
    to: any().to,
    departure: Math.round((from + random.next() * (to - from)) * HOUR),
    mode: TripMode.DRIVE_ONLY,
  }));
}

function readTaxis(path: string): TaxiTrip[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const timestamp = line.split('","')[5];
      const polyline = line.slice(line.lastIndexOf('"[') + 1, -1);
      const points = JSON.parse(polyline) as [number, number][];
      const steps = points.slice(1).map((point, i) => metresBetween(points[i]!, point));
      return {
        points,
        hour: ((Number(timestamp) + UTC_OFFSET) % 86_400) / 3600,
        seconds: steps.length * SECONDS,
        metres: steps.reduce((sum, step) => sum + step, 0),
      };
    })
    .filter(
      ({ points, seconds, metres }) =>
        seconds >= LEAST_SECONDS &&
        metres / seconds < FASTEST &&
        metresBetween(points[0]!, points.at(-1)!) >= LEAST_METRES,
    );
}

/** Distance on a sphere, for points near each other. */
function metresBetween([lon, lat]: readonly [number, number], [toLon, toLat]: readonly [number, number]): number {
  const degree = (6_371_008.8 * Math.PI) / 180;
  return Math.hypot((toLon - lon) * degree * Math.cos((lat * Math.PI) / 180), (toLat - lat) * degree);
}

function clock(hour: number): string {
  return `${Math.floor(hour)}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`;
}
