import { extent, histogram } from '../histogram.js';
import type { Metric } from '../meta.js';
import { jensenShannonDivergence } from './jensen-shannon-divergence.js';

sampleJensenShannon.meta = {
  takes: 'samples',
  unit: 'bits',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source: 'J. Lin (1991), Divergence measures based on the Shannon entropy, doi:10.1109/18.61115',
} satisfies Metric['meta'];

/**
 * Jensen–Shannon divergence of two samples, base 2 and without a root, over equal bins of their common range.
 *
 * Small samples of one distribution do not score 0: about 0.48 with 24 values per side, 0.66 with 14. Show it only next
 * to the score of two halves of the real data.
 *
 * @param a finite numbers in any order
 * @param b of the same unit; the lengths may differ
 * @param options `bins`: number of bins, default 50
 * @returns 0 (same shares in every bin) to 1 (no bin in common); NaN when either is empty or has a NaN
 * @example
 * ```ts
 * sampleJensenShannon([1, 2, 3], [1, 2, 9], { bins: 4 }); // 0.333333
 * ```
 */
export function sampleJensenShannon(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { bins = 50 }: { bins?: number } = {},
): number {
  if (a.length === 0 || b.length === 0) return Number.NaN;
  const [aLow, aHigh] = extent(a);
  const [bLow, bHigh] = extent(b);
  const range = [Math.min(aLow, bLow), Math.max(aHigh, bHigh)] as const;
  if (Number.isNaN(range[0])) return Number.NaN;
  return jensenShannonDivergence(histogram(a, bins, { range }).counts, histogram(b, bins, { range }).counts);
}
