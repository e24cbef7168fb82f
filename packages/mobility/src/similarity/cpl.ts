import type { MetricMeta } from '@itinera/metrics';
import { sameLength } from './same-length.js';

cpl.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source:
    'M. Lenormand, A. Bassolas, J. J. Ramasco (2016), Systematic comparison of trip distribution laws and models, ' +
    'doi:10.1016/j.jtrangeo.2015.12.008',
} satisfies MetricMeta;

/**
 * Common part of links: the share of pairs of places with trips that both sets of flows have, whatever their size.
 *
 * @param real trips by pair of places, 0 or more
 * @param generated trips by the same pairs
 * @returns 0 (none in common) to 1 (the same links); NaN when neither has a link
 * @throws RangeError when the numbers of pairs differ
 */
export function cpl(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('cpl', real, generated);
  let both = 0;
  let links = 0;
  for (let i = 0; i < real.length; i++) {
    const inReal = real[i] > 0;
    const inGenerated = generated[i] > 0;
    if (inReal && inGenerated) both++;
    links += Number(inReal) + Number(inGenerated);
  }
  return (2 * both) / links;
}
