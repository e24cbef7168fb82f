import { UserError } from '@itinera/metrics';

/** What benchmarks read of a person at one step, under the documented names. */
export interface StatusRow {
  readonly id: number;
  readonly day: number;
  /** Seconds since midnight of that day, at the start of the step. */
  readonly t: number;
  /** The AOI the person is in, else its lane, else null. */
  readonly parent_id: number | null;
  /** The intention last logged. */
  readonly action: string;
}

/** @throws UserError when the row has no such column at all; null is a value */
export function requireColumn(row: StatusRow, index: number, column: keyof StatusRow): void {
  if (row[column] === undefined) {
    throw new UserError(`Row ${index} has no ${column}. Rows need the columns id, day, t, parent_id and action.`);
  }
}
