import type { MetricMeta } from '@itinera/metrics';
import { distanceRows, type Track, type TrackOptions } from './track.js';

edr.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source:
    'L. Chen, M. T. Özsu, V. Oria (2005), Robust and fast similarity search for moving object trajectories, ' +
    'doi:10.1145/1066157.1066213',
} satisfies MetricMeta;

export interface EdrResult {
  /** Number of insertions, deletions and substitutions. */
  readonly edits: number;
  /** `edits` over the points of the longer track; NaN when both are empty. */
  readonly normalised: number;
}

/**
 * Edit distance on real sequence: the fewest insertions, deletions and substitutions of points until the tracks match.
 *
 * @param options `threshold`: points at most this far apart match, in metres (on the plane: in the unit of the points)
 */
export function edr(a: Track, b: Track, { threshold, on = 'sphere' }: TrackOptions & { threshold: number }): EdrResult {
  const n = a.xs.length;
  const m = b.xs.length;
  const distances = distanceRows(a, b, on);
  const row = new Float64Array(m);
  const edits = Uint32Array.from({ length: m + 1 }, (_, j) => j);
  for (let i = 0; i < n; i++) {
    distances(i, row);
    let diagonal = edits[0];
    edits[0] = i + 1;
    for (let j = 0; j < m; j++) {
      const up = edits[j + 1];
      const replaced = diagonal + (row[j] <= threshold ? 0 : 1);
      edits[j + 1] = Math.min(replaced, up + 1, edits[j] + 1);
      diagonal = up;
    }
  }
  return { edits: edits[m], normalised: edits[m] / Math.max(n, m) };
}
