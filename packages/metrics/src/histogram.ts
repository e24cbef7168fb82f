export interface Histogram {
  /** Number of values in each bin. */
  readonly counts: Float64Array;
  /** Edges of the bins in ascending order, one more than bins. */
  readonly edges: Float64Array;
}

/**
 * Counts values in equal bins, by numpy's rule: bin i holds edge[i] <= v < edge[i + 1], the last also its right edge.
 * Values outside the range are ignored. The edges of a `Float32Array` are rounded to 32 bits, as in numpy.
 *
 * @param values finite numbers in any unit and order
 * @param bins number of bins, 1 or more
 * @param options `range`: lower and upper border; by default the minimum and maximum, or 0 to 1 for empty input.
 *   Equal borders are widened by 0.5 each way. `weights`: how often each value counts, default 1
 * @throws RangeError unless bins is a whole number of 1 or more, and the range is finite and not decreasing
 * @example
 * ```ts
 * Array.from(histogram([0.1, 0.2, 0.9], 2, { range: [0, 1] }).counts); // [2, 1]
 * ```
 */
export function histogram(
  values: ArrayLike<number>,
  bins: number,
  { range = extent(values), weights }: { range?: readonly [number, number]; weights?: ArrayLike<number> } = {},
): Histogram {
  const edges = histogramEdges(range, bins, values instanceof Float32Array);
  const counts = new Float64Array(bins);
  const low = edges[0];
  const high = edges[bins];
  const perBin = bins / (high - low);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const weight = weights === undefined ? 1 : weights[i];
    if (weight === 0 || !(value >= low && value <= high)) continue;
    let bin = Math.floor((value - low) * perBin);
    if (!(bin < bins)) bin = bins - 1;
    // The division may be off by a rounding; the edges decide.
    if (value < edges[bin]) bin = Number.isFinite(perBin) ? bin - 1 : lastAtOrBelow(edges, value);
    else if (bin < bins - 1 && value >= edges[bin + 1]) bin++;
    counts[bin] += weight;
  }
  return { counts, edges };
}

/**
 * Counts values in unit bins centred on whole numbers: bin k holds [k − 0.5, k + 0.5).
 *
 * @param weights how often each value counts, default 1
 * @returns counts by whole number; empty bins between values cost nothing
 * @example
 * ```ts
 * unitHistogram([0.2, 1.4, 1.5]); // new Map([[0, 1], [1, 1], [2, 1]])
 * ```
 */
export function unitHistogram(values: ArrayLike<number>, weights?: ArrayLike<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length; i++) {
    const below = Math.floor(values[i]);
    const whole = values[i] - below >= 0.5 ? below + 1 : below;
    counts.set(whole, (counts.get(whole) ?? 0) + (weights === undefined ? 1 : weights[i]));
  }
  return counts;
}

/**
 * @returns the minimum and maximum; 0 and 1 for empty input; NaN when a value is NaN
 * @example
 * ```ts
 * extent([3, 1, 2]); // [1, 3]
 * ```
 */
export function extent(values: ArrayLike<number>): [number, number] {
  if (values.length === 0) return [0, 1];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) return [Number.NaN, Number.NaN];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

function histogramEdges(range: readonly [number, number], bins: number, single: boolean): Float64Array {
  if (!Number.isInteger(bins) || bins < 1) {
    throw new RangeError(`histogram: bins must be a whole number of 1 or more, got ${bins}.`);
  }
  let [low, high] = range;
  if (!(low <= high && high - low < Infinity)) {
    throw new RangeError(`histogram: the range ${low} to ${high} must be finite and increasing.`);
  }
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const edges = new Float64Array(bins + 1);
  const step = (high - low) / bins;
  for (let i = 0; i < bins; i++) {
    // A range of a few of the smallest numbers has no step: then numpy multiplies before it divides.
    const offset = step === 0 ? (i / bins) * (high - low) : i * step;
    edges[i] = single ? Math.fround(offset + low) : offset + low;
  }
  edges[bins] = high;
  return edges;
}

function lastAtOrBelow(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}
