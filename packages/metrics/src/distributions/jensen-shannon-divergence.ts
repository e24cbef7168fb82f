import type { Metric } from '../meta.js';
import type { DivergenceOptions } from './kl-divergence.js';
import { checkBins, total } from './shares.js';

jensenShannonDivergence.meta = {
  takes: 'bins',
  unit: 'bits with base 2',
  range: [0, 1],
  better: 'lower',
  digits: 4,
  source: 'J. Lin (1991), Divergence measures based on the Shannon entropy, doi:10.1109/18.61115',
} satisfies Metric['meta'];

/**
 * Jensen–Shannon divergence: how far two distributions are from their mean M = (P + Q) / 2, as
 * (KL(P‖M) + KL(Q‖M)) / 2. Symmetric and always defined; the square root is not taken.
 *
 * @param p counts or weights by bin, 0 or more; divided by their sum
 * @param q over the same bins
 * @returns 0 (equal) to log 2 (nothing in common), which is 1 with base 2; NaN when either is empty or sums to 0
 * @throws RangeError when the numbers of bins differ
 * @example
 * ```ts
 * jensenShannonDivergence([1, 1], [1, 3]); // 0.0487949
 * ```
 */
export function jensenShannonDivergence(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  { base = 2 }: DivergenceOptions = {},
): number {
  checkBins('jensenShannonDivergence', p, q);
  const pTotal = total(p);
  const qTotal = total(q);
  let sum = pTotal > 0 && qTotal > 0 ? 0 : Number.NaN;
  for (let i = 0; i < p.length; i++) {
    const a = p[i] / pTotal;
    const b = q[i] / qTotal;
    const middle = (a + b) / 2;
    if (a !== 0) sum += a * Math.log(a / middle);
    if (b !== 0) sum += b * Math.log(b / middle);
  }
  // Rounding may step slightly beyond either end.
  return Math.min(Math.max(0, sum / 2), Math.LN2) / Math.log(base);
}

/** The contribution of one bin to the divergence in bits, given its shares; the terms of all bins add up to it. */
export function jensenShannonTerm(p: number, q: number): number {
  const middle = (p + q) / 2;
  let sum = 0;
  if (p > 0) sum += p * Math.log2(p / middle);
  if (q > 0) sum += q * Math.log2(q / middle);
  return sum / 2;
}
