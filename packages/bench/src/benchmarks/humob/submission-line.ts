import { isNumeric, parseInteger, trimRight } from './python-text.js';
import type { Task, Year } from './tasks.js';

export interface SubmissionStep {
  readonly uid: number | bigint;
  readonly d: number;
  readonly t: number;
  readonly x: number;
  readonly y: number;
}

/** What is wrong with one line of a submission. */
export interface LineFault {
  readonly kind: 'columns' | 'numeric' | 'd' | 't' | 'x' | 'y';
  /** In the words of the organisers' validator. */
  readonly message: string;
}

/**
 * The organisers' rule for a line that is not a header: 5 columns, each numeric, d, t, x and y within their ranges,
 * asked in this order.
 *
 * @throws PythonError where their program ends with an exception: a character that is numeric but not a digit
 */
export function readSubmissionLine(text: string, task: Task, year: Year): SubmissionStep | LineFault {
  const fields = trimRight(text).split(',');
  if (fields.length !== 5) return { kind: 'columns', message: 'The number of columns must be 5' };
  if (!fields.every(isNumeric)) return { kind: 'numeric', message: 'Each column must be numeric' };
  const [uid, d, t, x, y] = fields.map(parseInteger) as [number | bigint, number, number, number, number];
  const [firstDay, lastDay] = task.days;
  if (d < firstDay || d > lastDay) {
    const period = ` (It must be within the prediction target period, which is from ${firstDay} to ${lastDay}.)`;
    return { kind: 'd', message: `d=${d} is out of range${year === '2023' ? '' : period}` };
  }
  if (t < 0 || t > 47) return { kind: 't', message: `t=${t} is out of range` };
  if (x < 1 || x > 200) return { kind: 'x', message: `x=${x} is out of range` };
  if (y < 1 || y > 200) return { kind: 'y', message: `y=${y} is out of range` };
  return { uid, d, t, x, y };
}
