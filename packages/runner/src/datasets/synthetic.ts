import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A folder with this file contains synthetic data. */
export const SYNTHETIC_MARK = 'SYNTHETIC.md';
/** The ground truth in the folder of a dataset. */
export const TRUTH = 'groundtruth';

/** Whether a dataset, or a truth, is marked as synthetic; a truth also by the mark of its dataset. */
export function isSynthetic(folder: string): boolean {
  const path = resolve(folder);
  const folders = basename(path) === TRUTH ? [path, dirname(path)] : [path];
  return folders.some((one) => existsSync(join(one, SYNTHETIC_MARK)));
}
