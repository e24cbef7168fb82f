import { power } from '@itinera/base';
import { differences } from './bootstrap.js';
import { normalCdf } from './normal.js';

export interface WilcoxonResult {
  /** Sum of the ranks of the positive differences. */
  readonly positiveRanks: number;
  /** Sum of the ranks of the negative differences; the smaller of the two is the usual T. */
  readonly negativeRanks: number;
  /** Differences that are not 0. */
  readonly n: number;
  /** Two-sided probability of sums this uneven if `a` and `b` were exchangeable. */
  readonly pValue: number;
  /** `exact` up to 50 differences without ties and zeros; else the normal approximation with continuity correction. */
  readonly method: 'exact' | 'normal';
}

export interface WilcoxonOptions {
  /** Treatment of zero differences: dropped before ranking, or ranked and then dropped (Pratt). */
  readonly zeros?: 'wilcoxon' | 'pratt';
}

const EXACT_UP_TO = 50;

/**
 * Wilcoxon's signed-rank test: whether system `a` tends to score above or below system `b` on the same people.
 * Ties share their mean rank, and the variance of the normal approximation is corrected for them.
 *
 * @param a one score per person
 * @param b the other system's scores, in the same order of people
 * @returns rank sums and p value; p is 1 when every difference is 0, and NaN without people or with a NaN
 * @throws RangeError when the lengths differ
 * @see F. Wilcoxon (1945), doi:10.2307/3001968; J. W. Pratt (1959), doi:10.1080/01621459.1959.10501526
 * @example
 * ```ts
 * wilcoxonSignedRank([3, 4, 5, 6, 8], [2, 2, 6, 3, 3]);
 * // { positiveRanks: 13.5, negativeRanks: 1.5, n: 5, pValue: 0.136217, method: 'normal' }
 * ```
 */
export function wilcoxonSignedRank(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { zeros = 'wilcoxon' }: WilcoxonOptions = {},
): WilcoxonResult {
  const deltas = differences('wilcoxonSignedRank', a, b);
  const positive = deltas.filter((d) => d > 0).sort();
  const negative = deltas
    .filter((d) => d < 0)
    .map(Math.abs)
    .sort();
  const n = positive.length + negative.length;
  if (deltas.length === 0 || deltas.some(Number.isNaN)) {
    return { positiveRanks: Number.NaN, negativeRanks: Number.NaN, n, pValue: Number.NaN, method: 'normal' };
  }
  const zeroCount = deltas.length - n;
  const rankedZeros = zeros === 'pratt' ? zeroCount : 0;

  // Both sides rise, so their merge gives the ranks; equal sizes share the mean of the ranks they span.
  let positiveRanks = 0;
  let negativeRanks = 0;
  let tieTerm = 0;
  for (let p = 0, m = 0; p + m < n; ) {
    const size = Math.min(positive[p] ?? Infinity, negative[m] ?? Infinity);
    const before = p + m;
    const fromPositive = p;
    const fromNegative = m;
    while (positive[p] === size) p++;
    while (negative[m] === size) m++;
    const ties = p + m - before;
    const rank = rankedZeros + before + (ties + 1) / 2;
    positiveRanks += rank * (p - fromPositive);
    negativeRanks += rank * (m - fromNegative);
    tieTerm += power(ties, 3) - ties;
  }

  if (n === 0) return { positiveRanks, negativeRanks, n, pValue: 1, method: 'exact' };
  const smaller = Math.min(positiveRanks, negativeRanks);
  if (n <= EXACT_UP_TO && zeroCount === 0 && tieTerm === 0) {
    return { positiveRanks, negativeRanks, n, pValue: exactPValue(smaller, n), method: 'exact' };
  }
  const all = n + rankedZeros;
  const expected = (all * (all + 1) - rankedZeros * (rankedZeros + 1)) / 4;
  const squares = all * (all + 1) * (2 * all + 1) - rankedZeros * (rankedZeros + 1) * (2 * rankedZeros + 1);
  const deviation = Math.sqrt((squares - tieTerm / 2) / 24);
  const z = Math.min(0, (smaller - expected + 0.5) / deviation);
  return { positiveRanks, negativeRanks, n, pValue: Math.min(1, 2 * normalCdf(z)), method: 'normal' };
}

/** Twice the share of the 2^n ways to sign the ranks 1..n whose positive sum is at most `sum`. */
function exactPValue(sum: number, n: number): number {
  const ways = new Float64Array((n * (n + 1)) / 2 + 1);
  ways[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    for (let total = ways.length - 1; total >= rank; total--) ways[total] += ways[total - rank];
  }
  let atMost = 0;
  for (let total = 0; total <= sum; total++) atMost += ways[total];
  return Math.min(1, (2 * atMost) / 2 ** n);
}
