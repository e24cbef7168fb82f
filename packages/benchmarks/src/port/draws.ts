import type { Random } from '@itinera/base';

/** A score by the documented formulas, and by the arithmetic of published tables. Equal if a benchmark has only one. */
export interface BothProfiles {
  /** Numbers and nulls by metric; other entries are details. */
  readonly documented: object;
  readonly reference: object;
}

/** The score of results. */
export interface Score extends BothProfiles {
  /** The headline; null if it cannot be computed. */
  readonly final_score: number | null;
}

/** A source of random scores, one per draw. */
export interface Draws {
  /** Description, such as `bootstrap over 100 people`. */
  readonly method: string;
  /** Number of values per draw; large data use fewer draws. */
  readonly work: number;
  /**
   * All that the draws depend on, as text, built when it is read: noise of the same text is kept. Without it, it is drawn
   * every time.
   */
  readonly same?: string | undefined;
  /** True for results of one person, who does not show how people differ: their score has no interval. */
  readonly isOfOne?: boolean;
  readonly draw: (random: Random) => BothProfiles;
}

export type ScorePair = readonly [BothProfiles, BothProfiles];

/** A source of random pairs of scores. */
export interface PairDraws {
  readonly method: string;
  readonly work: number;
  /** Both under the null hypothesis that the agents are of the same kind, so that differences are due to chance alone. */
  readonly byChance: (random: Random) => ScorePair;
}
