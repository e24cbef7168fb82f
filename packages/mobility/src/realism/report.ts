import type { NextPlaceScores } from '../utility/next-place.js';
import type { ProfileScores } from './profiles/profiles.js';

/** One measure of two sets. Null: undefined, such as a Wasserstein distance of counts. */
export interface MeasureRow {
  readonly name: string;
  readonly title: string;
  readonly compare: 'sample' | 'counts' | 'flows' | 'rank';
  /** Unit of `real`, `generated` and `wasserstein`. */
  readonly unit: string;
  /** Mean of samples; for all other kinds the entropy in bits: how widely the weights are spread. */
  readonly real: number | null;
  readonly generated: number | null;
  /**
   * How much the two differ, in `effectUnit`, with its 95 % interval when people are resampled. Samples: the generated mean
   * minus the real one. Other kinds: the share of the weight that lies in other bins, beyond what two samples of one law
   * differ by; at least 0.
   */
  readonly effect: number | null;
  readonly effectUnit: string;
  readonly effectLow: number | null;
  readonly effectHigh: number | null;
  /** The effect that these people would reveal in 80 % of samples. */
  readonly detectable: number | null;
  /** Probability of a difference as large as this if both sets were from one law: people are exchanged between the sets. */
  readonly p: number | null;
  /**
   * Whether the sets differ beyond chance, at 5 % false discoveries among all measures; null if no difference was found and
   * the sample would not reveal one of half the real value (or a quarter of the weight).
   */
  readonly differs: boolean | null;
  /** Energy distance, 0 on average for two samples of one law of any sizes; see `MeasureComparison`. */
  readonly distance: number | null;
  /** The effect as text, such as "636 m instead of 1,844 m". */
  readonly says: string;
  readonly wasserstein: number | null;
  readonly ks: number | null;
  readonly jsd: number | null;
  /** Share that both have in common, bin by bin (1 − total variation); Kendall's tau of ranks. 1 is best. */
  readonly commonPart: number | null;
  readonly tau: number | null;
  /** 95 % interval of `jsd` when people are resampled. */
  readonly low: number | null;
  readonly high: number | null;
  /**
   * The JSD of two samples of one law with as many people as the sets, the best that can be expected: mean and middle 95 %
   * of 200 samples.
   */
  readonly ceiling: number | null;
  readonly ceilingLow: number | null;
  readonly ceilingHigh: number | null;
  /** The JSD of the best built-in model with as many people, with the spread of 200 samples, and of people who do not move. */
  readonly floor: number | null;
  readonly floorLow: number | null;
  readonly floorHigh: number | null;
  readonly floorModel: string | null;
  readonly nobodyMoves: number | null;
  /** Ceilings and intervals of the other scores. */
  readonly ceilings: Readonly<Record<'wasserstein' | 'ks' | 'commonPart' | 'tau', number | null>>;
  readonly intervals: Readonly<Record<'wasserstein' | 'ks' | 'commonPart', readonly [number | null, number | null]>>;
  /** Number of values, or total weight, of each side. */
  readonly n: number;
  readonly generatedN: number;
  /** What the measure does not capture. */
  readonly misses: string;
  /** The bins in which the two differ most. */
  readonly worst: readonly Where[];
  /** Shares of both sets by range of values or by bin; if there are many bins, the 50 with the largest weights. */
  readonly distribution: readonly (Where & { readonly from: number })[];
}

/** A bin in which two sets differ, as text. */
export interface Where {
  readonly where: string;
  readonly real: number;
  readonly generated: number;
}

/** A measure that is far from its ceiling, and the people behind it. */
export interface WorstMeasure {
  readonly name: string;
  readonly title: string;
  /** Distance of its JSD above the ceiling, as a share of the distance from the ceiling to 1. */
  readonly excess: number;
  readonly where: readonly Where[];
  readonly blame: Blame | null;
}

/** The people who contribute most to the excess of one set over the other, and where and when their records are. */
export interface Blame {
  readonly set: 'real' | 'generated';
  readonly count: number;
  /** The people who contribute most. */
  readonly people: readonly string[];
  /** Hours of day and places with a greater share of their records than of all real records. */
  readonly hours: readonly string[];
  readonly places: readonly string[];
}

/** Size and span of one set. */
export interface SetSummary {
  readonly people: number;
  readonly rows: number;
  /** Seconds of the local clock of the first and last record; null without rows. */
  readonly from: number | null;
  readonly to: number | null;
  readonly stays: boolean;
  /** Mean over people of the recorded share of their time. */
  readonly trackingQuality: number | null;
  readonly places: number;
  /** Present if the people are marked as synthetic. */
  readonly synthetic?: true;
}

/** The reason why something was not computed. */
export interface NotComputed {
  readonly notComputed: string;
}

export interface UtilityReport {
  /** Markov chain of order 1, trained on generated and on real people, tested on the same held-out real ones. */
  readonly trainedOnGenerated: NextPlaceScores;
  readonly trainedOnReal: NextPlaceScores;
  readonly testedOn: 'holdout' | 'half of the real people';
  /** Why the two may not be comparable, as a sentence; null if the generator has seen none of the tested people. */
  readonly doubt: string | null;
}

export interface PrivacyReport {
  /** Share of generated people equal to a training person in every slot; of distinct ones among the generated. */
  readonly exactCopies: number | null;
  readonly distinctShare: number | null;
  /**
   * Median distance to the closest training record, as the share of slots that differ; and to the closest held-out one.
   */
  readonly closestRecord: number | null;
  readonly closestHoldout: number | null | NotComputed;
  readonly shareCloserToTrain: number | null | NotComputed;
  readonly membershipAuc: number | null | NotComputed;
}

/** Whether two sets differ, all measures taken together. */
export interface Verdict {
  /** Null if no difference was found and the sample cannot tell in most measures. */
  readonly differs: boolean | null;
  /** One line that says what differs, how much, and whether beyond chance. */
  readonly says: string;
  readonly measures: number;
  /** Measures that differ, that do not, and in which the sample cannot tell. */
  readonly different: number;
  readonly same: number;
  readonly unknown: number;
}

/** The report on the realism of a set: the verdict, the compared sets, one row per measure, utility, and privacy. */
export interface Report {
  readonly verdict: Verdict;
  readonly compared: {
    readonly real: SetSummary;
    readonly generated: SetSummary;
    readonly train: SetSummary | null;
    readonly holdout: SetSummary | null;
    /** The rule that turned points into places. */
    readonly places: string;
    /** Notes that the reader should know before trusting a number. */
    readonly notes: readonly string[];
  };
  readonly measures: readonly MeasureRow[];
  /** Names of the rows that come first. */
  readonly firstScreen: readonly string[];
  readonly notMeasured: readonly { readonly name: string; readonly title: string; readonly why: string }[];
  readonly utility: UtilityReport | NotComputed;
  readonly unicity: { readonly real: number | null; readonly generated: number | null; readonly points: number };
  readonly privacy: PrivacyReport | NotComputed;
  /** The three measures furthest above the score of two halves of the real people. */
  readonly worst: readonly WorstMeasure[];
  readonly profile: ProfileScores | NotComputed | null;
}
