import type { MetricMeta } from '@itinera/metrics';
import { distanceRows, type Track, type TrackOptions } from './track.js';

discreteFrechet.meta = {
  unit: 'm',
  range: [0, Infinity],
  better: 'lower',
  digits: 0,
  source: 'T. Eiter, H. Mannila (1994), Computing discrete Fréchet distance, technical report CD-TR 94/64, TU Wien',
} satisfies MetricMeta;

/**
 * Discrete Fréchet distance: the shortest leash with which two walkers can follow both tracks, from point to point and
 * never back.
 *
 * @returns 0 or more, in metres (on the plane: in the unit of the points); NaN when either track is empty
 */
export function discreteFrechet(a: Track, b: Track, { on = 'sphere' }: TrackOptions = {}): number {
  const n = a.xs.length;
  const m = b.xs.length;
  if (n === 0 || m === 0) return Number.NaN;
  const distances = distanceRows(a, b, on);
  const step = new Float64Array(m);
  const leash = new Float64Array(m + 1).fill(Infinity);
  leash[0] = 0;
  for (let i = 0; i < n; i++) {
    distances(i, step);
    let diagonal = leash[0];
    let left = Infinity;
    leash[0] = Infinity;
    for (let j = 0; j < m; j++) {
      const up = leash[j + 1];
      left = Math.max(step[j], Math.min(diagonal, up, left));
      leash[j + 1] = left;
      diagonal = up;
    }
  }
  return leash[m];
}
