import type { Metric } from '../meta.js';
import { checkBins, total } from './shares.js';

klDivergence.meta = {
  takes: 'bins',
  unit: 'bits with base 2',
  range: [0, Infinity],
  better: 'lower',
  digits: 4,
  source: 'S. Kullback, R. A. Leibler (1951), On information and sufficiency, doi:10.1214/aoms/1177729694',
} satisfies Metric['meta'];

export interface DivergenceOptions {
  /** Base of the logarithm: 2 for bits (default), Math.E for nats. */
  readonly base?: number;
}

/**
 * Kullback–Leibler divergence of `p` from `q`: the mean over p of log(p / q), with 0 log 0 = 0.
 *
 * @param p counts or weights by bin, 0 or more; divided by their sum
 * @param q over the same bins
 * @returns 0 or more, Infinity where q lacks a bin of p; NaN when either is empty or sums to 0
 * @throws RangeError when the numbers of bins differ
 * @example
 * ```ts
 * klDivergence([1, 1], [1, 3]); // 0.207519
 * ```
 */
export function klDivergence(p: ArrayLike<number>, q: ArrayLike<number>, { base = 2 }: DivergenceOptions = {}): number {
  checkBins('klDivergence', p, q);
  const pTotal = total(p);
  const qTotal = total(q);
  let sum = pTotal > 0 && qTotal > 0 ? 0 : Number.NaN;
  for (let i = 0; i < p.length; i++) {
    const share = p[i] / pTotal;
    if (share !== 0) sum += share * Math.log(share / (q[i] / qTotal));
  }
  // Rounding may leave slightly less than 0.
  return Math.max(0, sum) / Math.log(base);
}
