/** With fewer people who change, an interval would say more than the sample can show. */
export const LEAST_CHANGED = 10;

/** A quantity in both runs, and the second minus the first with a paired interval: null if fewer than 10 people change. */
export interface PairedValue {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly low: number | null;
  readonly high: number | null;
  /** People who have any of it in either run, and those for whom it differs. */
  readonly users: number;
  readonly changed: number;
}
