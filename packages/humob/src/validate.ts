import { counted, UserError } from '@itinera/base';
import { SLOTS } from '@itinera/metrics';
import type { ByteSource } from '@itinera/tables';
import { type CsvLayout, type LinePosition, scanSteps } from './csv-scan.js';
import { readLineBlocks } from './line-blocks.js';
import type { OnProgress } from './progress.js';
import { PythonTextError } from './python-text.js';
import { quote, STEP_LIMITS, streamStepFile } from './step-file.js';
import { type StepColumns, StepTable } from './step-table.js';
import { type LineFault, readSubmissionLine, stepOf } from './submission-line.js';
import type { HumobTask, Year } from './tasks.js';
import { stepsByPerson } from './trajectories.js';

/** All problems of one kind. */
export interface ProblemGroup {
  readonly title: string;
  readonly count: number;
  /** The first examples, lines counted from 1. */
  readonly examples: readonly string[];
}

export interface Validation {
  readonly problems: readonly ProblemGroup[];
  readonly people: number;
  readonly steps: number;
  /** Whether the steps were compared with those of a data set. */
  readonly compared: boolean;
}

export interface ValidateOptions {
  readonly year: Year;
  /** Examples kept of each kind; default 10. */
  readonly examples?: number;
  readonly onProgress?: OnProgress;
}

/**
 * Lists everything for which the organisers' validator would reject a submission, and repeated steps, without stopping
 * at the first. Memory: about 30 bytes per step of the submission, and as much per expected step.
 *
 * @param task without it, the people and days are those of the data set
 * @param datasetFile the challenge's data set or any file with the expected steps; their cells are ignored
 * @throws UserError when a file cannot be read, or the data set is damaged; RangeError with neither task nor data set
 */
export async function validateSteps(
  submissionFile: ByteSource,
  task: HumobTask | undefined,
  datasetFile: ByteSource | undefined,
  { year, examples = 10, onProgress }: ValidateOptions,
): Promise<Validation> {
  const problems = new Problems(examples);
  const dataset = datasetFile === undefined ? undefined : await readAsked(datasetFile, task, onProgress);
  const asked = task ?? (dataset && taskOf(dataset));
  if (asked === undefined) throw new RangeError('validateSteps: expected a task or a data set, got neither.');
  const submission = await readSubmission(submissionFile, asked, year, problems, onProgress);
  const given = stepsByPerson(submission);
  const wanted = dataset === undefined ? undefined : stepsByPerson(dataset);
  const expected = task === undefined ? [...(wanted as PersonRows).keys()] : range(...task.uids);
  const isExpected = new Set(expected);
  for (const [uid, rows] of given) {
    if (!isExpected.has(uid)) {
      const where = task === undefined ? 'not in the data set' : `not from ${task.uids[0]} to ${task.uids[1]}`;
      problems.add(
        `uid ${where}`,
        `uid ${uid} (line ${submission.line[rows[0] as number]}, ${counted(rows.length, 'step')})`,
      );
    }
  }
  for (const uid of expected) {
    const rows = given.get(uid);
    if (rows === undefined) {
      problems.add('uid without steps', `uid ${uid}`);
    } else if (dataset !== undefined && wanted !== undefined) {
      compareSteps(uid, submission, rows, dataset, wanted.get(uid) ?? new Int32Array(0), problems);
    } else {
      findRepeated(uid, submission, rows, problems);
    }
  }
  return { problems: problems.groups(), people: given.size, steps: submission.length, compared: dataset !== undefined };
}

type PersonRows = ReturnType<typeof stepsByPerson>;

/** Counts problems by kind and keeps the first of each. */
export class Problems {
  readonly #groups = new Map<string, { count: number; examples: string[] }>();
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(title: string, example: string): void {
    const group = this.#groups.get(title) ?? { count: 0, examples: [] };
    this.#groups.set(title, group);
    if (++group.count <= this.#kept) group.examples.push(example);
  }

  groups(): ProblemGroup[] {
    return [...this.#groups].map(([title, group]) => ({ title, ...group }));
  }
}

/** The steps that the task expects: those of its people, starting on its first day; all if there is no task. */
async function readAsked(file: ByteSource, task: HumobTask | undefined, onProgress?: OnProgress): Promise<StepTable> {
  const asked = new StepTable();
  await streamStepFile(file, { masked: true, onProgress }, ({ length, uid, d, t, x, y, line }) => {
    for (let row = 0; row < length; row++) {
      const [person, day] = [uid[row] as number, d[row] as number];
      if (task !== undefined && (person < task.uids[0] || person > task.uids[1] || day < task.days[0])) continue;
      asked.push(person, day, t[row] as number, x[row] as number, y[row] as number, line[row] as number);
    }
  });
  return asked;
}

function taskOf({ uid, d, length }: StepColumns): HumobTask {
  return { uids: ends(uid, length), days: ends(d, length) };
}

function ends(column: Int32Array | Uint16Array, length: number): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let row = 0; row < length; row++) {
    low = Math.min(low, column[row] as number);
    high = Math.max(high, column[row] as number);
  }
  return [low, high];
}

/** A line without a step. */
const NOWHERE = { uid: Number.POSITIVE_INFINITY, d: 0, t: 0 };

/** The organisers accept whole numbers only. */
const LAYOUT: CsvLayout = { columns: 5, holds: [0, 1, 2, 3, 4], takesPointZero: false };

