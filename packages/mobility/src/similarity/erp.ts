import type { MetricMeta } from '@itinera/metrics';
import { distanceRows, type Track, type TrackOptions } from './track.js';

erp.meta = {
  unit: 'm',
  range: [0, Infinity],
  better: 'lower',
  digits: 0,
  source: 'L. Chen, R. Ng (2004), On the marriage of Lp-norms and edit distance, doi:10.1016/B978-012088469-8.50070-X',
} satisfies MetricMeta;

/**
 * Edit distance with real penalty: aligns two tracks; a skipped point costs its distance from a constant gap point. A
 * metric, unlike dynamic time warping.
 *
 * @param options `gap`: the gap point [x, y], such as the centre of the map; in the points' coordinates
 * @returns 0 or more, in metres (on the plane: in the unit of the points); 0 when both tracks are empty
 */
export function erp(
  a: Track,
  b: Track,
  { gap, on = 'sphere' }: TrackOptions & { gap: readonly [number, number] },
): number {
  const n = a.xs.length;
  const m = b.xs.length;
  const gapTrack = { xs: [gap[0]], ys: [gap[1]] };
  const leaveOutA = new Float64Array(n);
  const leaveOutB = new Float64Array(m);
  distanceRows(gapTrack, a, on)(0, leaveOutA);
  distanceRows(gapTrack, b, on)(0, leaveOutB);
  const distances = distanceRows(a, b, on);
  const row = new Float64Array(m);
  const cost = new Float64Array(m + 1);
  for (let j = 0; j < m; j++) cost[j + 1] = cost[j] + leaveOutB[j];
  for (let i = 0; i < n; i++) {
    distances(i, row);
    let diagonal = cost[0];
    cost[0] += leaveOutA[i];
    for (let j = 0; j < m; j++) {
      const up = cost[j + 1];
      cost[j + 1] = Math.min(diagonal + row[j], up + leaveOutA[i], cost[j] + leaveOutB[j]);
      diagonal = up;
    }
  }
  return cost[m];
}
