import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from '@itinera/benchmarks';
import { benchmarks, installedFolder, openBenchmark } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import type { Command } from 'commander';
import { cloneDataset, clonedCommit } from '../datasets/clone.js';
import { DEFAULT_ENDPOINT } from '../datasets/hub.js';
import { homeOf } from './home.js';
import { ProgressLine } from './progress-line.js';

/** `asbench clone` and `update-benchmarks`: datasets from Hugging Face, or the mirror that `HF_ENDPOINT` names. */
export function addClone(program: Command): void {
  program
    .command('clone')
    .description('fetch the dataset of a task from Hugging Face (HF_ENDPOINT names a mirror, HF_TOKEN gives access)')
    .argument('<task>')
    .option('--force', 'fetch files again that are there and right')
    .option('--only-install-deps', 'accepted for the sake of old scripts: nothing needs to be installed')
    .option('--no-interaction', 'accepted for the sake of old scripts: nothing is asked')
    .action(async (task: string, options: { force?: true; onlyInstallDeps?: true }, command: Command) => {
      const benchmark = await openBenchmark(task);
      if (options.onlyInstallDeps) return console.log(`${benchmark.name} needs no packages beside asbench itself.`);
      await clone(benchmark, undefined, homeOf(command), options.force ?? false);
    });

  program
    .command('update-benchmarks')
    .description('bring the datasets that are installed up to date')
    .option('--force', 'fetch files again that are there and right')
    .option('--branch <name>', 'another branch than the default')
    .action(async ({ force, branch }: { force?: true; branch?: string }, command: Command) => {
      const home = homeOf(command);
      const installed = benchmarks.filter(({ name }) => existsSync(installedFolder(home, name)));
      if (installed.length === 0)
        throw new UserError(
          `No datasets in ${join(home, 'datasets')}. Fetch one: asbench clone ${benchmarks[0]!.name}`,
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
    throw new UserError(`${name} has no dataset to fetch. It runs on demo data, or on a folder that -d names.`);
  const folder = installedFolder(home, name);
  const before = existsSync(folder) ? clonedCommit(folder) : null;
  const line = new ProgressLine();
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
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
    console.log(`${name} ${news}, ${fetched.length} ${fetched.length === 1 ? 'file' : 'files'} fetched: ${folder}`);
  } finally {
    line.clear();
    process.off('SIGINT', onInterrupt);
  }
}
