import { isNumeric, parsePythonInteger, trimRight } from './python-text.js';
import type { HumobTask, Year } from './tasks.js';

export interface SubmissionStep {
  readonly uid: number | bigint;
  readonly d: number;
  readonly t: number;
  readonly x: number;
  readonly y: number;
}

/** A fault of a line of a submission. */
export interface LineFault {
  readonly kind: 'columns' | 'numeric' | 'd' | 't' | 'x' | 'y';
  /** The message of the organisers' validator. */
  readonly message: string;
}

/**
 * The organisers' rule for a line that is not a header: 5 columns, each numeric, then d, t, x and y within their
 * ranges.
 *
 * @returns the step, or its faults in the order of the rule
 * @throws PythonError where their program ends with an exception: a character that is numeric but not a digit
 */
export function readSubmissionLine(text: string, days: HumobTask['days'], year: Year): SubmissionStep | LineFault[] {
  const fields = trimRight(text).split(',');
  if (fields.length !== 5) return [{ kind: 'columns', message: 'The number of columns must be 5' }];
  if (!fields.every(isNumeric)) return [{ kind: 'numeric', message: 'Each column must be numeric' }];
  const [uid, d, t, x, y] = fields.map(parsePythonInteger) as [number | bigint, number, number, number, number];
  const [firstDay, lastDay] = days;
  const period = ` (It must be within the prediction target period, which is from ${firstDay} to ${lastDay}.)`;
  const ranges = [
    { kind: 'd', value: d, low: firstDay, high: lastDay, note: year === '2023' ? '' : period },
    { kind: 't', value: t, low: 0, high: 47, note: '' },
    { kind: 'x', value: x, low: 1, high: 200, note: '' },
    { kind: 'y', value: y, low: 1, high: 200, note: '' },
  ] as const;
  const faults = ranges
    .filter(({ value, low, high }) => value < low || value > high)
    .map(({ kind, value, note }) => ({ kind, message: `${kind}=${value} is out of range${note}` }));
  return faults.length > 0 ? faults : { uid, d, t, x, y };
}

/** Person and time of a line whose only faults are those of its cell: the step is there. */
export function stepOf(text: string): Pick<SubmissionStep, 'uid' | 'd' | 't'> {
  const [uid, d, t] = trimRight(text).split(',').map(parsePythonInteger) as [number | bigint, number, number];
  return { uid, d, t };
}
