import { UserError } from '@itinera/metrics';
import { parseManifest, type RunManifest } from '../manifest.js';
import type { RunFolder } from './run-folder.js';

/** @throws UserError when `run.json` is damaged or of another version. */
export function readManifest(folder: RunFolder): RunManifest {
  let text: string;
  try {
    text = folder.readManifest();
  } catch (error) {
    throw new UserError(`${folder.name}/run.json: cannot be read: ${(error as Error).message}.`);
  }
  return parseManifest(text, folder.name);
}
