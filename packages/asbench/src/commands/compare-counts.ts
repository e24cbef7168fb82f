import { compareRunCounts, type UsualDays } from '@itinera/benchmarks';
import { RunFolder, writeDurably } from '@itinera/run';
import { type Command, Option } from 'commander';
import { readObservedCounts } from '../records/observed-counts.js';
import { countsAsCsv, countsAsJson, describeCounts } from './counts-summary.js';
import { homeOf } from './home.js';
import { positiveNumber } from './option-values.js';

interface Options {
  readonly scale: number;
  readonly days: UsualDays;
  readonly map?: string;
  readonly output?: string;
  readonly json?: true;
}

/** `asbench compare-counts RUN OBSERVED`: traffic of a run beside counts of vehicles on its roads. */
export function addCompareCounts(program: Command): void {
  program
    .command('compare-counts')
    .description('hold the traffic of a run against observed counts by road and hour: GEH, R², bias')
    .argument('<run>', 'name or folder of the run')
    .argument(
      '<observed>',
      'road, hour, count as CSV, Parquet, JSON; in place of road: lane, or lon, lat and direction; perhaps station, and day or date',
    )
    .option(
      '--scale <number>',
      'real vehicles that a simulated one stands for, such as 20 for 5 % of the people',
      positiveNumber,
      1,
    )
    .addOption(
      new Option('--days <which>', 'days of the run that counts without a day are held against, in the mean')
        .choices(['all', 'weekdays', 'weekends'])
        .default('all'),
    )
    .option('--map <file>', 'where the map of the run is, when it is not where it was')
    .option('-o, --output <file>', 'also write every count beside the simulated one, as CSV')
    .option('--json', 'print one JSON object')
    .action(compareWithCounts);
}

async function compareWithCounts(run: string, observed: string, options: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const folder = RunFolder.find(home, run);
  const compared = await compareRunCounts(folder, await readObservedCounts(observed), { ...options, home });
  if (options.output !== undefined) writeDurably(options.output, countsAsCsv(compared));
  process.stdout.write(options.json ? countsAsJson(compared) : describeCounts(folder.name, observed, compared));
}
