import { UserError } from '@itinera/base';
import { MASKED, type StepFile } from './step-file.js';
import { StepTable } from './step-table.js';

/** The steps whose cell is known. */
export function withoutMasked(file: StepFile): StepFile {
  const { x, length } = file.steps;
  if (!x.subarray(0, length).includes(MASKED)) return file;
  return select(file, (row) => x[row] !== MASKED);
}

/**
 * Splits a data set into steps to predict and steps for training. On the requested days, the masked steps are predicted
 * if there are any (the challenge masks some people only), else all steps.
 *
 * @throws UserError when there are no steps on these days
 */
export function targetFromDays(file: StepFile, [first, last]: readonly [number, number]) {
  const { x, d } = file.steps;
  const inDays = (row: number) => (d[row] as number) >= first && (d[row] as number) <= last;
  const masked = select(file, (row) => inDays(row) && x[row] === MASKED);
  const asked = masked.steps.length > 0 ? masked : select(file, inDays);
  if (asked.steps.length === 0) {
    throw new UserError(`${file.path}: no steps on days ${first} to ${last}. Name the steps to predict with --target.`);
  }
  const past = select(file, (row) => x[row] !== MASKED && (masked.steps.length > 0 || !inDays(row)));
  return { past, asked };
}

function select(file: StepFile, takes: (row: number) => boolean): StepFile {
  const { uid, d, t, x, y, line, length } = file.steps;
  const steps = new StepTable();
  for (let row = 0; row < length; row++) {
    if (!takes(row)) continue;
    steps.push(
      uid[row] as number,
      d[row] as number,
      t[row] as number,
      x[row] as number,
      y[row] as number,
      line[row] as number,
    );
  }
  return { ...file, steps };
}
