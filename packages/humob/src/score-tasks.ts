import { basename } from 'node:path';
import { UserError } from '@itinera/base';
import { pairwiseMean, type Rules } from '@itinera/metrics';
import { readSteps, streamSteps, validateSubmission } from './on-disk.js';
import { type HumobScore, RULES, scoreTrajectories } from './score.js';
import { StepTable } from './step-table.js';
import { type HumobTask, TASKS, YEARS, type Year } from './tasks.js';
import { groupByPerson } from './trajectories.js';
import type { Validation } from './validate.js';

/** A task of a year: its submission, validated and scored as far as possible. */
export interface TaskScore {
  readonly task: string;
  readonly submission: string | null;
  readonly reference: string | null;
  /** Whether the reference lacks people of the task, as in your own split: its people and days are used instead. */
  readonly ownSplit: boolean;
  readonly validation: Validation | null;
  readonly score: HumobScore | null;
  /** Why there is no score. */
  readonly error: string | null;
}

export interface TaskScores {
  readonly rules: Rules;
  /** In the order of the year's tasks. */
  readonly tasks: readonly TaskScore[];
  /** Means over the tasks; null unless all have a score. */
  readonly mean: { readonly geobleu: number; readonly dtw: number } | null;
}

/**
 * Validates and scores the submissions of all tasks of a year. The task of a file is the one that its name contains, such
 * as `team_task1.csv` or `cityB.csv.gz`, or the one to which its first user belongs.
 *
 * @param references the ground truth of each task; people and days of other tasks are ignored
 * @throws UserError if a file belongs to no task, or two to the same, or a reference cannot be read
 */
export async function scoreTasks(
  submissions: readonly string[],
  references: readonly string[],
  { year, seed = 1 }: { readonly year: Year; readonly seed?: number },
): Promise<TaskScores> {
  const rules = RULES[YEARS.indexOf(year)]!;
  const names = Object.keys(TASKS[year]).filter((name) => name !== 'test');
  const [ofSubmission, ofReference] = [await byTask(submissions, year, names), await byTask(references, year, names)];
  const tasks: TaskScore[] = [];
  for (const task of names) {
    const [submission = null, reference = null] = [ofSubmission.get(task), ofReference.get(task)];
    const files = { task, submission, reference };
    const error = `the ${submission === null ? 'submission' : 'reference'} is missing`;
    tasks.push(
      submission === null || reference === null
        ? { ...files, ownSplit: false, validation: null, score: null, error }
        : { ...files, ...(await scoreTask(submission, reference, TASKS[year][task]!, { year, seed, rules })) },
    );
  }
  const scores = tasks.flatMap(({ score }) => (score === null ? [] : [score]));
  const meanOf = (part: 'geobleu' | 'dtw') => pairwiseMean(Float64Array.from(scores, (score) => score[part].value));
  const mean = scores.length === tasks.length ? { geobleu: meanOf('geobleu'), dtw: meanOf('dtw') } : null;
  return { rules, tasks, mean };
}

async function scoreTask(
  submission: string,
  referencePath: string,
  task: HumobTask,
  { year, seed, rules }: { readonly year: Year; readonly seed: number; readonly rules: Rules },
) {
  const reference = await readSteps(referencePath, { masked: true });
  const asked = stepsOf(reference.steps, task);
  const people = new Set(asked.uid.subarray(0, asked.length)).size;
  const ownSplit = people < task.uids[1] - task.uids[0] + 1;
  const result = { ownSplit, validation: null, score: null };
  try {
    const validation = await validateSubmission(submission, ownSplit ? undefined : task, referencePath, { year });
    try {
      const truth = groupByPerson(ownSplit ? reference : { ...reference, steps: asked });
      const score = await scoreTrajectories(groupByPerson(await readSteps(submission)), truth, { rules, seed });
      return { ...result, validation, score, error: null };
    } catch (error) {
      return { ...result, validation, error: messageOf(error) };
    }
  } catch (error) {
    return { ...result, error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}

function stepsOf({ uid, d, t, x, y, line, length }: StepTable, { uids, days }: HumobTask): StepTable {
  const within = (value: number, [first, last]: readonly [number, number]) => value >= first && value <= last;
  const steps = new StepTable();
  for (let i = 0; i < length; i++)
    if (within(uid[i]!, uids) && within(d[i]!, days)) steps.push(uid[i]!, d[i]!, t[i]!, x[i]!, y[i]!, line[i]!);
  return steps;
}

async function byTask(paths: readonly string[], year: Year, names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const task = namedTask(basename(path), names) ?? (await taskOfFirstUser(path, year, names));
    if (task === undefined)
      throw new UserError(
        `${path} belongs to no task of ${year}: neither its name nor its first user does. Put the task into the name of the file, such as ${names[0]}.csv.`,
      );
    const other = found.get(task);
    if (other !== undefined)
      throw new UserError(`${other} and ${path} are both for task ${task}. Pass one file per task.`);
    found.set(task, path);
  }
  return found;
}

/** The only task in a file's name, as a word of its own or after "task" or "city". */
function namedTask(file: string, names: readonly string[]): string | undefined {
  const words = file.toLowerCase().split(/[^a-z0-9]+/);
  const named = names.filter((name) => words.some((word) => word.replace(/^(task|city)(?=.)/, '') === name));
  return named.length === 1 ? named[0] : undefined;
}

class Found extends Error {}

async function taskOfFirstUser(path: string, year: Year, names: readonly string[]): Promise<string | undefined> {
  let first = -1;
  try {
    await streamSteps(path, { masked: true }, ({ uid }) => {
      first = uid[0]!;
      throw new Found();
    });
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
  return names.find((name) => first >= TASKS[year][name]!.uids[0] && first <= TASKS[year][name]!.uids[1]);
}
