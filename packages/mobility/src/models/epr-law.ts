import { power } from '@itinera/base';

/** The rule of exploration: with probability ρ S^−γ after S distinct places. */
export interface ExplorationLaw {
  readonly rho: number;
  readonly gamma: number;
}

/** ρ 0.6, γ 0.21. @see C. Song et al. (2010), doi:10.1038/nphys1760 */
export const SONG_EXPLORATION: ExplorationLaw = { rho: 0.6, gamma: 0.21 };

/** @returns probability to go to a new place after S distinct ones; 1 at the first, from which it cannot return */
export function explorationProbability({ rho, gamma }: ExplorationLaw, distinct: number): number {
  return distinct <= 1 ? 1 : Math.min(1, rho * power(distinct, -gamma));
}

/** Number of distinct places that an agent has seen, including the first. */
export interface DistinctPlacesLaw {
  readonly mean: number;
  readonly sd: number;
  /** Probabilities by number of distinct places, from 0. */
  readonly probabilities: Float64Array;
}

/** The exact distribution of the number of distinct places after a number of moves, among a number of places. */
export function distinctPlacesLaw(law: ExplorationLaw & { readonly places: number }, moves: number): DistinctPlacesLaw {
  const most = Math.min(law.places, moves + 1);
  let probabilities = new Float64Array(most + 1);
  probabilities[Math.min(1, most)] = 1;
  for (let move = 0; move < moves; move++) {
    const next = new Float64Array(most + 1);
    for (let distinct = 1; distinct <= most; distinct++) {
      const explores = distinct < law.places ? explorationProbability(law, distinct) : 0;
      next[distinct] += probabilities[distinct] * (1 - explores);
      if (distinct < most) next[distinct + 1] += probabilities[distinct] * explores;
    }
    probabilities = next;
  }
  let mean = 0;
  for (let distinct = 0; distinct <= most; distinct++) mean += probabilities[distinct] * distinct;
  let variance = 0;
  for (let distinct = 0; distinct <= most; distinct++) variance += probabilities[distinct] * (distinct - mean) ** 2;
  return { mean, sd: Math.sqrt(variance), probabilities };
}
