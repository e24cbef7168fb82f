import type { MetricMeta } from '@itinera/metrics';
import { distanceRows, type Track, type TrackOptions } from './track.js';

lcss.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source:
    'M. Vlachos, G. Kollios, D. Gunopulos (2002), Discovering similar multidimensional trajectories, ' +
    'doi:10.1109/ICDE.2002.994784',
} satisfies MetricMeta;

export interface LcssResult {
  /** Number of points that match in order. */
  readonly length: number;
  /** `length` over the points of the shorter track; NaN when either is empty. */
  readonly similarity: number;
}

/**
 * Longest common subsequence of two tracks: the most points that match in order, skipping others.
 *
 * @param options `threshold`: points at most this far apart match, in metres (on the plane: in the unit of the points)
 */
export function lcss(
  a: Track,
  b: Track,
  { threshold, on = 'sphere' }: TrackOptions & { threshold: number },
): LcssResult {
  const n = a.xs.length;
  const m = b.xs.length;
  const distances = distanceRows(a, b, on);
  const row = new Float64Array(m);
  const longest = new Uint32Array(m + 1);
  for (let i = 0; i < n; i++) {
    distances(i, row);
    let diagonal = 0;
    for (let j = 0; j < m; j++) {
      const up = longest[j + 1];
      longest[j + 1] = row[j] <= threshold ? diagonal + 1 : Math.max(up, longest[j]);
      diagonal = up;
    }
  }
  const length = longest[m];
  return { length, similarity: length / Math.min(n, m) };
}
