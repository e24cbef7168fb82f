import type { Metric } from './meta.js';

dailyLocations.meta = {
  takes: 'visits',
  unit: 'locations per day',
  range: [1, Infinity],
  better: null,
  digits: 2,
  source: 'C. M. Schneider et al. (2013), Unravelling daily human mobility motifs, doi:10.1098/rsif.2013.0246',
} satisfies Metric['meta'];

/**
 * Number of distinct places that a person visits per day: the mean over the days with records.
 *
 * @param locations place ids
 * @param days the day of each, in the same order
 * @returns 1 or more; NaN for empty input
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * dailyLocations(['home', 'work', 'home', 'gym'], [0, 0, 0, 1]); // 1.5
 * ```
 */
export function dailyLocations(locations: ArrayLike<unknown>, days: ArrayLike<number>): number {
  if (locations.length !== days.length) {
    throw new RangeError(`dailyLocations: ${locations.length} locations for ${days.length} days.`);
  }
  const byDay = new Map<number, Set<unknown>>();
  for (let i = 0; i < days.length; i++) {
    const seen = byDay.get(days[i]);
    if (seen) seen.add(locations[i]);
    else byDay.set(days[i], new Set([locations[i]]));
  }
  let sum = 0;
  for (const seen of byDay.values()) sum += seen.size;
  return sum / byDay.size;
}
