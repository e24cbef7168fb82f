import type { Metric } from '../meta.js';
import { walkDistributions } from './wasserstein.js';

energyDistance.meta = {
  takes: 'samples',
  unit: "the values'",
  range: [0, Infinity],
  better: 'lower',
  digits: 3,
  source:
    'G. J. Székely, M. L. Rizzo (2013), Energy statistics: a class of statistics based on distances, ' +
    'doi:10.1016/j.jspi.2013.03.018',
} satisfies Metric['meta'];

/**
 * Energy distance of two samples: √(2 E|X − Y| − E|X − X′| − E|Y − Y′|). In one dimension this is the root of twice the
 * area of the squared gap between the distribution functions; Wasserstein-1 uses the gap itself.
 *
 * @param a numbers in any order
 * @param b of the same unit; the lengths may differ
 * @returns 0 (same distribution) or more, in the root of the values' unit; NaN when either is empty or has a NaN
 * @example
 * ```ts
 * energyDistance([1, 2, 3], [2, 3, 4]); // 0.816497
 * ```
 */
export function energyDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let area = 0;
  const walked = walkDistributions(a, b, (gap, width) => {
    area += gap * gap * width;
  });
  return walked ? Math.sqrt(2 * area) : Number.NaN;
}
