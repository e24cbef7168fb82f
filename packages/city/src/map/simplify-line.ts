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
  if (to - from < 3) return Array.from({ length: to - from }, (_, i) => from + i);
  const kept = [from];
  const stack: (readonly [number, number])[] = [[from, to - 1]];
  while (stack.length > 0) {
    const [low, high] = stack.pop()!;
    const [x0, y0] = [xy[2 * low], xy[2 * low + 1]];
    const [dx, dy] = [xy[2 * high] - x0, xy[2 * high + 1] - y0];
    const length = stepLength(dx, dy);
    let [worst, most] = [-1, tolerance];
    for (let i = low + 1; i < high; i++) {
      const [px, py] = [xy[2 * i] - x0, xy[2 * i + 1] - y0];
      const off = length > 0 ? Math.abs(px * dy - py * dx) / length : stepLength(px, py);
      if (off > most) [worst, most] = [i, off];
    }
    if (worst === -1) kept.push(high);
    else stack.push([worst, high], [low, worst]);
  }
  return kept;
}
