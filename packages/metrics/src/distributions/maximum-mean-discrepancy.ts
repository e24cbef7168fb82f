import type { MetricMeta } from '../meta.js';

maximumMeanDiscrepancy.meta = {
  unit: '',
  range: [-2, 2],
  better: 'lower',
  digits: 3,
  source: 'A. Gretton et al. (2012), A kernel two-sample test, Journal of Machine Learning Research 13:723-773',
} satisfies MetricMeta;

export interface MaximumMeanDiscrepancy {
  /** Squared discrepancy over all pairs, including each value with itself: 0 or more. */
  readonly biased: number;
  /**
   * Squared discrepancy without self-pairs: its mean is 0 for two samples of one distribution; NaN with fewer than 2
   * values per side.
   */
  readonly unbiased: number;
  /** Width of the Gaussian kernel, in the values' unit. */
  readonly bandwidth: number;
}

/**
 * Squared maximum mean discrepancy of two samples under the Gaussian kernel exp(−d² / 2s²): how much closer values are
 * to their own sample than to the other.
 *
 * Evaluates one kernel per pair of distinct values.
 *
 * @param a numbers in any order
 * @param b of the same unit; the lengths may differ
 * @param options `bandwidth`: s, in the values' unit; by default the median of the positive distances within the
 *   pooled sample, or 1 if there are none
 * @returns all NaN when either sample is empty or has a NaN
 * @example
 * ```ts
 * maximumMeanDiscrepancy([1, 2, 3], [4, 5, 6], { bandwidth: 1 });
 * // { biased: 1.06346, unbiased: 0.696442, bandwidth: 1 }
 * ```
 */
export function maximumMeanDiscrepancy(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { bandwidth }: { bandwidth?: number } = {},
): MaximumMeanDiscrepancy {
  const { values, ofA, ofB } = countDistinct(a, b);
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0 || Number.isNaN(values[values.length - 1])) {
    return { biased: Number.NaN, unbiased: Number.NaN, bandwidth: Number.NaN };
  }
  const width = bandwidth ?? medianDistance(values, ofA, ofB);
  const scale = -1 / (2 * width * width);
  let withinA = 0;
  let withinB = 0;
  let across = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const a1 = ofA[i];
    const b1 = ofB[i];
    withinA += a1 * a1;
    withinB += b1 * b1;
    across += a1 * b1;
    for (let j = 0; j < i; j++) {
      const distance = value - values[j];
      const kernel = Math.exp(distance * distance * scale);
      withinA += 2 * kernel * a1 * ofA[j];
      withinB += 2 * kernel * b1 * ofB[j];
      across += kernel * (a1 * ofB[j] + b1 * ofA[j]);
    }
  }
  const between = (2 * across) / (n * m);
  return {
    // Rounding may leave slightly less than 0.
    biased: Math.max(0, withinA / (n * n) + withinB / (m * m) - between),
    unbiased: (withinA - n) / (n * (n - 1)) + (withinB - m) / (m * (m - 1)) - between,
    bandwidth: width,
  };
}

/** The distinct values of both samples in ascending order, and how often each sample has them. */
function countDistinct(a: ArrayLike<number>, b: ArrayLike<number>) {
  const first = Float64Array.from(a).sort();
  const second = Float64Array.from(b).sort();
  const all = new Float64Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  all.sort();
  const values = all.filter((value, i) => i === 0 || value !== all[i - 1]);
  const ofA = new Float64Array(values.length);
  const ofB = new Float64Array(values.length);
  let i = 0;
  let j = 0;
  for (let k = 0; k < values.length; k++) {
    for (; first[i] === values[k]; i++) ofA[k]++;
    for (; second[j] === values[k]; j++) ofB[k]++;
  }
  return { values, ofA, ofB };
}

/** Median of the distances of all unequal pairs, by bisection on the distance: pairs are never listed. */
function medianDistance(values: Float64Array, ofA: Float64Array, ofB: Float64Array): number {
  const n = values.length;
  if (n < 2) return 1;
  // weightBelow[i]: number of values before the i-th distinct one.
  const weightBelow = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) weightBelow[i + 1] = weightBelow[i] + ofA[i] + ofB[i];
  let pairs = 0;
  for (let i = 0; i < n; i++) pairs += (weightBelow[i + 1] - weightBelow[i]) * weightBelow[i];
  const countUpTo = (distance: number) => {
    let count = 0;
    for (let i = 0, j = 0; i < n; i++) {
      while (values[i] - values[j] > distance) j++;
      count += (weightBelow[i + 1] - weightBelow[i]) * (weightBelow[i] - weightBelow[j]);
    }
    return count;
  };
  const lower = nthDistance(values, countUpTo, Math.ceil(pairs / 2));
  return pairs % 2 === 1 ? lower : (lower + nthDistance(values, countUpTo, pairs / 2 + 1)) / 2;
}

/** The n-th smallest positive distance, exactly: bisect to a gap between two numbers, then take the distance in it. */
function nthDistance(values: Float64Array, countUpTo: (distance: number) => number, n: number): number {
  let low = 0;
  let high = values[values.length - 1] - values[0];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    if (countUpTo(middle) >= n) high = middle;
    else low = middle;
  }
}
