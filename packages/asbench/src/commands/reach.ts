import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import {
  accessOfAois,
  type CityMap,
  dateOf,
  dayOf,
  isochrones,
  openReach,
  projectionOf,
  REACH_MODES,
  type ReachMode,
  type ReachSettings,
  readMapFile,
  readTimetableFile,
  type Timetable,
  timetablePathOf,
} from '@itinera/city';
import { UserError } from '@itinera/metrics';
import { jobsByAoi, readPeopleTables } from '@itinera/people';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  COUNTED,
  type Opportunities,
  opportunitiesOf,
  writeAccess,
  writeIsochrones,
  writeTimes,
} from '../reach/reach-files.js';
import { readSpeeds } from './movement-options.js';
import { positiveNumber, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { ProgressLine } from './progress-line.js';
import { describeAccess, describeReach } from './reach-summary.js';
import { print } from './terminal.js';

interface Options {
  readonly map: string;
  readonly from?: LatLon;
  readonly minutes: readonly number[];
  readonly mode: ReachMode;
  readonly at: number;
  readonly date?: string;
  readonly window: number;
  readonly percentile: number;
  readonly speeds?: string;
  readonly jobs?: string;
  readonly threads?: number;
  readonly output?: string;
  readonly json?: true;
}

interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Minutes between departures by public transport. */
const HEADWAY = 5;
/** A place farther from any street is off the map, metres. */
const FARTHEST = 500;

/** `asbench reach`: where one gets from a point within some minutes, or what is within reach of every AOI. */
export default function addReach(program: Command): void {
  program
    .command('reach')
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .option('--from <lat,lng>', 'origin in degrees (default: every AOI)', latLon)
    .option('--minutes <list>', 'limits, such as 15,30,45', minutesList, [15, 30, 45])
    .addOption(new Option('--mode <mode>', 'car, walk, or pt: public transport').choices(REACH_MODES).default('car'))
    .option('--at <hh:mm>', 'departure', clockTime, 8 * 3600)
    .option('--date <day>', 'day of the timetable, YYYY-MM-DD (default: a Monday of its usual week)')
    .option('--window <minutes>', 'public transport: departures every 5 minutes from --at on', wholeNumber(0, 720), 60)
    .option('--percentile <number>', 'public transport: percentile of the times of these departures', percentile, 50)
    .option('--speeds <file>', 'car: hourly speed factors written by asbench calibrate-traffic')
    .option('--jobs <csv>', 'job grid: lon, lat, jobs (default: by POIs and land use)')
    .option('--threads <number>', 'number of threads (default: one per core)', wholeNumber(1))
    .option(
      '-o, --output <file>',
      'isochrones of --from (.geojson) or its times to AOIs (.csv, .parquet); without --from, a row per AOI',
      outputFile('.geojson', '.csv', '.parquet'),
    )
    .option('--json', 'print JSON')
    .action(showReach);
}

async function showReach(options: Options): Promise<void> {
  const { mode, minutes, from, at, output } = options;
  const { map, sha256 } = await readMapFile(options.map);
  const timetable = mode === 'pt' ? await timetableOf(options.map, sha256) : null;
  const settings = settingsOf(options, timetable);
  const { jobs: grid } = await readPeopleTables({ jobs: options.jobs });
  const opportunities = opportunitiesOf(map, jobsByAoi(map, grid));
  const factors = options.speeds === undefined ? undefined : readSpeeds(options.speeds).hourlySpeedFactors;
  const slowness = 1 / (factors?.[Math.floor(at / 3600) % 24] ?? 1);
  const open = openReach(map, timetable, settings, { slowness, isForMany: from === undefined });
  const facts = { title: titleOf(options), description: descriptionOf(options, settings) };
  if (from !== undefined) {
    const places = placesOf(open.reach, map, from, mode);
    const seconds = open.reach.aois(places).slice();
    const counts = minutes.map((limit) => countsWithin(seconds, limit * 60, opportunities));
    const bands = isochrones(
      map,
      open.reach.streets(places),
      minutes.map((limit) => limit * 60),
    ).map((band, i) => ({
      ...band,
      counts: counts[i]!,
    }));
    if (output !== undefined && extname(output) === '.geojson') writeIsochrones(output, map, bands, facts);
    else if (output !== undefined) writeTimes(output, map, seconds, opportunities, facts);
    print(
      options.json ? JSON.stringify({ ...facts, ...reachAsJson(bands) }) : describeReach(facts, bands, opportunities),
    );
    return;
  }
  const progress = new ProgressLine();
  const sums = await accessOfAois(open, {
    limits: minutes.map((limit) => limit * 60),
    weights: COUNTED.map((name) => opportunities[name]),
    threads: options.threads ?? availableParallelism(),
    onProgress: (done, total) => progress.show('AOIs', done, total),
  });
  progress.clear();
  if (output !== undefined) writeAccess(output, map, sums, minutes, facts);
  print(describeAccess(facts, sums, minutes, options.json === true));
}

function reachAsJson(bands: readonly { seconds: number; squareMetres: number; counts: object }[]) {
  return {
    within: bands.map(({ seconds, squareMetres, counts }) => ({
      minutes: seconds / 60,
      square_km: squareMetres / 1e6,
      ...counts,
    })),
  };
}

async function timetableOf(path: string, sha256: string): Promise<Timetable> {
  const timetable = await readTimetableFile(timetablePathOf(path), sha256);
  if (timetable !== undefined) return timetable;
  throw new UserError(
    `${path} has no timetable (${timetablePathOf(path)}), so public transport is unknown. Build one with: asbench map build city.osm.pbf --gtfs feed.zip`,
  );
}

function settingsOf(
  { mode, minutes, at, date, window, percentile }: Options,
  timetable: Timetable | null,
): ReachSettings {
  const limit = Math.max(...minutes) * 60;
  if (timetable === null) return { mode, limit };
  const day = date === undefined ? timetable.usualWeek : dayOf(date);
  if (Number.isNaN(day)) throw new UserError(`--date ${date}: expected a day such as 2024-03-18.`);
  const times = Array.from({ length: Math.max(1, Math.ceil(window / HEADWAY)) }, (_, i) => at + i * HEADWAY * 60);
  return { mode, limit, departures: { day, times, percentile } };
}

function placesOf(reach: ReturnType<typeof openReach>['reach'], map: CityMap, { lat, lon }: LatLon, mode: ReachMode) {
  const { x, y } = projectionOf(map).toXY(lon, lat);
  const places = reach.placesNear(x, y, FARTHEST);
  if (places.length > 0) return places;
  const name = map.header?.name ?? 'the map';
  throw new UserError(
    `--from ${lat},${lon} has no street ${mode === 'car' ? 'for cars' : 'to walk on'} within ${FARTHEST} m on ${name}. Expected latitude,longitude of a place on the map.`,
  );
}

function countsWithin(seconds: Float64Array, limit: number, opportunities: Opportunities) {
  const rows = Array.from(seconds.keys()).filter((row) => seconds[row]! <= limit);
  return Object.fromEntries(
    COUNTED.map((name) => [name, rows.reduce((sum, row) => sum + opportunities[name][row]!, 0)] as const),
  );
}

const MODE_NAMES = { car: 'by car', walk: 'on foot', pt: 'by public transport' } as const;

function titleOf({ from, mode, minutes }: Options): string {
  const place = from === undefined ? 'every AOI' : `${from.lat},${from.lon}`;
  return `Within ${minutes.join(', ')} min ${MODE_NAMES[mode]} of ${place}`;
}

function descriptionOf({ mode, at, speeds, percentile }: Options, { departures }: ReachSettings): string {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16);
  const onFoot = 'Walking at 1.34 m/s';
  if (mode === 'walk') return `${onFoot}.`;
  if (mode === 'car')
    return `A lone car with turns, acceleration and mean waits at lights${speeds === undefined ? '' : `, speeds of ${clock(at)} from ${speeds}`}.`;
  const { day, times } = departures!;
  const series = times.length === 1 ? clock(at) : `${clock(at)} to ${clock(times.at(-1)!)} every ${HEADWAY} min`;
  const rank = percentile === 50 ? 'median' : `${percentile}th percentile`;
  return `Departures on ${dateOf(day)} at ${series}${times.length === 1 ? '' : `, ${rank} of their times`}. ${onFoot}, up to 1200 m to and from stops.`;
}

function latLon(text: string): LatLon {
  const [lat, lon, ...rest] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (rest.length === 0 && Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180) return { lat: lat!, lon: lon! };
  throw new InvalidArgumentError('Expected latitude,longitude in degrees, such as 43.7384,7.4246.');
}

function minutesList(text: string): number[] {
  const minutes = text.split(',').map(positiveNumber);
  if (Math.max(...minutes) > 720) throw new InvalidArgumentError('Expected at most 720 minutes.');
  return [...new Set(minutes)].sort((a, b) => a - b);
}

function clockTime(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60) return Number(hours) * 3600 + Number(minutes) * 60;
  throw new InvalidArgumentError('Expected a time such as 08:00.');
}

function percentile(text: string): number {
  const value = positiveNumber(text);
  if (value <= 100) return value;
  throw new InvalidArgumentError('Expected a number above 0, up to 100.');
}
