/** What a metric's numbers mean. */
export interface MetricMeta {
  /** Such as `metres`, `bits`; empty for a plain number. */
  readonly unit: string;
  /** Least and greatest value it can take. */
  readonly range: readonly [number, number];
  /** Which way is better; null for a description that has no better. */
  readonly better: 'higher' | 'lower' | null;
  /** Decimals worth printing in that unit. */
  readonly digits: number;
  /** Where it is defined. */
  readonly source: string;
}

/** A metric: a function that carries what its numbers mean. One file declares it, one line in `metrics.ts` makes it one. */
export interface Metric {
  (...input: never[]): number;
  readonly meta: MetricMeta & {
    /**
     * What it is a function of, and so which shared tests it passes: weights of the same bins in two distributions, two
     * samples of numbers, or the visits of one person.
     */
    readonly takes: 'bins' | 'samples' | 'visits';
  };
}
