import type { MetricMeta } from './meta.js';

export const meta: MetricMeta = {
  unit: '',
  range: [-1, 1],
  better: 'higher',
  source: 'G. Salton (1968), Automatic information organization and retrieval',
};

/**
 * Cosine of the angle between two vectors: how alike their shapes are, whatever their sizes.
 *
 * @returns 1 for the same direction, 0 for a right angle; NaN when empty or when either vector is all 0
 * @throws RangeError when the lengths differ
 */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new RangeError(`cosineSimilarity: ${a.length} values against ${b.length}.`);
  let product = 0;
  let aSquares = 0;
  let bSquares = 0;
  for (let i = 0; i < a.length; i++) {
    product += a[i] * b[i];
    aSquares += a[i] * a[i];
    bSquares += b[i] * b[i];
  }
  // Rounding may step a hair over either end.
  return Math.min(Math.max(-1, product / (Math.sqrt(aSquares) * Math.sqrt(bSquares))), 1);
}
