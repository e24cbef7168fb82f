import type { Metric } from '../meta.js';
import { sharesOf } from './shares.js';

totalVariation.meta = {
  takes: 'bins',
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source: 'D. A. Levin, Y. Peres, E. L. Wilmer (2009), Markov chains and mixing times, chapter 4',
} satisfies Metric['meta'];

/**
 * Total variation distance: the share of one distribution that must be moved to turn it into the other; half the sum of
 * the absolute differences of shares.
 *
 * @param p counts or weights by bin, 0 or more; divided by their sum
 * @param q over the same bins
 * @returns 0 (equal) to 1 (nothing in common); NaN when either is empty or sums to 0
 * @throws RangeError when the numbers of bins differ
 * @example
 * ```ts
 * totalVariation([1, 0], [1, 1]); // 0.5
 * ```
 */
export function totalVariation(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const shares = sharesOf('totalVariation', p, q);
  if (shares === null) return Number.NaN;
  const [a, b] = shares;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return Math.min(1, sum / 2);
}
