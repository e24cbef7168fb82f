import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'uncorrelatedEntropy',
  title: 'uncorrelated entropy',
  unit: 'bit',
  range: [0, Infinity],
  better: null,
  digits: 2,
  misses: 'the order of visits',
  source: 'C. Song et al. (2010), Limits of predictability in human mobility, doi:10.1126/science.1177170',
};

/**
 * Uncorrelated (temporal-uncorrelated) entropy: −Σ p log₂ p over the shares p of a person's visits by place.
 *
 * @param options `normalize`: divide by log₂ N, for a share of the maximum; 0 with one place
 * @returns bits per person, 0 to log₂ N, or shares; NaN without points
 * @see C. Song et al. (2010), doi:10.1126/science.1177170
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * uncorrelatedEntropy(day); // [0.918296]
 * ```
 */
export function uncorrelatedEntropy(
  trajectories: Trajectories,
  { normalize = false }: { normalize?: boolean } = {},
): Float64Array {
  const { starts, counts } = visits(trajectories);
  return perPerson(trajectories, (_from, _to, person) =>
    entropyOf(counts.subarray(starts[person], starts[person + 1]), normalize),
  );
}

/** −Σ p log₂ p of weights; NaN without any above 0. With `normalize`, divided by log₂ of their number; 0 with one. */
export function entropyOf(weights: ArrayLike<number>, normalize = false): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  if (total === 0) return Number.NaN;
  let sum = 0;
  let used = 0;
  for (let i = 0; i < weights.length; i++) {
    const share = weights[i] / total;
    if (share === 0) continue;
    sum -= share * Math.log2(share);
    used++;
  }
  if (used === 1) return 0;
  return normalize ? sum / Math.log2(used) : sum;
}

uncorrelatedEntropy.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => uncorrelatedEntropy(trajectories),
} satisfies SampleMeasure;