/** The steps in order; everything else becomes a problem. */
async function readSubmission(
  file: ByteSource,
  { days }: HumobTask,
  year: Year,
  problems: Problems,
  onProgress?: OnProgress,
): Promise<StepTable> {
  const table = new StepTable();
  const position: LinePosition = { line: 0 };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const titles: Readonly<Record<LineFault['kind'], string>> = {
    columns: 'not 5 columns separated by commas',
    numeric: 'a value that is not a whole number (digits only)',
    d: `d out of range (${days[0]} to ${days[1]})`,
    t: 't out of range (0 to 47)',
    x: 'x out of range (1 to 200)',
    y: 'y out of range (1 to 200)',
  };
  const odd = (bytes: Uint8Array, line: number) => {
    let text = decoder.decode(bytes);
    if (line === 1 && text.startsWith('\ufeff')) {
      problems.add(
        'byte-order mark at the start, which the organisers’ tool reads as part of the first column',
        'line 1',
      );
      text = text.slice(1);
    }
    if (line === 1 && text.startsWith('uid,')) return;
    if (text.trim() === '') {
      problems.add('blank line', `line ${line}`);
      return;
    }
    if (/^\s*"?uid/i.test(text) || (line === 1 && !/\d/.test(text))) {
      problems.add(
        'header that the organisers’ tool does not recognise: expected one, on line 1, beginning with "uid,"',
        `line ${line}: ${quote(text)}`,
      );
      return;
    }
    const step = readLine(text, days, year);
    if (Array.isArray(step)) {
      for (const { kind } of step) problems.add(titles[kind], `line ${line}: ${quote(text)}`);
      // A cell out of range is one problem: its step is not missing, too.
      const { uid, d, t } = step.every(({ kind }) => kind === 'x' || kind === 'y') ? stepOf(text) : NOWHERE;
      if (uid <= STEP_LIMITS.uid[1]) table.push(Number(uid), d, t, 0, 0, line);
    } else if (step.uid > STEP_LIMITS.uid[1]) {
      problems.add(`uid out of range (0 to ${STEP_LIMITS.uid[1]})`, `line ${line}: ${quote(text)}`);
    } else {
      table.push(Number(step.uid), step.d, step.t, step.x, step.y, line);
    }
  };
  const limits = { ...STEP_LIMITS, d: days };
  for await (const block of readLineBlocks(file, position, onProgress))
    scanSteps(block, LAYOUT, limits, table, position, odd);
  if (position.line === 0)
    throw new UserError(`${file.name}: the file is empty. Pass a CSV file with lines of uid,d,t,x,y.`);
  return table;
}

function readLine(text: string, days: HumobTask['days'], year: Year): ReturnType<typeof readSubmissionLine> {
  try {
    return readSubmissionLine(text, days, year);
  } catch (error) {
    if (!(error instanceof PythonTextError)) throw error;
    return [{ kind: 'numeric', message: error.message }];
  }
}

/** The organisers compare step by step in the order of the files; missing and extra steps are reported first. */
function compareSteps(
  uid: number,
  submission: StepColumns,
  given: Int32Array,
  dataset: StepColumns,
  wanted: Int32Array,
  problems: Problems,
): void {
  const timeGiven = timesOf(submission, given);
  const timeWanted = timesOf(dataset, wanted);
  const firstOther = timeGiven.findIndex((time, i) => time !== timeWanted[i]);
  if (firstOther < 0 && timeGiven.length === timeWanted.length) return;

  const lineOf = new Map(timeGiven.map((time, i) => [time, submission.line[given[i] as number] as number]));
  const excess = countTimes(timeGiven);
  let differs = false;
  for (const time of timeWanted) {
    const left = excess.get(time) ?? 0;
    excess.set(time, left - 1);
    if (left > 0) continue;
    problems.add('missing step', `uid ${uid}: ${describe(time)}`);
    differs = true;
  }
  const isWanted = new Set(timeWanted);
  for (const [time, count] of excess) {
    if (count <= 0) continue;
    const title = isWanted.has(time) ? 'repeated step' : 'unexpected step';
    problems.add(title, `line ${lineOf.get(time)}: uid ${uid}: ${describe(time)}`);
    differs = true;
  }
  if (differs) return;
  problems.add(
    'steps of a person in a different order than in the data set',
    `line ${submission.line[given[firstOther] as number]}: uid ${uid}: ${describe(timeGiven[firstOther] as number)} ` +
      `where the data set has ${describe(timeWanted[firstOther] as number)}`,
  );
}

function findRepeated(uid: number, submission: StepColumns, rows: Int32Array, problems: Problems): void {
  const seen = new Set<number>();
  for (const [i, time] of timesOf(submission, rows).entries()) {
    if (seen.has(time))
      problems.add('repeated step', `line ${submission.line[rows[i] as number]}: uid ${uid}: ${describe(time)}`);
    seen.add(time);
  }
}

function timesOf({ d, t }: StepColumns, rows: Int32Array): number[] {
  return Array.from(rows, (row) => (d[row] as number) * SLOTS + (t[row] as number));
}

function countTimes(times: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return counts;
}

function describe(time: number): string {
  return `d=${Math.floor(time / SLOTS)}, t=${time % SLOTS}`;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
