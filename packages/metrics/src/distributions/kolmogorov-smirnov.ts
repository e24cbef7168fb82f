import type { Metric } from '../meta.js';
import { walkDistributions } from './wasserstein.js';

kolmogorovSmirnov.meta = {
  takes: 'samples',
  unit: '',
  range: [0, 1],
  better: 'lower',
  digits: 4,
  source: 'N. V. Smirnov (1939), On the estimation of the discrepancy between empirical curves of distribution',
} satisfies Metric['meta'];

/**
 * Kolmogorov–Smirnov statistic of two samples: the largest gap between their distribution functions.
 *
 * @param a numbers in any order
 * @param b of the same unit; the lengths may differ
 * @returns 0 (same distribution) to 1 (no overlap); NaN when either is empty or has a NaN
 * @example
 * ```ts
 * kolmogorovSmirnov([1, 2, 3, 4], [3, 4, 5, 6]); // 0.5
 * ```
 */
export function kolmogorovSmirnov(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let greatest = 0;
  const walked = walkDistributions(a, b, (difference) => {
    greatest = Math.max(greatest, Math.abs(difference));
  });
  return walked ? greatest : Number.NaN;
}
