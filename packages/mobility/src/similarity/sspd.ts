import type { MetricMeta } from '@itinera/metrics';
import type { Track } from './track.js';

sspd.meta = {
  unit: "the points'",
  range: [0, Infinity],
  better: 'lower',
  digits: 3,
  source:
    'P. C. Besse et al. (2016), Review and perspective for distance-based clustering of vehicle trajectories, ' +
    'doi:10.1109/TITS.2016.2547641',
} satisfies MetricMeta;

/**
 * Symmetrized segment-path distance: the mean distance of the points of one track from the line of the other, averaged
 * over both directions. On the plane only: project degrees first.
 *
 * @returns 0 or more, in the unit of the points; NaN when either track is empty
 */
export function sspd(a: Track, b: Track): number {
  return (meanDistanceToLine(a, b) + meanDistanceToLine(b, a)) / 2;
}

function meanDistanceToLine(points: Track, line: Track): number {
  const n = points.xs.length;
  const m = line.xs.length;
  if (n === 0 || m === 0) return Number.NaN;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const x = points.xs[i];
    const y = points.ys[i];
    let nearest = (x - line.xs[0]) ** 2 + (y - line.ys[0]) ** 2;
    for (let j = 1; j < m; j++) {
      const fromX = line.xs[j - 1];
      const fromY = line.ys[j - 1];
      const dx = line.xs[j] - fromX;
      const dy = line.ys[j] - fromY;
      const squared = dx * dx + dy * dy;
      const along = squared === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / squared;
      const part = Math.min(1, Math.max(0, along));
      const away = (x - fromX - part * dx) ** 2 + (y - fromY - part * dy) ** 2;
      if (away < nearest) nearest = away;
    }
    sum += Math.sqrt(nearest);
  }
  return sum / n;
}
