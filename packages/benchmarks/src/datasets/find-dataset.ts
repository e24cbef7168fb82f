import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { type Benchmark, SIMULATION } from '../port/benchmark.js';
import { demoDataset } from './demo/make-demo.js';

/** What is said before and beside everything that comes of made-up data: a simulation has made-up people in any city. */
export function syntheticNotice(task: string): string {
  return task.startsWith(SIMULATION)
    ? 'SYNTHETIC people: they are made up, and nobody of them exists.'
    : 'SYNTHETIC demo data: city, people and truth are made up, so this says nothing about reality.';
}

/** Where the dataset of a task lies when nothing else is said. */
export function installedFolder(home: string, task: string): string {
  return join(home, 'datasets', task);
}

/** Whether made-up data may be taken. */
export interface DemoTerms {
  /** True: they are asked for, also where others are installed. */
  readonly demo?: boolean | undefined;
  /** What was said that hints at real data, such as `--config`: then made-up ones are never taken for them. */
  readonly hint?: string | null | undefined;
  /** The home that datasets are installed in, when runs go to another. */
  readonly datasetHome?: string | undefined;
}

/**
 * The folder of a dataset: what `-d` names (the dataset itself, or the folder that holds the datasets of all tasks), else the
 * installed one, else, where nothing hints at real data, the synthetic demo data.
 * @throws UserError when `-d` names none, or none is there and demo data would be taken for real ones.
 */
export function findDataset(
  home: string,
  benchmark: Benchmark,
  option: string | undefined,
  { demo = false, hint = null, datasetHome = home }: DemoTerms = {},
): string {
  const task = benchmark.name;
  if (demo) return demoDataset(home, benchmark);
  if (option === undefined) {
    const homes = [datasetHome, home].map((place) => installedFolder(place, task));
    const installed = homes.find((folder) => existsSync(folder));
    if (installed !== undefined) return installed;
    // Where there are no real data, none can be meant.
    if (hint === null || benchmark.dataset === null) return demoDataset(home, benchmark);
    throw new UserError(
      `${task}: there is no dataset in ${homes[0]}, and with ${hint} made-up data are not taken for it. ` +
        `Fetch it: asbench clone ${task}; or name its folder: -d FOLDER; or say that SYNTHETIC demo data will do: --demo`,
    );
  }
  const found = [join(option, task), option].find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new UserError(
    `${option}: there is no such folder. Pass the folder of a dataset with -d, or fetch one: asbench clone ${task}`,
  );
}
