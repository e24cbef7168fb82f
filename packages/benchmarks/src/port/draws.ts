import type { Random } from '@itinera/metrics';

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

/** Random scores: another one with each draw. */
export interface Draws {
  /** Description, such as `bootstrap over 100 people`. */
  readonly method: string;
  /** Values per draw: large data use fewer draws. */
  readonly work: number;
  readonly draw: (random: Random) => BothProfiles;
}

export type ScorePair = readonly [BothProfiles, BothProfiles];

/** Random pairs of scores. */
export interface PairDraws {
  readonly method: string;
  readonly work: number;
  /** Both under the null hypothesis of the same kind of agent: the differences due to chance alone. */
  readonly byChance: (random: Random) => ScorePair;
}
