import { writeDurably } from '@itinera/base/node';
import { openRun } from '@itinera/run';
import { compareRunCounts, readObservedCounts, type UsualDays } from '@itinera/studies';
import { type Command, Option } from 'commander';
import { countsAsCsv, countsAsJson, describeCounts } from './counts-summary.js';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { outputFile } from './output-path.js';
import { warnOfRun } from './run-table.js';

interface Options {
  readonly scale?: number;
  readonly onlyDays: UsualDays;
  readonly map?: string;
  readonly output?: string;
  readonly json?: true;
}

/** `asbench traffic counts RUN OBSERVED`: the traffic of a run against observed vehicle counts. */
export default function addCompareCounts(program: Command): void {
  const command = program
    .command('counts')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .argument(
      '<observed>',
      'table with road (or lane, or lon, lat and direction), hour and count; optional: station, day or date',
    );
  addCountOptions(command)
    .option('--map <file>', 'map of the run, if it has moved')
    .option('-o, --output <file>', 'CSV file to write, with all observed and simulated counts', outputFile('.csv'))
    .option('--json', 'print JSON')
    .action(compareWithCounts);
}

/** Options for comparing a run with counts. */
export function addCountOptions(command: Command): Command {
  return command
    .option('--scale <number>', 'real vehicles per simulated one (default: that of the run)', positiveUpTo(1e6))
    .addOption(
      new Option('--only-days <which>', 'days to average, for counts without a date')
        .choices(['all', 'weekdays', 'weekends'])
        .default('all'),
    );
}

async function compareWithCounts(run: string, observed: string, options: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const folder = await openRun(home, run);
  const compared = await compareRunCounts(folder, await readObservedCounts(observed), {
    ...options,
    days: options.onlyDays,
    home,
  });
  if (options.output !== undefined) writeDurably(options.output, countsAsCsv(compared));
  const warnings = warnOfRun(folder);
  process.stdout.write(
    options.json ? countsAsJson(compared, warnings) : describeCounts(folder.name, observed, compared),
  );
}
