import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RunFolder, readManifest } from '@itinera/run';
import { isSynthetic } from '@itinera/runner';
import { isNotedSynthetic } from '@itinera/studies';
import { STDIN } from '@itinera/tables/node';

/** A sentence for people who are marked as synthetic; none for others. */
export function syntheticMark(path: string): string[] {
  return isMarked(path) ? [`${basename(path)}: SYNTHETIC people, who do not exist.`] : [];
}

/** Whether a run, a folder, or the folder or note of a file says that its people are synthetic. Standard input has none. */
function isMarked(path: string): boolean {
  if (path === STDIN) return false;
  if (existsSync(join(path, 'run.json'))) return readManifest(RunFolder.find(dirname(path), path)).dataset.synthetic;
  return isSynthetic(path) || isSynthetic(dirname(path)) || isNotedSynthetic(path);
}
