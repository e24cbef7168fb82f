/** What is kept of a person beside the results, so that people can be resampled. */
export interface PersonResult {
  readonly id: number;
}

/** Results to be scored, and what is known beyond the results file. */
export interface ScoredResults {
  readonly results: unknown;
  /** What the results add up from, person by person: as the benchmark's `gather` gives it. A results file has none. */
  readonly people?: readonly PersonResult[] | undefined;
}
