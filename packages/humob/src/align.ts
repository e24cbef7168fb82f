import { counted, UserError } from '@itinera/base';
import { SLOTS } from '@itinera/metrics';
import { sharedIntegers } from './step-table.js';
import type { StepTrajectories } from './trajectories.js';

/** Index of days and people in the rows that both sides share. */
export interface DayIndex {
  /** Day k holds the rows `dayOffsets[k]` to `dayOffsets[k + 1]`, excluded. */
  readonly dayOffsets: Int32Array;
  /** Person i has the days `firstDay[i]` to `firstDay[i + 1]`, excluded. */
  readonly firstDay: Int32Array;
}

/**
 * Rejects trajectories that cannot be scored against each other. Afterwards row i of one is the same person, day and
 * slot as row i of the other.
 *
 * @throws UserError when columns, people, or steps differ; it names the first uid and line
 */
export function requireSameSteps(generated: StepTrajectories, reference: StepTrajectories): void {
  if (generated.columns !== reference.columns) {
    throw new UserError(
      `${generated.path} has ${generated.columns} columns, ${reference.path} has ${reference.columns}. ` +
        'Expected uid in both (5 columns) or in neither (4).',
    );
  }
  requireSamePeople(generated, reference);
  const { d, t, length } = reference;
  let row = 0;
  while (
    row < length &&
    generated.uid[row] === reference.uid[row] &&
    generated.d[row] === d[row] &&
    generated.t[row] === t[row]
  ) {
    row++;
  }
  if (row < length || generated.length !== length) throw new UserError(firstDifference(generated, reference, row));
}

function requireSamePeople(generated: StepTrajectories, reference: StepTrajectories): void {
  for (const [side, other] of [
    [generated, reference],
    [reference, generated],
  ] as const) {
    const has = new Set(side.people);
    const lacking = [...other.people.keys()].filter((i) => !has.has(other.people[i] as number));
    const first = lacking[0];
    if (first === undefined) continue;
    const line = other.line[other.firstRow[first] as number];
    throw new UserError(
      `${side.path}: no steps of uid ${other.people[first]}, which ${other.path} has (line ${line}); ` +
        `${counted(lacking.length, 'uid')} of ${other.people.length} missing. Both files must have the same people.`,
    );
  }
}

/** Throws the difference at the first row that is not the same; the people are equal. */
function firstDifference(generated: StepTrajectories, reference: StepTrajectories, row: number): string {
  const personOf = (side: StepTrajectories) =>
    row < side.length ? (side.uid[row] as number) : Number.POSITIVE_INFINITY;
  const uid = Math.min(personOf(generated), personOf(reference));
  const person = reference.people.indexOf(uid);
  const count = (side: StepTrajectories) => (side.firstRow[person + 1] as number) - (side.firstRow[person] as number);
  const time = (side: StepTrajectories) =>
    personOf(side) === uid ? (side.d[row] as number) * SLOTS + (side.t[row] as number) : Number.POSITIVE_INFINITY;
  const step = (side: StepTrajectories) => `d=${side.d[row]}, t=${side.t[row]} (line ${side.line[row]})`;
  const [has, lacks] = time(generated) < time(reference) ? [generated, reference] : [reference, generated];
  if (count(generated) === count(reference)) {
    return (
      `${generated.path}: line ${generated.line[row]}: uid ${uid}: day and time are not the same: ${step(generated)}, ` +
      `${reference.path} has ${step(reference)}. Predict exactly the reference's steps.`
    );
  }
  return (
    `${generated.path}: uid ${uid} has ${counted(count(generated), 'step')}, ${reference.path} has ${count(reference)}: ` +
    `${has.path} has ${step(has)}, which ${lacks.path} lacks. Predict exactly the reference's steps.`
  );
}

/** Finds the days of each person. */
export function indexDays({ d, firstRow, people }: StepTrajectories): DayIndex {
  const offsets: number[] = [];
  const firstDay: number[] = [];
  for (let person = 0; person < people.length; person++) {
    firstDay.push(offsets.length);
    const to = firstRow[person + 1] as number;
    for (let row = firstRow[person] as number, day = -1; row < to; row++) {
      if (d[row] === day) continue;
      day = d[row] as number;
      offsets.push(row);
    }
  }
  firstDay.push(offsets.length);
  offsets.push(firstRow[people.length] as number);
  return { dayOffsets: sharedIntegers(offsets), firstDay: sharedIntegers(firstDay) };
}
