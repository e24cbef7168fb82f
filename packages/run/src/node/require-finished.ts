import { UserError } from '@itinera/base';
import type { RunFolder } from './run-folder.js';

/** @throws UserError for a run that is not finished, with the command that finishes it */
export function requireFinished(folder: RunFolder, isFinished: boolean): void {
  if (!isFinished)
    throw new UserError(`${folder.name} is not finished. Finish it: asbench runs resume ${folder.typed}`);
}
