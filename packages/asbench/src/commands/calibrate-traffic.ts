import { readObservedTimes } from '@itinera/benchmarks';
import { calibrateSpeeds, readMapFile, type SpeedCalibration } from '@itinera/city';
import { UserError } from '@itinera/metrics';
import { writeDurably } from '@itinera/run';
import type { Command } from 'commander';

interface Options {
  readonly map: string;
  readonly output?: string;
  readonly json?: true;
}

/** `asbench calibrate-traffic TIMES`: hourly speed factors from observed travel times. */
export default function addCalibrateTraffic(program: Command): void {
  program
    .command('calibrate-traffic')
    .argument('<times>', 'CSV, Parquet or JSON with from_lon, from_lat, to_lon, to_lat, departure and seconds')
    .requiredOption('--map <file>', 'map of the city (.pb)')
    .option('-o, --output <file>', 'write the factors to this file, for --speeds of run and simulate')
    .option('--json', 'print JSON')
    .action(calibrateTraffic);
}

async function calibrateTraffic(times: string, options: Options): Promise<void> {
  const { map } = await readMapFile(options.map);
  const observed = await readObservedTimes(times);
  const calibrated = calibrateSpeeds(map, observed);
  if (calibrated.trips === 0)
    throw new UserError(`${times}: none of the ${observed.length} trips has a route on ${options.map}. Check the map.`);
  if (options.output !== undefined) writeDurably(options.output, `${JSON.stringify(calibrated, null, 1)}\n`);
  process.stdout.write(options.json ? `${JSON.stringify(calibrated)}\n` : describe(calibrated, observed.length));
}

function describe(
  { hours, trips, hourlySpeedFactors, limitSpeedFactors, error }: SpeedCalibration,
  observed: number,
): string {
  const percent = (ratio: number) => `${ratio < 1 ? '−' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(0)} %`;
  const rows = hours.map(({ hour, trips: count, before, after }) =>
    [`${hour}:00`, count, hourlySpeedFactors[hour]!.toFixed(2), percent(before), percent(after)]
      .map((cell) => String(cell).padStart(12))
      .join(''),
  );
  const heading = ['hour', 'trips', 'factor', 'before', 'held out'].map((name) => name.padStart(12)).join('');
  const limits = limitSpeedFactors?.map((factor) => factor.toFixed(2)).join(', ');
  const byLimit =
    limits === undefined
      ? 'not used: they do not reduce the error of other trips'
      : `${limits} (up to 40 km/h, up to 65, above)`;
  const single = `${(100 * error.before).toFixed(0)} % before, ${(100 * error.after).toFixed(0)} % held out`;
  return `${trips} of ${observed} trips have a route. Median error of the travel time:\n${heading}\n${rows.join('\n')}\nMean error of single trips: ${single}. Factors by speed limit: ${byLimit}.\n`;
}
