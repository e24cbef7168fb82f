import type { Metric } from './meta.js';

cosineSimilarity.meta = {
  takes: 'bins',
  unit: '',
  range: [-1, 1],
  better: 'higher',
  digits: 4,
  source: 'G. Salton (1968), Automatic information organization and retrieval',
} satisfies Metric['meta'];

/**
 * Cosine of the angle between two vectors: how similar they are in shape, regardless of size.
 *
 * @returns 1 for the same direction, 0 for a right angle; NaN when empty or when either vector is all 0
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * cosineSimilarity([1, 2, 3], [2, 4, 7]); // 0.997409
 * ```
 */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new RangeError(`cosineSimilarity: ${a.length} values against ${b.length}.`);
  const aScale = greatestSize(a);
  const bScale = greatestSize(b);
  let product = 0;
  let aSquares = 0;
  let bSquares = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] / aScale;
    const y = b[i] / bScale;
    product += x * y;
    aSquares += x * x;
    bSquares += y * y;
  }
  // Rounding may step slightly beyond either end.
  return Math.min(Math.max(-1, product / (Math.sqrt(aSquares) * Math.sqrt(bSquares))), 1);
}

/** Divided by this, no square overflows or underflows. */
function greatestSize(vector: ArrayLike<number>): number {
  let greatest = 0;
  for (let i = 0; i < vector.length; i++) greatest = Math.max(greatest, Math.abs(vector[i]));
  return greatest;
}
