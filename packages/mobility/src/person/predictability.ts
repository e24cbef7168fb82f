import type { MeasureMeta, SampleMeasure } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { numberOfLocations } from './number-of-locations.js';
import { randomEntropy } from './random-entropy.js';
import { realEntropy } from './real-entropy.js';
import { uncorrelatedEntropy } from './uncorrelated-entropy.js';

const meta: MeasureMeta = {
  name: 'predictability',
  title: 'predictability',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'when visits happen; with a fine clock, staying put makes everyone predictable',
  source: 'C. Song et al. (2010), Limits of predictability in human mobility, doi:10.1126/science.1177170',
};

/**
 * Predictability Π: the largest share of next places that any method could predict, from Fano's inequality
 * H(Π) + (1 − Π) log₂(N − 1) = S, where H is the binary entropy, N the person's distinct places and S their entropy.
 *
 * @param options `of`: the entropy: `real` (order included), `uncorrelated`, or `random`, which results in 1/N
 * @returns a share per person; 1 with one place, 1/N when S ≥ log₂ N, NaN without points
 * @see C. Song et al. (2010), doi:10.1126/science.1177170
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * predictability(day); // [0.5]
 * ```
 */
export function predictability(
  trajectories: Trajectories,
  { of = 'real' }: { of?: 'real' | 'uncorrelated' | 'random' } = {},
): Float64Array {
  const entropy = { real: realEntropy, uncorrelated: uncorrelatedEntropy, random: randomEntropy }[of](trajectories);
  const places = numberOfLocations(trajectories);
  return entropy.map((bits, person) => fanoPredictability(bits, places[person]));
}

/**
 * Solves Fano's equation for the predictable share.
 *
 * @param entropy bits
 * @param places number of distinct places
 * @returns 1/N to 1; NaN without places
 * @example
 * ```ts
 * fanoPredictability(1, 4); // 0.81071
 * ```
 */
export function fanoPredictability(entropy: number, places: number): number {
  if (places === 0 || Number.isNaN(entropy)) return Number.NaN;
  if (places === 1) return 1;
  if (entropy >= Math.log2(places)) return 1 / places;
  const others = Math.log2(places - 1);
  // The left side falls from log₂ N at 1/N to 0 at 1.
  let low = 1 / places;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    const rest = 1 - middle;
    if (rest * others - middle * Math.log2(middle) - rest * Math.log2(rest) > entropy) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

predictability.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => predictability(trajectories),
} satisfies SampleMeasure;
