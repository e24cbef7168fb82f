const BLOCK = 128;

/** Sum of values[from, to) in numpy's order: eight accumulators side by side, halves above 128 values. */
function pairwiseSum(values: ArrayLike<number>, from: number, to: number): number {
  const n = to - from;
  if (n > BLOCK) {
    const half = Math.floor(n / 2);
    const middle = from + half - (half % 8);
    return pairwiseSum(values, from, middle) + pairwiseSum(values, middle, to);
  }
  let sum = 0;
  let i = from;
  if (n >= 8) {
    let [a, b, c, d] = [values[i], values[i + 1], values[i + 2], values[i + 3]];
    let [e, f, g, h] = [values[i + 4], values[i + 5], values[i + 6], values[i + 7]];
    for (i += 8; i + 8 <= to; i += 8) {
      a += values[i];
      b += values[i + 1];
      c += values[i + 2];
      d += values[i + 3];
      e += values[i + 4];
      f += values[i + 5];
      g += values[i + 6];
      h += values[i + 7];
    }
    sum = a + b + (c + d) + (e + f + (g + h));
  }
  for (; i < to; i++) sum += values[i];
  return sum;
}

/**
 * Mean of values in numpy's order of addition, so that means over days and users agree with `numpy.mean` in every bit.
 *
 * @param from first value; default 0
 * @param to end, excluded; default all
 * @returns NaN for an empty range
 * @example
 * ```ts
 * pairwiseMean([1, 2, 6]); // 3
 * ```
 */
export function pairwiseMean(values: ArrayLike<number>, from = 0, to = values.length): number {
  return pairwiseSum(values, from, to) / (to - from);
}
