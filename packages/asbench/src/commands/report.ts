import { basename } from 'node:path';
import { writeDurably } from '@itinera/base/node';
import { openRun } from '@itinera/run';
import { verifyRun } from '@itinera/runner';
import { Library, runReport } from '@itinera/viewer';
import type { Command } from 'commander';
import { bundleRuns } from './bundle-runs.js';
import { homeOf } from './home.js';
import { outputFile, outputFolder, printWrote } from './output-path.js';
import { refuseUnused } from './unused-options.js';
import { vouchedBenchmark } from './vouched-benchmark.js';

/** `asbench runs report RUN`: a self-contained page that shows a run. */
export default function addReport(program: Command): void {
  program
    .command('report')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('-o, --output <file>', 'file to write', outputFile('.html', '.htm'), 'report.html')
    .option('--bundle <folder>', 'write a static site to this folder instead', outputFolder())
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--with-calls', 'include the prompts and answers of language models')
    .option('--no-truth', 'hide the real distributions')
    .action(report);
}

interface Options {
  readonly output: string;
  readonly datasets?: string;
  readonly map?: string;
  readonly bundle?: string;
  readonly withCalls?: boolean;
  readonly truth: boolean;
}

async function report(run: string, options: Options, command: Command): Promise<void> {
  const { output, withCalls = false, truth, datasets, map } = options;
  if (options.bundle !== undefined) refuseUnused(command, ['output'], 'with --bundle');
  const home = homeOf(command);
  const folder = await openRun(home, run);
  const { path } = folder;
  const shown = { home, datasets, map, withTruth: truth, benchmarkFiles: vouchedBenchmark(folder, home) };
  if (options.bundle !== undefined) return bundleRuns(options.bundle, [path], { ...shown, withCalls });
  const { edited } = await verifyRun(folder, { home, datasets, map });
  const library = new Library({ ...shown, runs: path, edited });
  try {
    writeDurably(output, [await runReport(library, basename(path), { withCalls })]);
  } finally {
    await library.close();
  }
  printWrote(output);
}
