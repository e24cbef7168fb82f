import { UserError } from '@itinera/base';

/** AOIs have ids from here on, lanes have lower ones. */
export const FIRST_AOI = 500_000_000;

/** The state of a person at one step, under the documented names. */
export interface StatusRow {
  readonly id: number;
  readonly day: number;
  /** Seconds since midnight of that day, at the start of the step. */
  readonly t: number;
  /** The AOI of the person, otherwise its lane, otherwise null. */
  readonly parent_id: number | null;
  /** The intention last logged. */
  readonly action: string;
}

/** @throws UserError when the row lacks the column; null is a value */
export function requireColumn(row: StatusRow, index: number, column: keyof StatusRow): void {
  if (row[column] === undefined) {
    throw new UserError(`Row ${index} has no ${column}. Rows require the columns id, day, t, parent_id and action.`);
  }
}
