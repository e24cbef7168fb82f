import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { requireWholeSet, similarFile } from '@itinera/base/node';
import { type Benchmark, demoDataset, SIMULATION } from '@itinera/benchmarks';

/**
 * Returns the notice that accompanies everything made from synthetic data; in a simulation only the people are
 * synthetic.
 */
export function syntheticNotice(task: string): string {
  return task.startsWith(SIMULATION)
    ? 'SYNTHETIC people: they do not exist.'
    : 'SYNTHETIC demo data: city, people and truth do not exist, so this says nothing about reality.';
}

/** Returns the default folder of a task's dataset. */
export function installedFolder(home: string, task: string): string {
  return join(home, 'datasets', task);
}

/** Whether synthetic data may be used. */
export interface DemoTerms {
  /** True: use synthetic data even if real data are installed. */
  readonly demo?: boolean | undefined;
  /** An option that suggests real data, such as `--config`: synthetic data are then never used as a substitute. */
  readonly hint?: string | null | undefined;
  /** The home folder of installed datasets, if runs are written to another one. */
  readonly datasetHome?: string | undefined;
}

/**
 * Finds the folder of a dataset: that of `-d` (the dataset itself, or the folder with the datasets of all tasks),
 * otherwise the installed one, otherwise, if nothing suggests real data, the synthetic demo data.
 * @throws UserError when `-d` does not exist or its files are from different sets, or no dataset is found and demo data could be mistaken for real data.
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
    // If there are no real data, demo data cannot be mistaken for them.
    if (hint === null || benchmark.dataset === null) return demoDataset(home, benchmark);
    throw new UserError(
      `${task}: there is no dataset in ${homes[0]}, and with ${hint} synthetic data are not used instead. ` +
        `Fetch it: asbench clone ${task}; or pass its folder: -d FOLDER; or use SYNTHETIC demo data: --demo`,
    );
  }
  const found = [join(option, task), option].find((folder) => existsSync(folder));
  if (found !== undefined) {
    requireWholeSet(found);
    return found;
  }
  throw new UserError(
    `${option}: folder not found.${similarFile(option)} Pass the folder of a dataset with -d, or fetch one: asbench clone ${task}`,
  );
}
