import type { Metric } from '../meta.js';
import { total } from './shares.js';

wasserstein1.meta = {
  takes: 'samples',
  unit: "the values'",
  range: [0, Infinity],
  better: 'lower',
  digits: 4,
  source: 'L. N. Vaserstein (1969), Markov processes over denumerable products of spaces',
} satisfies Metric['meta'];

/**
 * Wasserstein-1 (earth mover's) distance of two samples: how far values must be moved on average to turn one sample into
 * the other; the area between their distribution functions.
 *
 * @param a numbers in any order
 * @param b of the same unit; the lengths may differ
 * @returns 0 or more, in the unit of the values; NaN when either is empty or has a NaN
 * @example
 * ```ts
 * wasserstein1([1, 2, 3], [2, 3, 4]); // 1
 * ```
 */
export function wasserstein1(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let area = 0;
  const walked = walkDistributions(a, b, (difference, width) => {
    area += Math.abs(difference) * width;
  });
  return walked ? area : Number.NaN;
}

/**
 * Walks along the distribution functions of both samples and reports each stretch on which they are constant.
 *
 * @param visit receives the difference of the shares at or below, and the width of the stretch
 * @returns false when either sample is empty or has a NaN
 */
export function walkDistributions(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  visit: (difference: number, width: number) => void,
): boolean {
  return walkSorted(Float64Array.from(a).sort(), Float64Array.from(b).sort(), visit);
}

/**
 * Wasserstein-1 distance and Kolmogorov–Smirnov statistic of two samples that are sorted already.
 *
 * @param first ascending, NaN last
 * @param second likewise, of the same unit; the lengths may differ
 * @returns both NaN when either is empty or has a NaN
 */
export function sortedDistances(first: Float64Array, second: Float64Array): { wasserstein: number; ks: number } {
  let area = 0;
  let greatest = 0;
  const walked = walkSorted(first, second, (difference, width) => {
    area += Math.abs(difference) * width;
    greatest = Math.max(greatest, Math.abs(difference));
  });
  return walked ? { wasserstein: area, ks: greatest } : { wasserstein: Number.NaN, ks: Number.NaN };
}

/** `walkDistributions` for samples in ascending order with NaN last. */
function walkSorted(
  first: Float64Array,
  second: Float64Array,
  visit: (difference: number, width: number) => void,
): boolean {
  const greatest = Math.max(first[first.length - 1] ?? Number.NaN, second[second.length - 1] ?? Number.NaN);
  if (Number.isNaN(greatest)) return false;
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    const value = Math.min(i < first.length ? first[i] : Infinity, j < second.length ? second[j] : Infinity);
    while (i < first.length && first[i] === value) i++;
    while (j < second.length && second[j] === value) j++;
    const next = Math.min(i < first.length ? first[i] : greatest, j < second.length ? second[j] : greatest);
    visit(i / first.length - j / second.length, Math.max(0, next - value));
  }
  return true;
}

/**
 * Wasserstein-1 distance and Kolmogorov–Smirnov statistic of two weightings of the same values.
 *
 * @param values in ascending order
 * @param p weights by value, 0 or more; divided by their sum
 * @param q weights by the same values
 * @returns both NaN when either sums to 0
 */
export function weightedDistances(
  values: Float64Array,
  p: Float64Array,
  q: Float64Array,
): { wasserstein: number; ks: number } {
  const pTotal = total(p);
  const qTotal = total(q);
  if (pTotal === 0 || qTotal === 0) return { wasserstein: Number.NaN, ks: Number.NaN };
  let difference = 0;
  let area = 0;
  let greatest = 0;
  for (let i = 0; i < values.length; i++) {
    difference += p[i] / pTotal - q[i] / qTotal;
    if (i + 1 < values.length) area += Math.abs(difference) * (values[i + 1] - values[i]);
    greatest = Math.max(greatest, Math.abs(difference));
  }
  return { wasserstein: area, ks: Math.min(1, greatest) };
}
