import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { writeDurably } from '@itinera/base/node';
import {
  accessOfAois,
  dayOf,
  drawAccess,
  drawIsochrones,
  isochrones,
  mapAtHour,
  openReach,
  outdatedContent,
  projectionOf,
  REACH_MODES,
  readMapFile,
} from '@itinera/city';
import { jobsByAoi, readPeopleTables } from '@itinera/people';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { COUNTED, opportunitiesOf, writeAccess, writeIsochrones, writeTimes } from '../reach/reach-files.js';
import {
  type LatitudeLongitude,
  type ReachOptions,
  reachFactsOf,
  reachOriginOf,
  reachSettingsOf,
  sumsWithin,
  timetableOf,
} from '../reach/reach-question.js';
import { readSpeeds } from './movement-options.js';
import { positiveNumber, positiveUpTo, threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { ProgressLine } from './progress-line.js';
import { describeAccess, describeReach } from './reach-summary.js';
import { print } from './terminal.js';
import { refuseUnused } from './unused-options.js';

/** `asbench traffic reach`: where one gets from a point within some minutes, or what is within reach of every AOI. */
export default function addReach(program: Command): void {
  program
    .command('reach')
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .option('--origin <lat,lon>', 'origin in degrees (default: every AOI)', latLon)
    .addOption(new Option('--minutes <list>', 'limits').argParser(minutesList).default([15, 30, 45], '15,30,45'))
    .addOption(
      new Option('--travel-mode <mode>', 'car, walk, or pt: public transport').choices(REACH_MODES).default('car'),
    )
    .addOption(new Option('--at <hh:mm>', 'departure').argParser(clockTime).default(8 * 3600, '08:00'))
    .option('--date <day>', 'day of the timetable, YYYY-MM-DD (default: a usual Monday)', timetableDay)
    .option(
      '--departures <minutes>',
      'public transport: length of the departure window from --at',
      wholeNumber(0, 720),
      60,
    )
    .option('--percentile <number>', 'public transport: percentile of their times', positiveUpTo(100), 50)
    .option('--speeds <file>', 'car: speed factors written by asbench traffic calibrate')
    .option('--jobs <csv>', 'job grid: lon, lat, jobs, or polygons (default: by floor area, POIs and land use)')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option(
      '-o, --output <file>',
      'map (.svg); with --origin isochrones (.geojson) or times to AOIs (.csv, .parquet), else a row per AOI',
      outputFile('.svg', '.geojson', '.csv', '.parquet'),
    )
    .option('--json', 'print JSON')
    .action(showReach);
}

async function showReach(options: ReachOptions, command: Command): Promise<void> {
  const { travelMode: mode, minutes, origin: from, at, output } = options;
  if (mode !== 'pt')
    refuseUnused(command, ['date', 'departures', 'percentile'], `with --travel-mode ${mode}`, 'add --travel-mode pt');
  if (mode !== 'car') refuseUnused(command, ['speeds'], `with --travel-mode ${mode}`);
  if (from !== undefined) refuseUnused(command, ['threads'], 'with --origin: one origin takes one thread');
  const { map: asRead, sha256 } = await readMapFile(options.map);
  const outdated = outdatedContent(options.map, asRead);
  if (outdated !== undefined) process.stderr.write(`${outdated}\n`);
  const map =
    options.speeds === undefined ? asRead : mapAtHour(asRead, readSpeeds(options.speeds), Math.floor(at / 3600) % 24);
  const timetable = mode === 'pt' ? await timetableOf(options.map, sha256) : null;
  const settings = reachSettingsOf(options, timetable);
  const { jobs: grid } = await readPeopleTables({ jobs: options.jobs });
  const opportunities = opportunitiesOf(map, jobsByAoi(map, grid));
  const open = openReach(map, timetable, settings, { isForMany: from === undefined });
  const facts = reachFactsOf(map, options, settings, timetable);
  if (from !== undefined) {
    const places = reachOriginOf(open.reach, map, from, mode);
    const seconds = open.reach.aois(places).slice();
    const counts = minutes.map((limit) => sumsWithin(seconds, limit * 60, opportunities));
    const bands = isochrones(
      map,
      open.reach.streets(places),
      minutes.map((limit) => limit * 60),
    ).map((band, i) => ({
      ...band,
      counts: counts[i]!,
    }));
    if (output !== undefined && extname(output) === '.svg')
      writeDurably(output, [drawIsochrones(map, bands, projectionOf(map).toXY(from.lon, from.lat), facts)]);
    else if (output !== undefined && extname(output) === '.geojson') writeIsochrones(output, map, bands, facts);
    else if (output !== undefined) writeTimes(output, map, seconds, opportunities, facts);
    print(describeReach(facts, bands, opportunities, options.json === true));
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
  if (output !== undefined && extname(output) === '.svg')
    writeDurably(output, [
      drawAccess(
        map,
        ...pictureOf(sums, minutes),
        reachFactsOf(map, { ...options, minutes: minutes.slice(-1) }, settings, timetable),
      ),
    ]);
  else if (output !== undefined) writeAccess(output, map, sums, minutes, facts);
  print(describeAccess(facts, sums, minutes, options.json === true));
}

/** What a map of accessibility shows: jobs within the longest limit, or AOIs if there are no jobs. */
function pictureOf(sums: Float64Array, minutes: readonly number[]): [values: Float64Array, what: string] {
  const width = minutes.length * COUNTED.length;
  const column = (name: (typeof COUNTED)[number]) => {
    const at = width - COUNTED.length + COUNTED.indexOf(name);
    return Float64Array.from({ length: sums.length / width }, (_, aoi) => sums[aoi * width + at]!);
  };
  const jobs = column('jobs');
  return jobs.some((value) => value > 0) ? [jobs, 'jobs'] : [column('aois'), 'AOIs'];
}

function latLon(text: string): LatitudeLongitude {
  const [lat, lon, ...rest] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (rest.length === 0 && Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180) return { lat: lat!, lon: lon! };
  throw new InvalidArgumentError('Expected latitude,longitude in degrees, such as 43.7384,7.4246.');
}

function minutesList(text: string): number[] {
  const minutes = text.split(',').map(positiveNumber);
  if (Math.max(...minutes) > 720) throw new InvalidArgumentError('Expected at most 720 minutes.');
  return [...new Set(minutes)].sort((a, b) => a - b);
}

function timetableDay(text: string): number {
  const day = dayOf(text);
  if (!Number.isNaN(day)) return day;
  throw new InvalidArgumentError('Expected a day such as 2024-03-18.');
}

function clockTime(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60) return Number(hours) * 3600 + Number(minutes) * 60;
  throw new InvalidArgumentError('Expected a time such as 08:00.');
}
