/**
 * Counts in equal bins, the last one closed, like numpy.histogram(values, bins, range=(from, to)).
 * Values outside, and NaN, are ignored. A range without width is widened by a half on either side.
 */
export function equalBins(values: ArrayLike<number>, from: number, to: number, bins: number): Float64Array {
  const [low, high] = from === to ? [from - 0.5, to + 0.5] : [from, to];
  const step = (high - low) / bins;
  const edge = (i: number) => (i === bins ? high : low + i * step);
  const counts = new Float64Array(bins);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!(value >= low && value <= high)) continue;
    let at = Math.min(bins - 1, Math.floor((value - low) * (bins / (high - low))));
    // The product may be off by a rounding; the edges decide.
    if (value < edge(at)) at--;
    else if (value >= edge(at + 1) && at < bins - 1) at++;
    counts[at]++;
  }
  return counts;
}

/** `equalBins` from 0, and one more bin for all greater values. */
export function overflowBins(values: ArrayLike<number>, to: number, bins: number): Float64Array {
  const counts = new Float64Array(bins + 1);
  counts.set(equalBins(values, 0, to, bins));
  for (let i = 0; i < values.length; i++) if (values[i] > to) counts[bins]++;
  return counts;
}

/** Counts divided by their sum; `nothing` avoids 0 / 0. */
export function binShares(counts: Float64Array, nothing: number): Float64Array {
  const total = counts.reduce((a, b) => a + b, 0) + nothing;
  return counts.map((count) => count / total);
}

/** ½ KL(p‖m) + ½ KL(q‖m) in nats, each argument divided by its own sum first. NaN where one is empty. */
export function divergence(p: Float64Array, q: Float64Array): number {
  const middle = p.map((share, i) => (share + q[i]) / 2);
  return (relativeEntropy(p, middle) + relativeEntropy(q, middle)) / 2;
}

function relativeEntropy(p: Float64Array, q: Float64Array): number {
  const pTotal = p.reduce((a, b) => a + b, 0);
  const qTotal = q.reduce((a, b) => a + b, 0);
  if (pTotal === 0 || qTotal === 0) return Number.NaN;
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    if (p[i] > 0) sum += (p[i] / pTotal) * Math.log(p[i] / pTotal / (q[i] / qTotal));
  }
  return sum;
}
