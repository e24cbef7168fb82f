import type { MetricMeta } from '@itinera/metrics';

levenshtein.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source: 'V. I. Levenshtein (1966), Binary codes capable of correcting deletions, insertions and reversals',
} satisfies MetricMeta;

export interface LevenshteinResult {
  /** Number of insertions, deletions and substitutions. */
  readonly edits: number;
  /** `edits` over the labels of the longer sequence; NaN when both are empty. */
  readonly normalised: number;
}

/**
 * Levenshtein distance of two sequences of labels, such as places by slot.
 *
 * @param a numbers of labels, compared by equality
 * @example
 * ```ts
 * levenshtein(['home', 'work', 'home'], ['home', 'home']); // { edits: 1, normalised: 0.333333 }
 * ```
 */
export function levenshtein(a: ArrayLike<number>, b: ArrayLike<number>): LevenshteinResult {
  const edits = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = edits[0];
    edits[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const up = edits[j + 1];
      edits[j + 1] = Math.min(diagonal + (a[i] === b[j] ? 0 : 1), up + 1, edits[j] + 1);
      diagonal = up;
    }
  }
  return { edits: edits[b.length], normalised: edits[b.length] / Math.max(a.length, b.length) };
}
