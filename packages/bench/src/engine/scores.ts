/** What a benchmark makes of results: the headline and both profiles. */
export interface BenchmarkScore {
  /** The documented final score, 0–100, higher is better; null when a part of it cannot be computed. */
  readonly final_score: number | null;
  /** The documents' formulas. */
  readonly documented: object;
  /** What the original's code computes. */
  readonly reference: object;
}

/** `scores.json`. */
export interface Scores extends BenchmarkScore {
  readonly task: string;
  readonly taskVersion: string;
  readonly people: number;
  /** Of all people together. */
  readonly travel: { readonly trips: number; readonly minutes: number; readonly kilometres: number };
  /** Steps in which an agent failed. */
  readonly problems: number;
}
