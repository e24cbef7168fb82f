import { stepLength } from '@itinera/base';

/**
 * Simplifies a line within a tolerance (Douglas and Peucker).
 *
 * @param xy interleaved coordinates; the line is `from … to - 1`
 * @param tolerance in the units of the coordinates
 * @returns ascending indices of the remaining points, including both ends
 * @example
 * ```ts
 * simplifyLine(Float64Array.of(0, 0, 5, 0.1, 10, 0), 0, 3, 1); // [0, 2]
 * ```
 */
export function simplifyLine(xy: Float64Array, from: number, to: number, tolerance: number): number[] {
  if (to - from < 2) return to > from ? [from] : [];
  const kept = [from];
  /** The ends of the parts that follow, the nearest last. */
  const ends = [to - 1];
  for (let low = from; ends.length > 0; ) {
    const high = ends.pop()!;
    const worst = farthest(xy, low, high, tolerance);
    if (worst === -1) {
      kept.push(high);
      low = high;
    } else ends.push(high, worst);
  }
  return kept;
}

/** The point between two others that is farthest from the line through them; -1 if all are within the tolerance. */
function farthest(xy: Float64Array, low: number, high: number, tolerance: number): number {
  const x0 = xy[2 * low];
  const y0 = xy[2 * low + 1];
  const dx = xy[2 * high] - x0;
  const dy = xy[2 * high + 1] - y0;
  const length = stepLength(dx, dy);
  let worst = -1;
  let most = tolerance;
  for (let i = low + 1; i < high; i++) {
    const px = xy[2 * i] - x0;
    const py = xy[2 * i + 1] - y0;
    const off = length > 0 ? Math.abs(px * dy - py * dx) / length : stepLength(px, py);
    if (off > most) {
      worst = i;
      most = off;
    }
  }
  return worst;
}
