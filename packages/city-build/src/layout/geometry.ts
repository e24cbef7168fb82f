import { stepLength } from '@itinera/base';
import type { NumberList } from '@itinera/city/map-making';

/** A line as x, y pairs in metres. The functions here do not modify it. */
export type Path = Float64Array;

/** Lines, one after another. */
export type Lines = NumberList<Float64Array>;

/** A point on a line. */
export class PathPoint {
  /**
   * @param dx the direction of the line there, of any length
   * @param dy the same, to the north
   */
  constructor(
    readonly x: number,
    readonly y: number,
    private readonly dx: number,
    private readonly dy: number,
  ) {}

  /** Direction of the line in radians, anticlockwise from east; found only when it is asked for. */
  get angle(): number {
    return Math.atan2(this.dy, this.dx);
  }
}

/** Length in metres, of the whole line or that from index `start` to `stop`, excluded. */
export function pathLength(path: Path, start = 0, stop = path.length): number {
  let length = 0;
  for (let i = start + 2; i < stop; i += 2) length += stepLength(path[i] - path[i - 2], path[i + 1] - path[i - 1]);
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

/** Reverses the line that begins at index `start` of some lines and ends with them. */
export function reverseLast(lines: Lines, start: number): void {
  for (let i = start, j = lines.length - 2; i < j; i += 2, j -= 2) {
    const x = lines.at(i);
    const y = lines.at(i + 1);
    lines.set(i, lines.at(j));
    lines.set(i + 1, lines.at(j + 1));
    lines.set(j, x);
    lines.set(j + 1, y);
  }
}

/** The point `s` metres along the line, or along that from index `start` to `stop`, excluded, clamped to its ends. */
export function pointAlong(path: Path, s: number, start = 0, stop = path.length): PathPoint {
  let rest = s;
  for (let i = start + 2; i < stop; i += 2) {
    const dx = path[i] - path[i - 2];
    const dy = path[i + 1] - path[i - 1];
    const length = stepLength(dx, dy);
    if (rest <= length || i === stop - 2) {
      const part = length === 0 ? 0 : Math.min(1, Math.max(0, rest / length));
      return new PathPoint(path[i - 2] + dx * part, path[i - 1] + dy * part, dx, dy);
    }
    rest -= length;
  }
  return new PathPoint(path[start], path[start + 1], 1, 0);
}

/** Position in metres of the point nearest to the given point, along the line, or along that from index `start` to `stop`, excluded. */
export function nearestAlong(path: Path, x: number, y: number, start = 0, stop = path.length): number {
  let best = Infinity;
  let nearest = 0;
  let s = 0;
  for (let i = start + 2; i < stop; i += 2) {
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

/** West, south, east, north of a ring. */
export function ringBox(ring: Path): [number, number, number, number] {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]);
    east = Math.max(east, ring[i]);
    south = Math.min(south, ring[i + 1]);
    north = Math.max(north, ring[i + 1]);
  }
  return [west, south, east, north];
}

/** Adds the part of a line between `from` and `to` metres along it (`from` < `to`). */
export function addCut(out: Lines, path: Path, from: number, to: number): void {
  const start = pointAlong(path, from);
  const end = pointAlong(path, to);
  out.push(start.x);
  out.push(start.y);
  let s = 0;
  for (let i = 2; i < path.length - 2; i += 2) {
    s += stepLength(path[i] - path[i - 2], path[i + 1] - path[i - 1]);
    if (s <= from + 0.01 || s >= to - 0.01) continue;
    out.push(path[i]);
    out.push(path[i + 1]);
  }
  out.push(end.x);
  out.push(end.y);
}

/**
 * Adds a line, which ends before index `n` of `path`, moved `distance` metres to its right (left if negative). Corners keep the
 * distance on both sides, but a sharp corner is cut off at twice the distance; parts that would run backwards on the inside of a
 * bend are omitted.
 */
export function addOffset(out: Lines, path: Path, distance: number, n = path.length): void {
  if (distance === 0) {
    for (let i = 0; i < n; i++) out.push(path[i]);
    return;
  }
  const first = out.length;
  let nx = 0;
  let ny = 0;
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
    if (m >= first + 4 && i < n - 2) {
      const forward = (x - out.at(m - 2)) * (path[i] - path[i - 2]) + (y - out.at(m - 1)) * (path[i + 1] - path[i - 1]);
      if (forward <= 0) continue;
    }
    out.push(x);
    out.push(y);
  }
}

/**
 * Adds a smooth curve (cubic Bezier) between two points with given directions. Two points if it is straight, up to 9 for a
 * bend, 13 for a U-turn.
 */
export function addBezier(out: Lines, from: PathPoint, to: PathPoint): void {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = stepLength(dx, dy);
  const leaving = from.angle;
  const arriving = to.angle;
  const bend = Math.abs(angleBetween(leaving, arriving));
  const straight = distance > 0 && Math.abs(angleBetween(leaving, Math.atan2(dy, dx))) < 0.02 && bend < 0.02;
  if (straight || distance < 0.5) {
    out.push(from.x);
    out.push(from.y);
    out.push(to.x);
    out.push(to.y);
    return;
  }
  const handle = bend > 2.6 ? Math.max(distance * 0.6, 2) : distance * 0.39;
  const ax = from.x + Math.cos(leaving) * handle;
  const ay = from.y + Math.sin(leaving) * handle;
  const bx = to.x - Math.cos(arriving) * handle;
  const by = to.y - Math.sin(arriving) * handle;
  const weights = bend > 2.6 ? BEZIER.around : bend > 0.5 ? BEZIER.bent : BEZIER.gentle;
  for (let k = 0; k < weights.length; k += 4) {
    out.push(weights[k] * from.x + weights[k + 1] * ax + weights[k + 2] * bx + weights[k + 3] * to.x);
    out.push(weights[k] * from.y + weights[k + 1] * ay + weights[k + 2] * by + weights[k + 3] * to.y);
  }
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
