import type { Metric } from '../meta.js';
import { jensenShannonDivergence } from './jensen-shannon-divergence.js';
import type { DivergenceOptions } from './kl-divergence.js';

jensenShannonDistance.meta = {
  takes: 'bins',
  unit: '',
  range: [0, 1],
  better: 'lower',
  digits: 4,
  source:
    'D. M. Endres, J. E. Schindelin (2003), A new metric for probability distributions, doi:10.1109/TIT.2003.813506',
} satisfies Metric['meta'];

/**
 * Jensen–Shannon distance: the square root of the divergence. Unlike the divergence it is a metric.
 *
 * @param p counts or weights by bin, 0 or more; divided by their sum
 * @param q over the same bins
 * @returns 0 (equal) to sqrt(log 2), which is 1 with base 2; NaN when either is empty or sums to 0
 * @throws RangeError when the numbers of bins differ
 * @example
 * ```ts
 * jensenShannonDistance([1, 0], [0, 1]); // 1
 * ```
 */
export function jensenShannonDistance(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  options: DivergenceOptions = {},
): number {
  return Math.sqrt(jensenShannonDivergence(p, q, options));
}
