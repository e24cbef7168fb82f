import { basename } from 'node:path';
import { openRun } from '@itinera/run';
import { Library } from '@itinera/viewer';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { vouchedBenchmark } from './vouched-benchmark.js';

/** `asbench explain RUN`: where a score loses points. */
export default function addExplain(program: Command): void {
  program
    .command('explain')
    .argument('[run]', 'name or folder of the run, or newest or previous', 'newest')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--json', 'print JSON')
    .action(explain);
}

interface Options {
  readonly datasets?: string;
  readonly map?: string;
  readonly json?: boolean;
}

async function explain(run: string, { datasets, map, json = false }: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const folder = await openRun(home, run);
  const { path } = folder;
  const benchmarkFiles = vouchedBenchmark(folder, home);
  const library = new Library({ runs: path, home, datasets, map, benchmarkFiles, serves: false });
  process.stdout.write((await library.explain(basename(path), { json })) ?? '');
  await library.close();
}
