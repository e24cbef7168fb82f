/** What the numbers of a metric mean. */
export interface MetricMeta {
  /** Such as `metres`, `bits`; empty for a plain number. */
  readonly unit: string;
  /** Least and greatest possible value. */
  readonly range: readonly [number, number];
  /** Direction; null for a description without a better direction. */
  readonly better: 'higher' | 'lower' | null;
  /** Decimals worth printing in that unit. */
  readonly digits: number;
  /** Where the metric is defined. */
  readonly source: string;
}

/** A metric: a function that carries what its numbers mean. One file declares it; one line in `metrics.ts` lists it. */
export interface Metric {
  (...input: never[]): number;
  readonly meta: MetricMeta & {
    /**
     * What it compares or describes, which selects the shared tests: weights of the same bins in two distributions, two
     * samples of numbers, or the visits of one person.
     */
    readonly takes: 'bins' | 'samples' | 'visits';
  };
}
