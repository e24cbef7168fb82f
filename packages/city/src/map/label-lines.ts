import { simplifyLine } from './simplify-line.js';

/** Lines are joined if their ends are within this distance, pixels, and the angle is below this, radians. */
const GAP = 14;
const TURN = 0.9;
/** Sampling interval of a line's direction, pixels. */
const STEP = 6;
/** Maximum bend of a name in total, and between letters, radians. */
const MOST_BEND = 2;
const MOST_STEP = 0.45;
const ROUGH = 1.8;

/** Lines joined end to end, the longest first. Interleaved pixels. */
export function chainLines(lines: readonly Float64Array[]): Float64Array[] {
  const rest = lines.filter(({ length }) => length >= 4).sort((a, b) => lengthOf(b) - lengthOf(a));
  const chains: Float64Array[] = [];
  while (rest.length > 0) {
    let chain = rest.shift()!;
    for (const isAhead of [true, false]) {
      for (;;) {
        const next = rest.findIndex((line) => (isAhead ? runsOn(chain, line) : runsOn(line, chain)));
        if (next < 0) break;
        const [line] = rest.splice(next, 1);
        chain = Float64Array.from(isAhead ? [...chain, ...line] : [...line, ...chain]);
      }
    }
    chains.push(chain);
  }
  return chains.sort((a, b) => lengthOf(b) - lengthOf(a));
}

/**
 * The straightest stretch of a line, of a given length, read from left to right.
 * @returns undefined if the line is too short or too crooked
 */
export function straightest(line: Float64Array, length: number): Float64Array | undefined {
  const smooth = simplifyLine(line, 0, line.length / 2, ROUGH).flatMap((i) => [line[2 * i], line[2 * i + 1]]);
  const samples = sampled(Float64Array.from(smooth));
  const count = Math.ceil(length / STEP) + 1;
  const directions = Array.from({ length: samples.length / 2 - 1 }, (_, i) =>
    Math.atan2(samples[2 * i + 3] - samples[2 * i + 1], samples[2 * i + 2] - samples[2 * i]),
  );
  let [best, least] = [-1, MOST_BEND];
  const middle = (directions.length - count) / 2;
  for (let from = 0; from + count <= directions.length; from++) {
    let bend = 0;
    for (let i = from + 1; i < from + count; i++) {
      const step = Math.abs(angleBetween(directions[i - 1], directions[i]));
      bend += step > MOST_STEP ? Infinity : step;
    }
    // The middle one among equally straight ones.
    bend += (0.1 * Math.abs(from - middle)) / Math.max(1, directions.length);
    if (bend < least) [best, least] = [from, bend];
  }
  if (best < 0) return undefined;
  const stretch = samples.slice(2 * best, 2 * (best + count + 1));
  if (stretch[0] <= stretch[stretch.length - 2]) return stretch;
  const turned = new Float64Array(stretch.length);
  for (let i = 0; i < stretch.length; i += 2)
    turned.set(stretch.subarray(stretch.length - 2 - i, stretch.length - i), i);
  return turned;
}

export function lengthOf(line: Float64Array): number {
  let sum = 0;
  for (let i = 2; i < line.length; i += 2) sum += Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]);
  return sum;
}

/** Whether a line continues into another. */
function runsOn(line: Float64Array, next: Float64Array): boolean {
  const end = line.length - 2;
  if (Math.hypot(next[0] - line[end], next[1] - line[end + 1]) > GAP) return false;
  const out = Math.atan2(line[end + 1] - line[end - 1], line[end] - line[end - 2]);
  const into = Math.atan2(next[3] - next[1], next[2] - next[0]);
  return Math.abs(angleBetween(out, into)) < TURN;
}

function angleBetween(a: number, b: number): number {
  return Math.atan2(Math.sin(b - a), Math.cos(b - a));
}

/** Points of a line at equal intervals. */
function sampled(line: Float64Array): Float64Array {
  const points = [line[0], line[1]];
  let left = STEP;
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [line[i - 2], line[i - 1]];
    const [dx, dy] = [line[i] - x, line[i + 1] - y];
    const metres = Math.hypot(dx, dy);
    let along = left;
    for (; along <= metres; along += STEP) points.push(x + (along / metres) * dx, y + (along / metres) * dy);
    left = along - metres;
  }
  return Float64Array.from(points);
}
