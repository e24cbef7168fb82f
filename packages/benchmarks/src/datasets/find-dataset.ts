import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import type { Benchmark } from '../port/benchmark.js';
import { demoDataset } from './demo/make-demo.js';

/** Where the dataset of a task lies when nothing else is said. */
export function installedFolder(home: string, task: string): string {
  return join(home, 'datasets', task);
}

/**
 * The folder of a dataset: what `-d` names (the dataset itself, or the folder that holds the datasets of all tasks), else the
 * installed one, else the synthetic demo data.
 * @throws UserError when `-d` names none.
 */
export function findDataset(home: string, benchmark: Benchmark, option: string | undefined): string {
  const task = benchmark.name;
  if (option === undefined) {
    const installed = installedFolder(home, task);
    return existsSync(installed) ? installed : demoDataset(home, benchmark);
  }
  const found = [join(option, task), option].find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new UserError(
    `${option}: there is no such folder. Pass the folder of a dataset with -d, or fetch one: asbench clone ${task}`,
  );
}
