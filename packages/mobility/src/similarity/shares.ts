/** Both lists over the same bins, divided by their sums; null when there is nothing to divide by. */
export function sharesOf(
  caller: string,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): readonly [Float64Array, Float64Array] | null {
  sameLength(caller, a, b);
  const aTotal = sumOf(a);
  const bTotal = sumOf(b);
  if (!(aTotal > 0 && bTotal > 0)) return null;
  return [Float64Array.from(a, (value) => value / aTotal), Float64Array.from(b, (value) => value / bTotal)];
}

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** @throws RangeError when the lists differ in length */
export function sameLength(caller: string, a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length) {
    throw new RangeError(`${caller}: ${a.length} values against ${b.length}; give both over the same bins or pairs.`);
  }
}
