import { UserError } from '@itinera/base';
import type { OnProgress } from '@itinera/humob/browser';
import type { TabJob, TabJobName, TabResult, TabTask } from './job.js';
import { measureJob } from './measure.js';
import { scoreJob } from './score.js';
import { validateJob } from './validate.js';

const JOBS: Readonly<Record<TabJobName, TabJob>> = { score: scoreJob, validate: validateJob, measure: measureJob };

/** Runs a task. @throws Error with one clear message, whatever the files contain */
export async function runTask(task: TabTask, onProgress: OnProgress): Promise<TabResult> {
  try {
    return await JOBS[task.job](task, onProgress);
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const { name, message } = error as Error;
  if (name === 'NotReadableError' || name === 'NotFoundError')
    return 'A file cannot be read: it is a folder, or it was moved or changed. Choose it again.';
  // Memory is requested in large arrays; texts and maps have limits, too.
  if (error instanceof RangeError && /alloc|array|length|size/i.test(message))
    return 'The files need more memory than the browser offers to a page. Use asbench instead.';
  return `This is a fault of the playground: ${message}`;
}
