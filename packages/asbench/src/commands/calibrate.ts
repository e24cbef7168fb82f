import { openBenchmark } from '@itinera/benchmarks';
import { calibrateDataset } from '@itinera/runner';
import type { Command } from 'commander';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { peopleOption, threadCount, wholeNumber } from './option-values.js';
import { describeScale } from './score-table.js';
import { Session, type SessionOptions } from './session.js';
import { TASK } from './task-argument.js';

interface CalibrateOptions extends SessionOptions {
  readonly datasets?: string;
  readonly demo?: true;
  readonly map?: string;
  readonly people?: number;
  readonly seed: number;
}

/** `asbench study calibrate TASK`: the range of scores that a dataset allows. */
export default function addCalibrate(program: Command): void {
  program
    .command('calibrate')
    .argument('<task>', TASK)
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map to use instead of that of the dataset')
    .addOption(peopleOption())
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(run);
}

async function run(task: string, options: CalibrateOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const benchmark = await openBenchmark(task);
  const place = { ...options, benchmark, home: homeOf(command) };
  const scale = await calibrateDataset(place, session.work(), session.listener);
  session.clear();
  process.stdout.write(
    `${options.json ? JSON.stringify({ task: benchmark.name, ...scale }, null, 2) : describeScale(benchmark, scale)}\n`,
  );
}
