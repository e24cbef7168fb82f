import type { Random } from '@itinera/metrics';

/** A score by the documented formulas, and by the arithmetic of published tables. Equal where a benchmark has but one. */
export interface BothProfiles {
  /** Numbers and nulls by metric; other entries are details. */
  readonly documented: object;
  readonly reference: object;
}

/** What a benchmark makes of results. */
export interface Score extends BothProfiles {
  /** The headline; null where it cannot be computed. */
  readonly final_score: number | null;
}

/** A score as chance could have made it: another one at each draw. */
export interface Draws {
  /** In words, such as `bootstrap over 100 people`. */
  readonly method: string;
  /** Values that one draw goes through: of large data fewer draws are taken. */
  readonly work: number;
  readonly draw: (random: Random) => BothProfiles;
}

export type ScorePair = readonly [BothProfiles, BothProfiles];

/** Two scores as chance could have made them. */
export interface PairDraws {
  readonly method: string;
  readonly work: number;
  /** Both as if they came from the same kind of agent: how large a difference chance alone makes. */
  readonly byChance: (random: Random) => ScorePair;
}
