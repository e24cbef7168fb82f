import { stepLength } from '@itinera/base';

/** A line as x, y pairs in metres. The functions here do not modify their arguments. */
export type Path = Float64Array;

/** A point on a line, with the direction of the line there in radians, anticlockwise from east. */
export interface PathPoint {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Length in metres. */
export function pathLength(path: Path): number {
  let length = 0;
  for (let i = 2; i < path.length; i += 2) length += stepLength(path[i] - path[i - 2], path[i + 1] - path[i - 1]);
  return length;
}

/** The reversed line. */
export function reversePath(path: Path): Path {
  const out = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 2) {
    out[i] = path[path.length - 2 - i];
    out[i + 1] = path[path.length - 1 - i];
  }
  return out;
}

/** The point `s` metres along the line, clamped to its ends. */
export function pointAlong(path: Path, s: number): PathPoint {
  let rest = s;
  for (let i = 2; i < path.length; i += 2) {
    const dx = path[i] - path[i - 2];
    const dy = path[i + 1] - path[i - 1];
    const length = stepLength(dx, dy);
    if (rest <= length || i === path.length - 2) {
      const part = length === 0 ? 0 : Math.min(1, Math.max(0, rest / length));
      return { x: path[i - 2] + dx * part, y: path[i - 1] + dy * part, angle: Math.atan2(dy, dx) };
    }
    rest -= length;
  }
  return { x: path[0], y: path[1], angle: 0 };
}

/** Position along the line, in metres, of its point nearest to the given point. */
export function nearestAlong(path: Path, x: number, y: number): number {
  let best = Infinity;
  let nearest = 0;
  let s = 0;
  for (let i = 2; i < path.length; i += 2) {
    const dx = path[i] - path[i - 2];
    const dy = path[i + 1] - path[i - 1];
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : ((x - path[i - 2]) * dx + (y - path[i - 1]) * dy) / square;
    const part = Math.min(1, Math.max(0, along));
    const distance = stepLength(path[i - 2] + dx * part - x, path[i - 1] + dy * part - y);
    const length = Math.sqrt(square);
    if (distance < best) {
      best = distance;
      nearest = s + length * part;
    }
    s += length;
  }
  return nearest;
}

/** The part of the line between `from` and `to` metres along it (`from` < `to`). */
export function cutPath(path: Path, from: number, to: number): Path {
  const start = pointAlong(path, from);
  const end = pointAlong(path, to);
  const out = [start.x, start.y];
  let s = 0;
  for (let i = 2; i < path.length - 2; i += 2) {
    s += stepLength(path[i] - path[i - 2], path[i + 1] - path[i - 1]);
    if (s > from + 0.01 && s < to - 0.01) out.push(path[i], path[i + 1]);
  }
  out.push(end.x, end.y);
  return new Float64Array(out);
}

/**
 * The line moved `distance` metres to its right (left if negative). Corners keep the distance on both sides, but a sharp
 * corner is cut off at twice the distance; parts that would run backwards on the inside of a bend are omitted.
 */
export function offsetPath(path: Path, distance: number): Path {
  if (distance === 0) return path.slice();
  const out: number[] = [];
  let nx = 0;
  let ny = 0;
  const n = path.length;
  for (let i = 0; i < n; i += 2) {
    let mx = nx;
    let my = ny;
    if (i + 2 < n) {
      const dx = path[i + 2] - path[i];
      const dy = path[i + 3] - path[i + 1];
      const length = stepLength(dx, dy);
      if (length < 1e-9) continue;
      // The normal to the right of a direction (dx, dy) is (dy, -dx).
      const ox = dy / length;
      const oy = -dx / length;
      if (i === 0 || (nx === 0 && ny === 0)) {
        mx = ox;
        my = oy;
      } else {
        const k = 1 / Math.max(0.25, 1 + nx * ox + ny * oy);
        mx = (nx + ox) * k;
        my = (ny + oy) * k;
      }
      nx = ox;
      ny = oy;
    }
    const x = path[i] + mx * distance;
    const y = path[i + 1] + my * distance;
    const m = out.length;
    if (m >= 4 && i < n - 2) {
      const forward = (x - out[m - 2]) * (path[i] - path[i - 2]) + (y - out[m - 1]) * (path[i + 1] - path[i - 1]);
      if (forward <= 0) continue;
    }
    out.push(x, y);
  }
  return new Float64Array(out);
}

/**
 * A smooth curve (cubic Bezier) between two points with given directions. Two points if it is straight, up to 9 for a bend,
 * 13 for a U-turn.
 */
export function bezierPath(from: PathPoint, to: PathPoint): Path {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = stepLength(dx, dy);
  const bend = Math.abs(angleBetween(from.angle, to.angle));
  const straight = distance > 0 && Math.abs(angleBetween(from.angle, Math.atan2(dy, dx))) < 0.02 && bend < 0.02;
  if (straight || distance < 0.5) return Float64Array.of(from.x, from.y, to.x, to.y);
  const handle = bend > 2.6 ? Math.max(distance * 0.6, 2) : distance * 0.39;
  const ax = from.x + Math.cos(from.angle) * handle;
  const ay = from.y + Math.sin(from.angle) * handle;
  const bx = to.x - Math.cos(to.angle) * handle;
  const by = to.y - Math.sin(to.angle) * handle;
  const weights = bend > 2.6 ? BEZIER.around : bend > 0.5 ? BEZIER.bent : BEZIER.gentle;
  const out = new Float64Array(weights.length / 2);
  for (let i = 0, k = 0; i < out.length; i += 2, k += 4) {
    const [a, b, c, d] = [weights[k], weights[k + 1], weights[k + 2], weights[k + 3]];
    out[i] = a * from.x + b * ax + c * bx + d * to.x;
    out[i + 1] = a * from.y + b * ay + c * by + d * to.y;
  }
  return out;
}

/** The weights of the four points of a cubic Bezier curve, for points at equal steps along it. */
function bezierWeights(steps: number): Float64Array {
  const weights: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const u = 1 - t;
    weights.push(u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t);
  }
  return Float64Array.from(weights);
}

const BEZIER = { around: bezierWeights(12), bent: bezierWeights(8), gentle: bezierWeights(4) };

/** Turning angle from one direction to another, radians in (-π, π], positive to the left. */
export function angleBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn <= -Math.PI ? turn + 2 * Math.PI : turn;
}
