/** What a metric's numbers mean. Each metric's file exports one as `meta`. */
export interface MetricMeta {
  /** Such as `metres`, `bits`; empty for a plain number. */
  readonly unit: string;
  /** Least and greatest value it can take. */
  readonly range: readonly [number, number];
  /** Which way is better; null for a description that has no better. */
  readonly better: 'higher' | 'lower' | null;
  /** Where it is defined. */
  readonly source: string;
}
