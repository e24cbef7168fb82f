import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { type Benchmark, benchmarks, openBenchmark } from '@itinera/benchmarks';
import { cloneDataset, clonedCommit, DEFAULT_ENDPOINT, installedFolder } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { onInterrupt } from './interrupt.js';
import { ProgressLine } from './progress-line.js';
import { TASK } from './task-argument.js';
import { print } from './terminal.js';

/** `asbench clone` and `update-benchmarks`: datasets from Hugging Face, or from the mirror in `HF_ENDPOINT`. */
export default function addClone(program: Command): void {
  program
    .command('clone')
    .argument('<task>', TASK)
    .option('--force', 'download files even if up to date')
    .option('--only-install-deps', 'ignored, for compatibility: nothing needs to be installed')
    .option('--no-interaction', 'ignored, for compatibility: the command never prompts')
    .action(async (task: string, options: { force?: true; onlyInstallDeps?: true }, command: Command) => {
      const benchmark = await openBenchmark(task);
      if (options.onlyInstallDeps) return print(`${benchmark.name} needs no packages other than asbench.`);
      await clone(benchmark, undefined, homeOf(command), options.force ?? false);
    });

  program
    .command('update-benchmarks')
    .option('--force', 'download files even if up to date')
    .option('--branch <name>', 'branch to use instead of the default')
    .action(async ({ force, branch }: { force?: true; branch?: string }, command: Command) => {
      const home = homeOf(command);
      const installed = benchmarks.filter(({ name }) => existsSync(installedFolder(home, name)));
      if (installed.length === 0)
        throw new UserError(
          `No datasets in ${join(home, 'datasets')}. Download one: asbench clone ${benchmarks[0]!.name}`,
        );
      for (const benchmark of installed) await clone(benchmark, branch, home, force ?? false);
    });
}

async function clone(
  { name, dataset }: Benchmark,
  branch: string | undefined,
  home: string,
  force: boolean,
): Promise<void> {
  if (dataset === null)
    throw new UserError(`${name} has no dataset to download. It runs on demo data or on the folder given with -d.`);
  const folder = installedFolder(home, name);
  const before = existsSync(folder) ? clonedCommit(folder) : null;
  const line = new ProgressLine();
  const stop = new AbortController();
  const ignore = onInterrupt(() => stop.abort());
  try {
    const { commit, fetched } = await cloneDataset(
      { repository: dataset.repository, branch: branch ?? dataset.branch },
      folder,
      {
        endpoint: process.env.HF_ENDPOINT || DEFAULT_ENDPOINT,
        ...(process.env.HF_TOKEN && { token: process.env.HF_TOKEN }),
        force,
        signal: stop.signal,
        onProgress: ({ file, files, filesDone, bytes, bytesDone }) =>
          line.show(`${file}, file ${Math.min(filesDone + 1, files)} of ${files}`, bytesDone, bytes),
      },
    );
    line.clear();
    const news = before === commit ? 'was up to date' : `is at ${commit.slice(0, 8)}`;
    print(`${name} ${news}, ${counted(fetched.length, 'file')} downloaded: ${folder}`);
  } finally {
    line.clear();
    ignore();
  }
}
