import { UserError } from '@itinera/base';
import {
  ANY_TASK,
  checkOdSubmission,
  findTask,
  OD_YEAR,
  validateSteps,
  YEARS,
  type Year,
} from '@itinera/humob/browser';
import { type ShownValidation, type TabJob, VALIDATION } from './job.js';
import { flowFile, requireUsable, shownName, tableFile } from './job-files.js';

const MOST_BYTES = 2e9;

/** Same as `asbench humob validate`. */
export const validateJob: TabJob = async ({ files, settings }, onProgress) => {
  requireUsable(files, MOST_BYTES);
  const { submission, dataset } = files as { readonly submission: File; readonly dataset?: File };
  const file = shownName(submission.name);
  const [year = '', name = ''] = (settings.task ?? ANY_TASK).split('/');
  const shown = (data: ShownValidation, validation: unknown) => ({
    page: [VALIDATION],
    notes: [],
    saved: [{ name: 'validation.json', text: `${JSON.stringify(validation)}\n` }],
    answer: (address: string) => (address === VALIDATION ? data : undefined),
  });
  if (year === OD_YEAR) {
    const flows = checkOdSubmission(flowFile(submission));
    return shown({ file, flows }, flows);
  }
  const isAny = year === ANY_TASK;
  const task = isAny ? undefined : findTask(YEARS.find((one) => one === year) as Year, name);
  if (!isAny && task === undefined)
    throw new UserError(`Task ${shownName(`${year}/${name}`)} not found. Choose a task from the list.`);
  if (isAny && dataset === undefined)
    throw new UserError('Without a task, the people and days are those of the data set. Add its file.');
  const steps = await validateSteps(tableFile(submission), task, dataset && tableFile(dataset), {
    year: isAny ? '2023' : (year as Year),
    onProgress,
  });
  return shown({ file, steps }, isAny ? steps : { year, ...steps });
};
