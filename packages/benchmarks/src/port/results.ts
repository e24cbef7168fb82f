/** Data of one person, for resampling. */
export interface PersonResult {
  readonly id: number;
}

/** Results to score, with data that a results file does not contain. */
export interface ScoredResults {
  readonly results: unknown;
  /** The components of the results by person, from the benchmark's `gather`; missing for a results file. */
  readonly people?: readonly PersonResult[] | undefined;
}
