import { calibrateDataset, openBenchmark } from '@itinera/benchmarks';
import type { Command } from 'commander';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
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

/** `asbench calibrate TASK`: what scores on a dataset can be between. */
export function addCalibrate(program: Command): void {
  program
    .command('calibrate')
    .description('say what chance and the truth itself score on a dataset: floor and ceiling')
    .argument('<task>', TASK)
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map file in place of the one of the dataset')
    .option('--people <number>', 'people, the first ones of the profiles', wholeNumber(1))
    .option('--seed <number>', 'seed of all chance', wholeNumber(0), 1)
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
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
