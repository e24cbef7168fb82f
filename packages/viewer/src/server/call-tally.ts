/** What the calls of a run come to. */
export interface CallTally {
  readonly calls: number;
  readonly failed: number;
  /** US dollars; null when no price is known. */
  readonly cost: number | null;
  readonly tokens: number;
}
