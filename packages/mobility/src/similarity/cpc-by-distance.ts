import type { MetricMeta } from '@itinera/metrics';
import { cpc } from './cpc.js';

cpcByDistance.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source:
    'M. Lenormand, A. Bassolas, J. J. Ramasco (2016), Systematic comparison of trip distribution laws and models, ' +
    'doi:10.1016/j.jtrangeo.2015.12.008',
} satisfies MetricMeta;

/**
 * Common part of commuters by distance: the share of trips of similar length, whatever the places; equal bins from 0.
 *
 * @param real trip lengths, 0 or more, in one unit
 * @param generated trip lengths in the same unit
 * @param options `bin`: width of a bin in the lengths' unit, default 2000 (metres)
 * @returns 0 (none in common) to 1 (equally many trips in every bin); NaN when either is empty or has a NaN
 */
export function cpcByDistance(
  real: ArrayLike<number>,
  generated: ArrayLike<number>,
  { bin = 2000 }: { bin?: number } = {},
): number {
  if (real.length === 0 || generated.length === 0) return Number.NaN;
  const counts = new Map<number, [number, number]>();
  for (const [side, lengths] of [real, generated].entries()) {
    for (let i = 0; i < lengths.length; i++) {
      const length = lengths[i];
      if (Number.isNaN(length)) return Number.NaN;
      const key = Math.floor(length / bin);
      const pair = counts.get(key) ?? [0, 0];
      pair[side]++;
      counts.set(key, pair);
    }
  }
  const pairs = [...counts.values()];
  return cpc(
    pairs.map(([ofReal]) => ofReal),
    pairs.map(([, ofGenerated]) => ofGenerated),
  );
}
