import { isFileError, UserError } from '@itinera/base';
import { similarFile } from '@itinera/base/node';
import { readSteps } from './on-disk.js';
import type { OnProgress } from './progress.js';
import { groupByPerson, type StepTrajectories } from './trajectories.js';

// A thread of `asbench humob score`.

export { meanOverPeople, scoreShards } from './score-people.js';

/** Reads a file in a thread. A user error is returned as a value, since threads lose the class and the cause of errors. */
export async function readStepTrajectories(
  path: string,
  onProgress?: OnProgress,
): Promise<StepTrajectories | { readonly mistake: string }> {
  try {
    return groupByPerson(await readSteps(path, { onProgress }));
  } catch (error) {
    if (error instanceof UserError) {
      const isMissing = isFileError(error.cause) && error.cause.code === 'ENOENT';
      return { mistake: `${error.message}${isMissing ? similarFile(path) : ''}` };
    }
    throw error;
  }
}
