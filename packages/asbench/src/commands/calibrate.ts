import {
  benchmarkNamed,
  calibrate,
  findDataset,
  readDataset,
  runFloor,
  type ScoredResults,
  truthFolderOf,
} from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { describeScale } from './score-table.js';
import { Session, type SessionOptions } from './session.js';

interface CalibrateOptions extends SessionOptions {
  readonly datasets?: string;
  readonly map?: string;
  readonly people?: number;
  readonly seed: number;
}

/** `asbench calibrate TASK`: what scores on a dataset can be between. */
export function addCalibrate(program: Command): void {
  program
    .command('calibrate')
    .description('say what chance and the truth itself score on a dataset: floor and ceiling')
    .argument('<task>', 'DailyMobility or HurricaneMobility')
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .option('--map <file>', 'map file in place of the one of the dataset')
    .option('--people <number>', 'people, the first ones of the profiles', wholeNumber(1))
    .option('--seed <number>', 'seed of all chance', wholeNumber(0), 1)
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option('--json', 'print JSON')
    .action(run);
}

async function run(task: string, options: CalibrateOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const benchmark = benchmarkNamed(task);
  const home = homeOf(command);
  const folder = findDataset(home, benchmark, options.datasets);
  const truthFolder = truthFolderOf(folder);
  if (truthFolder === null)
    throw new UserError(`${folder}: holds no groundtruth, so there is nothing to calibrate with.`);
  const truth = benchmark.readTruth(truthFolder);
  const dataset = readDataset(folder);
  const map = options.map ?? dataset.mapPath;
  let random: ScoredResults | null = null;
  if (map === null) session.warn(`${folder} holds no map, so there is no floor. Pass one with --map.`);
  else {
    const people = Math.min(options.people ?? benchmark.people, dataset.profiles.length);
    const context = session.context(home, await session.prepareCity(home, map), null);
    const setup = { seed: options.seed, people, congestion: 'off', stepTimeoutSeconds: 30 } as const;
    random = await runFloor(setup, benchmark, dataset, context);
    session.clear();
  }
  const scale = calibrate(benchmark, truth, { ...(random && { random }), seed: options.seed });
  process.stdout.write(
    `${options.json ? JSON.stringify({ task: benchmark.name, ...scale }, null, 2) : describeScale(benchmark, scale)}\n`,
  );
}
