/** What a bench measured: a line of the table of `npm run bench`. */
export interface Row {
  /** What is done, and to how much. `LIMITS` names its limits by this text. */
  readonly work: string;
  readonly ours: number;
  /** Seconds and their parts are of processor time unless `work` says that they are by the clock. */
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'KB' | '%';
  /** What does the same, or the part of it that `name` says, in the same run, and its cost; none if it is not installed. */
  readonly peer?: { readonly name: string; readonly cost: number | undefined };
  /** What is wrong with the results: the run fails. */
  readonly fault?: string | undefined;
  /** How the cost grows with the size of the work (see `exponent`), or that the work has none. */
  readonly exponent?: number | 'no size' | undefined;
}
