import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/city';

/** Where the dataset of a task lies when nothing else is said. */
export function installedFolder(home: string, task: string): string {
  return join(home, 'datasets', task);
}

/**
 * The folder of a dataset: what `-d` names (the dataset itself, or the folder that holds the datasets of all tasks), else the
 * installed one.
 * @throws UserError when there is none.
 */
export function findDataset(home: string, task: string, option: string | undefined): string {
  const candidates = option === undefined ? [installedFolder(home, task)] : [join(option, task), option];
  const found = candidates.find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new UserError(
    option === undefined
      ? `The dataset of ${task} is not installed in ${candidates[0]}. Fetch it: asbench clone ${task}`
      : `${option}: there is no such folder. Pass the folder of a dataset with -d, or fetch one: asbench clone ${task}`,
  );
}
