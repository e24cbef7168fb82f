/** What findings are made of: plain data, from wherever. */
export interface FindingsInput {
  /** `results` of a results file. */
  readonly results: unknown;
  /** What the benchmark's `readTruth` gives. */
  readonly truth: unknown;
  /** `scores.json`. */
  readonly scores: unknown;
  /** The people in the order of the results. */
  readonly ids: readonly number[];
  /** HurricaneMobility: departures by person, day × 24 + hour; null when they are not at hand. */
  readonly departures: readonly ArrayLike<number>[] | null;
}
