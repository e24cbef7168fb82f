import type { MetricMeta } from '@itinera/metrics';
import { sameLength } from './same-length.js';

const meta = { unit: '', range: [-1, 1], better: 'higher', digits: 3 } as const;

pearson.meta = {
  ...meta,
  source: 'K. Pearson (1895), Note on regression and inheritance in the case of two parents',
} satisfies MetricMeta;
spearman.meta = {
  ...meta,
  source: 'C. Spearman (1904), The proof and measurement of association between two things',
} satisfies MetricMeta;
kendall.meta = {
  ...meta,
  source: 'M. G. Kendall (1945), The treatment of ties in ranking problems',
} satisfies MetricMeta;

/**
 * Pearson's correlation: how close paired values are to a rising straight line.
 *
 * @returns −1 to 1; NaN when either list is constant, or has fewer than two values
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * pearson([1, 2, 3], [1, 3, 2]); // 0.5
 * ```
 */
export function pearson(a: ArrayLike<number>, b: ArrayLike<number>): number {
  sameLength('pearson', a, b);
  if (isConstant(a) || isConstant(b)) return Number.NaN;
  let aMean = 0;
  let bMean = 0;
  for (let i = 0; i < a.length; i++) {
    aMean += a[i] / a.length;
    bMean += b[i] / b.length;
  }
  let product = 0;
  let aSquares = 0;
  let bSquares = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] - aMean;
    const y = b[i] - bMean;
    product += x * y;
    aSquares += x * x;
    bSquares += y * y;
  }
  // Rounding may step slightly beyond either end.
  return Math.min(Math.max(-1, product / (Math.sqrt(aSquares) * Math.sqrt(bSquares))), 1);
}

/**
 * Spearman's rank correlation: Pearson's of the ranks; equal values share the mean of their ranks.
 *
 * @returns −1 to 1; NaN when either list is constant, or has fewer than two values
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * spearman([1, 2, 3], [1, 3, 2]); // 0.5
 * ```
 */
export function spearman(a: ArrayLike<number>, b: ArrayLike<number>): number {
  sameLength('spearman', a, b);
  return pearson(meanRanks(a), meanRanks(b));
}

/**
 * Kendall's τ-b: pairs in the same order minus those in opposite order, over the root of the product of the pairs without
 * a tie on either side. In O(n log n).
 *
 * @returns −1 to 1; NaN when either list is constant, or has fewer than two values
 * @throws RangeError when the lengths differ
 * @see W. R. Knight (1966), A computer method for calculating Kendall's tau with ungrouped data
 * @example
 * ```ts
 * kendall([1, 2, 3], [1, 3, 2]); // 0.333333
 * ```
 */
export function kendall(a: ArrayLike<number>, b: ArrayLike<number>): number {
  sameLength('kendall', a, b);
  if (isConstant(a) || isConstant(b)) return Number.NaN;
  const n = a.length;
  const [firsts, sorted] = sortedPairs(a, b);
  let tiedInA = 0;
  let tiedInBoth = 0;
  for (let from = 0, fromBoth = 0, i = 1; i <= n; i++) {
    const sameA = i < n && firsts[i] === firsts[i - 1];
    if (!sameA || sorted[i] !== sorted[i - 1]) {
      tiedInBoth += pairsOf(i - fromBoth);
      fromBoth = i;
    }
    if (!sameA) {
      tiedInA += pairsOf(i - from);
      from = i;
    }
  }
  const inversions = sortCountingInversions(sorted);
  let tiedInB = 0;
  for (let from = 0, i = 1; i <= n; i++) {
    if (i < n && sorted[i] === sorted[i - 1]) continue;
    tiedInB += pairsOf(i - from);
    from = i;
  }
  const all = pairsOf(n);
  const concordantLessDiscordant = all - tiedInA - tiedInB + tiedInBoth - 2 * inversions;
  return concordantLessDiscordant / (Math.sqrt(all - tiedInA) * Math.sqrt(all - tiedInB));
}

/** Above all numbers of which two are packed into one. */
const PACKED = 2 ** 26;

/** The pairs in order of `a`, then of `b`. */
function sortedPairs(a: ArrayLike<number>, b: ArrayLike<number>): [Float64Array, Float64Array] {
  const n = a.length;
  const [firsts, seconds, keys] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const isPacked = (value: number) => value >= 0 && value < PACKED && Number.isInteger(value);
  let arePacked = true;
  for (let i = 0; i < n && arePacked; i++) {
    arePacked = isPacked(a[i]) && isPacked(b[i]);
    keys[i] = a[i] * PACKED + b[i];
  }
  if (arePacked) {
    // One number for both is sorted without a comparison in JavaScript.
    keys.sort();
    for (let i = 0; i < n; i++) {
      firsts[i] = Math.floor(keys[i] / PACKED);
      seconds[i] = keys[i] - firsts[i] * PACKED;
    }
    return [firsts, seconds];
  }
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i] - a[j] || b[i] - b[j]);
  for (let i = 0; i < n; i++) {
    firsts[i] = a[order[i]];
    seconds[i] = b[order[i]];
  }
  return [firsts, seconds];
}

function pairsOf(n: number): number {
  return (n * (n - 1)) / 2;
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

function meanRanks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const ranks = new Float64Array(values.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + to - 1) / 2;
    // NaN equals nothing: it ranks alone and makes the correlation NaN.
    if (to === from) ranks[order[to++]] = Number.NaN;
  }
  return ranks;
}

/** Merge sort in place, from runs of one upwards. @returns the number of pairs in falling order */
function sortCountingInversions(values: Float64Array): number {
  const n = values.length;
  const merged = new Float64Array(n);
  let inversions = 0;
  for (let run = 1; run < n; run *= 2) {
    for (let from = 0; from < n; from += 2 * run) {
      const middle = Math.min(from + run, n);
      const to = Math.min(middle + run, n);
      for (let left = from, right = middle, out = from; out < to; out++) {
        if (left < middle && (right >= to || values[left] <= values[right])) merged[out] = values[left++];
        else {
          inversions += middle - left;
          merged[out] = values[right++];
        }
      }
    }
    values.set(merged);
  }
  return inversions;
}
