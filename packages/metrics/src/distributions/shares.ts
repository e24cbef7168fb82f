/** Both lists divided by their sums; null when either sums to 0. */
export function sharesOf(
  caller: string,
  p: ArrayLike<number>,
  q: ArrayLike<number>,
): readonly [Float64Array, Float64Array] | null {
  checkBins(caller, p, q);
  const pTotal = total(p);
  const qTotal = total(q);
  if (!(pTotal > 0 && qTotal > 0)) return null;
  return [Float64Array.from(p, (value) => value / pTotal), Float64Array.from(q, (value) => value / qTotal)];
}

/** @throws RangeError when the numbers of bins differ */
export function checkBins(caller: string, p: ArrayLike<number>, q: ArrayLike<number>): void {
  if (p.length !== q.length) {
    throw new RangeError(`${caller}: ${p.length} bins against ${q.length}; count both in the same bins.`);
  }
}

export function total(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  return sum;
}
