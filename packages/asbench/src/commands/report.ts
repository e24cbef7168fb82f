import { basename } from 'node:path';
import { RunFolder } from '@itinera/run';
import { Library, writeReport } from '@itinera/viewer';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { outputFile } from './output-path.js';

/** `asbench report RUN`: one file that shows a run anywhere. */
export function addReport(program: Command): void {
  program
    .command('report')
    .description('write one HTML file that shows a run: charts, and for small runs people and replay')
    .argument('<run>', 'name or folder of the run')
    .option('-o, --output <file>', 'file to write (default: report.html)', outputFile('.html', '.htm'), 'report.html')
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets, when it is not where it was')
    .option('--map <file>', 'map of the run, when it is not where it was')
    .option('--with-calls', 'put prompts and answers of language models in')
    .option('--no-truth', 'scores only, not the real distributions')
    .action(report);
}

interface Options {
  readonly output: string;
  readonly datasets?: string;
  readonly map?: string;
  readonly withCalls?: boolean;
  readonly truth: boolean;
}

async function report(run: string, options: Options, command: Command): Promise<void> {
  const { output, withCalls = false, truth, datasets, map } = options;
  const home = homeOf(command);
  const { path } = RunFolder.find(home, run);
  const library = new Library({ runs: path, home, datasets, map, withTruth: truth, benchmarkFiles: 'any' });
  try {
    await writeReport(library, basename(path), output, { withCalls });
  } finally {
    await library.close();
  }
  process.stdout.write(`${output}\n`);
}
