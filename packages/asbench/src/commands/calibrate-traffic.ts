import { counted, grouped, signed, UserError, withMinus } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { calibrateSpeeds, demandAdvice, readMapFile, type SpeedCalibration } from '@itinera/city';
import { openRun, readManifest } from '@itinera/run';
import { compareRunCounts, readObservedCounts, readObservedTimes, type UsualDays } from '@itinera/studies';
import type { Command } from 'commander';
import { addCountOptions } from './compare-counts.js';
import { homeOf } from './home.js';
import { outputFile } from './output-path.js';
import { printWarnings } from './print-result.js';
import { warningsOfRun } from './run-table.js';
import { refuseUnused } from './unused-options.js';

interface Options {
  readonly map?: string;
  readonly run?: string;
  readonly scale?: number;
  readonly onlyDays: UsualDays;
  readonly output?: string;
  readonly json?: true;
}

/** A scale of the demand, fitted to counts; the file of `--demand`. */
interface DemandCalibration {
  /** Number of people whose traffic fits the counts, if the run simulates a sample of them. */
  readonly represents: number;
  /** On the traffic of the run. */
  readonly factor: number;
  /** 95 % interval of the factor, over stations; null for fewer than ten. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly run: string;
  readonly people: number;
  /** Real vehicles per simulated vehicle of the run. */
  readonly scale: number;
  readonly stations: number;
  /** Sum of the differences of the stations' vehicles, as a share of those counted. */
  readonly error: { readonly before: number; readonly heldOut: number };
}

/** `asbench traffic calibrate OBSERVED`: speed factors from travel times, or a scale of the demand from counts. */
export default function addCalibrateTraffic(program: Command): void {
  const command = program
    .command('calibrate')
    .argument('<observed>', 'travel times (from_lon, from_lat, to_lon, to_lat, departure, seconds); with --run, counts')
    .option('--map <file>', 'map of the city (.pb): fit speed factors to travel times')
    .option('--run <run>', 'simulation: fit a scale of its demand to counts');
  addCountOptions(command)
    .option('-o, --output <file>', 'file to write (.json), for --speeds, or --demand of simulate', outputFile('.json'))
    .option('--json', 'print JSON')
    .action(calibrateTraffic);
}

async function calibrateTraffic(path: string, options: Options, command: Command): Promise<void> {
  const { map, run, output, json } = options;
  if ((map === undefined) === (run === undefined))
    throw new UserError(
      'calibrate-traffic: expected either --map city.pb, to fit speeds to travel times, or --run RUN, to fit the demand to counts.',
    );
  if (run === undefined) refuseUnused(command, ['scale', 'onlyDays'], 'with --map', 'pass --run with counts');
  const { fitted, warnings, text } =
    run === undefined ? await fitSpeeds(path, map!) : await fitDemand(path, { ...options, run }, command);
  if (output !== undefined) writeDurably(output, `${JSON.stringify(fitted, null, 1)}\n`);
  printWarnings(warnings);
  process.stdout.write(json ? `${JSON.stringify({ ...fitted, warnings })}\n` : text);
}

async function fitSpeeds(path: string, mapPath: string) {
  const { map } = await readMapFile(mapPath);
  const observed = await readObservedTimes(path);
  const fitted = calibrateSpeeds(map, observed);
  if (fitted.trips === 0)
    throw new UserError(`${path}: none of the ${observed.length} trips has a route on ${mapPath}. Check the map.`);
  return { fitted, warnings: [], text: describeSpeeds(fitted, observed.length) };
}

async function fitDemand(path: string, { run, ...options }: Options & { readonly run: string }, command: Command) {
  const home = homeOf(command);
  const folder = await openRun(home, run);
  const { scale, demand } = await compareRunCounts(folder, await readObservedCounts(path), {
    ...options,
    days: options.onlyDays,
    home,
  });
  if (demand === null)
    throw new UserError(
      `${path}: a scale of the demand requires three stations or more, with vehicles both simulated and counted.`,
    );
  const { people } = readManifest(folder);
  const { factor, interval, roads: stations, error } = demand;
  const represents = Math.round(people * scale * factor);
  const fitted: DemandCalibration = { represents, factor, interval, run: folder.name, people, scale, stations, error };
  const { use, says } = demandAdvice(demand);
  const warnings = [...warningsOfRun(folder), ...(use ? [] : [says])];
  return { fitted, warnings, text: describeDemand(fitted) };
}

function describeDemand({ represents, factor, interval, people, scale, stations, error }: DemandCalibration): string {
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const of = grouped(Math.round(people * scale));
  const range =
    interval === null
      ? ''
      : `The 95 % interval over stations is ${interval.map((end) => end.toFixed(3)).join(' to ')} times, ${interval.map((end) => grouped(Math.round(people * scale * end))).join(' to ')} people.\n`;
  return `${counted(stations, 'station')}: the counts fit ${factor.toFixed(3)} times the traffic of ${of} people, that of ${grouped(represents)}.
Vehicles at a station are off by ${percent(error.before)} as simulated, and by ${percent(error.heldOut)} with a factor fitted to the other stations.
${range}`;
}

const WIDTHS = [12, 12, 12, 16, 12, 12];

function describeSpeeds(
  { hours, trips, hourlySpeedFactors, hourlySpeedIntervals, limitSpeedFactors, error }: SpeedCalibration,
  observed: number,
): string {
  const percent = (ratio: number) => `${withMinus(signed(100 * (ratio - 1), 0))} %`;
  const rows = hours.map(({ hour, trips: count, before, after }) =>
    [
      `${hour}:00`,
      count,
      hourlySpeedFactors[hour]!.toFixed(2),
      hourlySpeedIntervals?.[hour]?.map((end) => end.toFixed(2)).join(' to ') ?? '–',
      percent(before),
      percent(after),
    ]
      .map((cell, i) => String(cell).padStart(WIDTHS[i]!))
      .join(''),
  );
  const heading = ['hour', 'trips', 'factor', '95 % interval', 'before', 'held out']
    .map((name, i) => name.padStart(WIDTHS[i]!))
    .join('');
  const limits = limitSpeedFactors?.map((factor) => factor.toFixed(2)).join(', ');
  const byLimit =
    limits === undefined
      ? 'not used: they do not reduce the error of held-out trips'
      : `${limits} (up to 40 km/h, up to 65, above)`;
  const single = `${(100 * error.before).toFixed(0)} % before, ${(100 * error.after).toFixed(0)} % held out`;
  return `${trips} of ${observed} trips have a route. Median error of the travel time:\n${heading}\n${rows.join('\n')}\nMean error of single trips: ${single}. Factors by speed limit: ${byLimit}. All factors are estimates: the error of held-out trips shows how well they generalise.\n`;
}
