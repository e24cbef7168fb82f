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
 * Jensen–Shannon divergence of two samples, base 2 and without a root, over equal bins of the range that both share.
 *
 * Small samples of one law do not score 0: with 24 values a side some 0.48, with 14 some 0.66. Show it only beside what
 * two halves of the real data score.
 *
 * @param a finite numbers in any order
 * @param b of the same unit, not necessarily as many
 * @param options `bins`: how many, default 50
 * @returns 0 (same shares in every bin) to 1 (no bin in common); NaN when either is empty or holds a NaN
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
