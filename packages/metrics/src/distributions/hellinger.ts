import type { Metric } from '../meta.js';
import { sharesOf } from './shares.js';

hellinger.meta = {
  takes: 'bins',
  unit: '',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source: 'E. Hellinger (1909), Neue Begründung der Theorie quadratischer Formen von unendlichvielen Veränderlichen',
} satisfies Metric['meta'];

/**
 * Hellinger distance: √(Σ(√p − √q)² / 2), the Euclidean distance of the roots of the shares over √2.
 *
 * @param p counts or weights by bin, 0 or more; divided by their sum
 * @param q over the same bins
 * @returns 0 (equal) to 1 (nothing in common); NaN when either is empty or sums to 0
 * @throws RangeError when the numbers of bins differ
 * @example
 * ```ts
 * hellinger([1, 0], [1, 1]); // 0.541196
 * ```
 */
export function hellinger(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const shares = sharesOf('hellinger', p, q);
  if (shares === null) return Number.NaN;
  const [a, b] = shares;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (Math.sqrt(a[i]) - Math.sqrt(b[i])) ** 2;
  return Math.min(1, Math.sqrt(sum / 2));
}
