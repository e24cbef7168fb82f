import { stepLength } from '@itinera/base';

/**
 * Outlines of AOIs: the points `start … end - 1` of interleaved coordinates. Whether a ring repeats its first point at the
 * end makes no difference.
 */

export interface XY {
  readonly x: number;
  readonly y: number;
}

/**
 * The area that a ring encloses, in square units; if it crosses itself, parts of opposite orientation cancel.
 *
 * @example
 * ```ts
 * ringArea(Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10)); // 100
 * ```
 */
export function ringArea(xy: Float64Array, start = 0, end = xy.length / 2): number {
  return Math.abs(signedRingArea(xy, start, end));
}

/** The same, negative for clockwise rings. */
export function signedRingArea(xy: ArrayLike<number>, start = 0, end = xy.length / 2): number {
  let twice = 0;
  const x0 = xy[2 * start];
  const y0 = xy[2 * start + 1];
  for (let i = start + 1; i < end; i++) {
    const j = i + 1 < end ? i + 1 : start;
    twice += (xy[2 * i] - x0) * (xy[2 * j + 1] - y0) - (xy[2 * j] - x0) * (xy[2 * i + 1] - y0);
  }
  return twice / 2;
}

/**
 * The centroid of a ring's area as computed by GEOS: triangles from the first point, weighted by signed area. Without
 * an area it is the centroid of the line, and without a length the mean of the points.
 *
 * @returns NaN for no points
 * @see https://libgeos.org, algorithm/Centroid
 * @example
 * ```ts
 * ringCentroid(Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10)); // { x: 5, y: 5 }
 * ```
 */
export function ringCentroid(xy: Float64Array, start = 0, end = xy.length / 2): XY {
  const x0 = xy[2 * start];
  const y0 = xy[2 * start + 1];
  let twiceArea = 0;
  let sumX = 0;
  let sumY = 0;
  let length = 0;
  let lineX = 0;
  let lineY = 0;
  for (let i = start; i < end; i++) {
    const j = i + 1 < end ? i + 1 : start;
    const ax = xy[2 * i];
    const ay = xy[2 * i + 1];
    const bx = xy[2 * j];
    const by = xy[2 * j + 1];
    const twice = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
    twiceArea += twice;
    sumX += twice * (x0 + ax + bx);
    sumY += twice * (y0 + ay + by);
    const side = stepLength(bx - ax, by - ay);
    length += side;
    lineX += (side * (ax + bx)) / 2;
    lineY += (side * (ay + by)) / 2;
  }
  if (twiceArea !== 0) return { x: sumX / 3 / twiceArea, y: sumY / 3 / twiceArea };
  if (length > 0) return { x: lineX / length, y: lineY / length };
  return end > start ? { x: x0, y: y0 } : { x: Number.NaN, y: Number.NaN };
}

/** Whether a point lies inside a ring (even-odd rule). */
export function insideRing(xy: Float64Array, x: number, y: number, start = 0, end = xy.length / 2): boolean {
  let isInside = false;
  for (let i = 2 * start, j = 2 * end - 2; i < 2 * end; j = i, i += 2) {
    const yi = xy[i + 1];
    const yj = xy[j + 1];
    if (yi > y !== yj > y && x < ((xy[j] - xy[i]) * (y - yi)) / (yj - yi) + xy[i]) isInside = !isInside;
  }
  return isInside;
}

/**
 * Distance of a point from a ring, in the same units; 0 inside. A ring of one point is that point.
 *
 * @example
 * ```ts
 * distanceToRing(Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10), 0, 4, -3, 5); // 3
 * ```
 */
export function distanceToRing(xy: Float64Array, start: number, end: number, x: number, y: number): number {
  if (insideRing(xy, x, y, start, end)) return 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = start; i < end; i++) {
    const j = i + 1 < end ? i + 1 : start;
    const ax = xy[2 * i];
    const ay = xy[2 * i + 1];
    const bx = xy[2 * j];
    const by = xy[2 * j + 1];
    const dx = bx - ax;
    const dy = by - ay;
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
    nearest = Math.min(nearest, stepLength(ax + along * dx - x, ay + along * dy - y));
  }
  return nearest;
}
