import { pythonLines } from './python-lines.js';
import { PythonTextError, parsePythonInteger, trimRight } from './python-text.js';
import { releaseOf } from './releases.js';
import { readSubmissionLine } from './submission-line.js';
import { findTask, type HumobTask, taskName, type Year } from './tasks.js';

export interface CompatResult {
  /** Everything that the organisers' validator prints. */
  readonly stdout: string;
  readonly exitCode: 0 | 1;
  /** The exception that it ended with, if any. */
  readonly uncaught?: string;
}

/** Ends the validation with a message, as the organisers' validator does at the first error. */
class Refusal extends Error {}

/** For each person d, t, d, t … in the order of the file. */
type TimesByPerson = Map<number | bigint, (number | bigint)[]>;

/**
 * The output and exit code of the organisers' validator of that year: the first error only, lines and steps counted
 * from 0, including the header.
 *
 * @param args its command line: task id, dataset file, submission file. In 2023, the task id and a submission file are
 *   those of the first release, in August, which compares nothing with a data set; it has no task `test`.
 */
export function compatValidate(year: Year, args: readonly string[]): CompatResult {
  let stdout = '';
  const print = (line: string) => {
    stdout += `${line}\n`;
  };
  try {
    validate(year, args, print);
    return { stdout, exitCode: 0 };
  } catch (error) {
    if (error instanceof PythonTextError) return { stdout, exitCode: 1, uncaught: error.message };
    if (!(error instanceof Refusal)) throw error;
    print(error.message);
    return { stdout, exitCode: 1 };
  }
}

function validate(year: Year, args: readonly string[], print: (line: string) => void): void {
  const release = releaseOf(year, args);
  const [id, ...files] = args;
  if (id === undefined || args.length !== release.arguments.length)
    throw new Refusal(
      `Usage: \n    python3 validator.py ${release.arguments.join(' ')}\n        where task_id is ${release.taskNames}`,
    );
  const task = release.tasks.includes(taskName(year, id)) ? findTask(year, id) : undefined;
  if (task === undefined) throw new Refusal(`Invalid task_id: ${taskName(year, id)}`);
  const say = (line: string) => release.reportsSteps && print(line);

  say('Loading the submission file...');
  const submission = loadSubmission(files.at(-1)!, task, year);
  say('');
  say("Checking the set of uid's...");
  if (release.countsUids) print(`# of uid's: ${submission.size}`);
  const [first, last] = task.uids;
  for (let uid = first; uid <= last; uid++) if (!submission.has(uid)) refuseUids();
  if (submission.size !== last - first + 1) refuseUids();
  say('');
  if (files.length === 2) {
    print('Now loading the dataset file and comparing the submission data to it...');
    compareAll(task, submission, loadDataset(files[0]!, task));
    print('');
  }
  print('Validation finished without errors!');
}

function compareAll({ uids: [first, last] }: HumobTask, submission: TimesByPerson, dataset: TimesByPerson): void {
  for (let uid = first; uid <= last; uid++) {
    const expected = dataset.get(uid);
    if (expected === undefined) throw new PythonTextError(`KeyError: ${uid}`);
    compare(uid, submission.get(uid) as number[], expected);
  }
}

function refuseUids(): never {
  throw new Refusal("The set of uid's doesn't match that of reference; there seem to be extra or lacking uid's");
}

function loadSubmission(path: string, task: HumobTask, year: Year): TimesByPerson {
  const times: TimesByPerson = new Map();
  let index = -1;
  for (const line of pythonLines(path)) {
    index++;
    if (index === 0 && line.startsWith('uid,')) continue;
    const step = readSubmissionLine(line, task.days, year);
    if (Array.isArray(step)) throw new Refusal(`Error at line index ${index}: ${step[0]?.message}`);
    timesOf(times, step.uid).push(step.d, step.t);
  }
  return times;
}

function loadDataset(path: string, { uids: [firstUid], days: [firstDay] }: HumobTask): TimesByPerson {
  const times: TimesByPerson = new Map();
  for (const line of pythonLines(path)) {
    if (line.startsWith('uid')) continue;
    const fields = trimRight(line).split(',');
    if (fields.length !== 5) {
      throw new PythonTextError(
        `ValueError: ${fields.length < 5 ? `not enough values to unpack (expected 5, got ${fields.length})` : 'too many values to unpack (expected 5)'}`,
      );
    }
    const uid = parsePythonInteger(fields[0] as string);
    if (uid < firstUid) continue;
    const [d, t] = fields.slice(1).map(parsePythonInteger) as [number | bigint, number | bigint];
    const known = timesOf(times, uid);
    if (d >= firstDay) known.push(d, t);
  }
  return times;
}

function timesOf(times: TimesByPerson, uid: number | bigint) {
  const known = times.get(uid) ?? [];
  if (known.length === 0) times.set(uid, known);
  return known;
}

function compare(uid: number, generated: readonly (number | bigint)[], reference: readonly (number | bigint)[]): void {
  const prefix = `Error occurring regarding uid ${uid}: `;
  if (generated.length !== reference.length) {
    throw new Refusal(`${prefix}The length doesn't match between the generated and reference trajectories.`);
  }
  for (let i = 0; i < generated.length; i += 2) {
    if (generated[i] !== reference[i] || generated[i + 1] !== reference[i + 1]) {
      throw new Refusal(
        `${prefix}Day and time are not the same; (d, t) = (${generated[i]}, ${generated[i + 1]}) for generated ` +
          `while (d, t) = (${reference[i]}, ${reference[i + 1]}) for reference at step ${i / 2} of the trajectory.`,
      );
    }
  }
}
