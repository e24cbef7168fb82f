import type { GroupKernel } from './exchange-test.js';
import type { Draws } from './groups.js';

/** The difference between two sets in one measure; NaN where a score is undefined. */
export interface MeasureScores {
  /** Distance in the measure's unit; samples only. */
  wasserstein: number;
  /** 0 to 1; samples only. */
  ks: number;
  /** 0 to 1, base 2. */
  jsd: number;
  /** Share that both have in common, bin by bin: 1 − total variation, 0 to 1, 1 is best; counts and flows. */
  commonPart: number;
  /** Kendall's tau of the orders, −1 to 1, 1 is best; ranks only. */
  tau: number;
  /** Mean of the generated values minus that of the real ones, in the measure's unit; samples only. */
  difference: number;
}

/** Two sets in one measure, ready to be scored as they are or as other samples of their groups of people. */
export interface MeasureComparison {
  /** Number of values (samples) or total weight (other kinds) of each side. */
  readonly n: readonly [real: number, generated: number];
  /** One number per side: the mean of samples, the entropy in bits for other kinds; NaN without values. */
  readonly value: readonly [real: number, generated: number];
  /** Scores of all people, unweighted. */
  readonly scores: MeasureScores;
  /** Scores of two samples of the groups, by draw. */
  sampled(draws: Draws): readonly MeasureScores[];
  /** The JSD alone, which costs less. */
  sampledJsd(draws: Draws): readonly number[];
  /**
   * Energy distance without the pairs within one group, so that it is 0 on average for two samples of one law, whatever
   * their sizes; it may be negative. Samples: in the measure's unit; other kinds: the squared difference of the shares,
   * summed over bins. NaN with one group on a side.
   * @see G. J. Székely, M. L. Rizzo (2013), Energy statistics, doi:10.1016/j.jspi.2013.03.018
   */
  distance(): number;
  /** How alike the groups are, for a test. */
  kernel(): GroupKernel;
  /** The bins in which the two differ most, worst first. */
  worst(count: number): MeasureDifference[];
  /**
   * Both distributions: ranges of values, or keys in ascending order; with more than `count` keys the heaviest, by
   * weight.
   */
  bins(count: number): MeasureDifference[];
}

/** A bin in which two sets differ. */
export interface MeasureDifference {
  /** Lower and upper border of a range of values, or the key of a bin twice. */
  readonly from: number;
  readonly to: number;
  /** Shares of each side. */
  readonly real: number;
  readonly generated: number;
  /** For flows: the two places. */
  readonly pair?: readonly [origin: number, destination: number];
}

export const UNDEFINED: Readonly<MeasureScores> = {
  wasserstein: Number.NaN,
  ks: Number.NaN,
  jsd: Number.NaN,
  commonPart: Number.NaN,
  tau: Number.NaN,
  difference: Number.NaN,
};
