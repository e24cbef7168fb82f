import { UserError } from '@itinera/base';
import { parseManifest, type RunManifest } from '../manifest.js';
import { withWholePaths } from './manifest-paths.js';
import type { RunFolder } from './run-folder.js';

/** Reads `run.json`, with absolute paths. @throws UserError when it is damaged or of another version. */
export function readManifest(folder: RunFolder): RunManifest {
  let text: string;
  try {
    text = folder.readManifest();
  } catch (error) {
    throw new UserError(`${folder.name}/run.json cannot be read: ${(error as Error).message}.`);
  }
  return withWholePaths(parseManifest(text, folder.name), folder.path);
}
