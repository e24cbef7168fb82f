import type { MetricMeta } from '@itinera/metrics';
import { sameLength } from './same-length.js';

cpc.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source: 'M. Lenormand et al. (2012), A universal model of commuting networks, doi:10.1371/journal.pone.0045985',
} satisfies MetricMeta;

/**
 * Common part of commuters: the share of trips common to both sets of flows, 2 Σ min / (Σ + Σ).
 *
 * @param real trips by pair of places (or by bin), 0 or more
 * @param generated trips by the same pairs, not divided by their sum: a set of twice the size scores 2/3
 * @returns 0 (none in common) to 1 (equal); NaN when both are 0 or empty
 * @throws RangeError when the numbers of pairs differ
 */
export function cpc(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('cpc', real, generated);
  let common = 0;
  for (let i = 0; i < real.length; i++) common += Math.min(real[i], generated[i]);
  const sumOf = (trips: ArrayLike<number>) => Array.from(trips).reduce((sum, count) => sum + count, 0);
  return (2 * common) / (sumOf(real) + sumOf(generated));
}
