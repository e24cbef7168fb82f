/**
 * Simplifies a path in time so that the position at every instant is within the tolerance (Douglas and Peucker's
 * algorithm, with distances at equal times).
 *
 * @param t seconds, ascending; @param x, y metres
 * @param from, to the range of points, `to` excluded; both ends stay
 * @returns indices of the remaining points, ascending
 */
export function simplifyInTime(
  t: ArrayLike<number>,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  from: number,
  to: number,
  tolerance: number,
): number[] {
  const kept = [from];
  const stack: (readonly [number, number])[] = [];
  let low = from;
  let high = to - 1;
  for (;;) {
    let worst = -1;
    let most = tolerance * tolerance;
    const span = t[high]! - t[low]!;
    for (let i = low + 1; i < high; i++) {
      const share = span > 0 ? (t[i]! - t[low]!) / span : 0;
      const dx = x[low]! + share * (x[high]! - x[low]!) - x[i]!;
      const dy = y[low]! + share * (y[high]! - y[low]!) - y[i]!;
      const square = dx * dx + dy * dy;
      if (square > most) {
        most = square;
        worst = i;
      }
    }
    if (worst !== -1) {
      stack.push([worst, high]);
      high = worst;
      continue;
    }
    if (high > low) kept.push(high);
    const next = stack.pop();
    if (next === undefined) return kept;
    [low, high] = next;
  }
}
