import { UserError } from '@itinera/base';
import { SLOTS } from '@itinera/metrics';
import type { StepFile } from './step-file.js';
import { type StepColumns, sharedIntegers, sharedLike } from './step-table.js';

/** The steps of a file, grouped by person and in time order. */
export interface StepTrajectories extends StepColumns {
  readonly path: string;
  readonly columns: 4 | 5;
  /** The people, rising. */
  readonly people: Int32Array;
  /** Person i has the rows `firstRow[i]` to `firstRow[i + 1]`, excluded. */
  readonly firstRow: Int32Array;
}

/**
 * Groups the steps by person, in time order. Rows already in that order, as in the challenge's files, are used in place;
 * others are sorted by two counting sorts, linear in rows.
 *
 * @throws UserError when a person has two steps at one time
 */
export function groupByPerson({ path, columns, steps }: StepFile): StepTrajectories {
  const sorted = isSorted(steps) ? steps : inOrder(steps, timeOrder(steps));
  const { uid, d, t, line, length } = sorted;
  const people: number[] = [];
  const firstRow: number[] = [];
  for (let i = 0; i < length; i++) {
    if (i > 0 && uid[i] === uid[i - 1]) {
      if (d[i] !== d[i - 1] || t[i] !== t[i - 1]) continue;
      const [first, second] = [line[i - 1] as number, line[i] as number].sort((a, b) => a - b);
      throw new UserError(
        `${path}: line ${second}: uid ${uid[i]} already has a step at d=${d[i]}, t=${t[i]}, on line ${first}. ` +
          'A person can be in only one place at a time: remove one of the two.',
      );
    }
    people.push(uid[i] as number);
    firstRow.push(i);
  }
  firstRow.push(length);
  return { ...sorted, length, path, columns, people: sharedIntegers(people), firstRow: sharedIntegers(firstRow) };
}

/** The rows of each person in the order of the file. */
export function stepsByPerson(steps: StepColumns): Map<number, Int32Array> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < steps.length; row++) {
    const uid = steps.uid[row] as number;
    const own = rows.get(uid);
    if (own === undefined) rows.set(uid, [row]);
    else own.push(row);
  }
  return new Map([...rows].map(([uid, own]) => [uid, Int32Array.from(own)]));
}

function isSorted({ uid, d, t, length }: StepColumns): boolean {
  for (let i = 1; i < length; i++) {
    const later =
      (uid[i] as number) - (uid[i - 1] as number) ||
      (d[i] as number) - (d[i - 1] as number) ||
      (t[i] as number) - (t[i - 1] as number);
    if (later < 0) return false;
  }
  return true;
}

/** Row numbers by uid, then day, then slot; equal ones in the order of the file. */
function timeOrder({ uid, d, t, length }: StepColumns): Int32Array {
  const time = Int32Array.from({ length }, (_, i) => (d[i] as number) * SLOTS + (t[i] as number));
  const people = [...new Set(uid.subarray(0, length))].sort((a, b) => a - b);
  const rank = new Map(people.map((person, i) => [person, i]));
  const person = Int32Array.from({ length }, (_, i) => rank.get(uid[i] as number) as number);
  const byTime = countingSort(
    time,
    Int32Array.from({ length }, (_, i) => i),
  );
  return countingSort(person, byTime);
}

/** The rows of `order` by ascending key, ties in their previous order. Keys are 0 or more, and dense. */
function countingSort(keys: Int32Array, order: Int32Array): Int32Array {
  let highest = 0;
  for (const key of keys) if (key > highest) highest = key;
  const next = new Int32Array(highest + 2);
  for (const key of keys) (next[key + 1] as number)++;
  for (let key = 0; key <= highest; key++) (next[key + 1] as number) += next[key] as number;
  const sorted = new Int32Array(order.length);
  for (const row of order) {
    const key = keys[row] as number;
    sorted[(next[key] as number)++] = row;
  }
  return sorted;
}

function inOrder(steps: StepColumns, order: Int32Array): StepColumns {
  const pick = <T extends Int32Array | Uint16Array | Int16Array | Uint8Array>(column: T): T => {
    const picked = sharedLike(column, order.length);
    for (let i = 0; i < order.length; i++) picked[i] = column[order[i] as number] as number;
    return picked;
  };
  const { uid, d, t, x, y, line } = steps;
  return { length: order.length, uid: pick(uid), d: pick(d), t: pick(t), x: pick(x), y: pick(y), line: pick(line) };
}
