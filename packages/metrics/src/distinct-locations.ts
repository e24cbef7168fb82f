import type { Metric } from './meta.js';

distinctLocations.meta = {
  takes: 'visits',
  unit: 'locations',
  range: [0, Infinity],
  better: null,
  digits: 0,
  source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
} satisfies Metric['meta'];

/**
 * Number of distinct places that a person visited. @param locations place ids in any order @returns 0 for empty input
 * @example
 * ```ts
 * distinctLocations(['home', 'work', 'home']); // 2
 * ```
 */
export function distinctLocations(locations: Iterable<unknown>): number {
  return new Set(locations).size;
}
