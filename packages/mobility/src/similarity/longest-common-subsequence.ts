import type { MetricMeta } from '@itinera/metrics';

longestCommonSubsequence.meta = {
  unit: 'labels',
  range: [0, Infinity],
  better: 'higher',
  digits: 3,
  source:
    'D. S. Hirschberg (1975), A linear space algorithm for computing maximal common subsequences, ' +
    'doi:10.1145/360825.360861',
} satisfies MetricMeta;

/**
 * Length of the longest common subsequence of two sequences of labels: the most labels that appear in both in one order.
 *
 * @param a numbers of labels, compared by equality
 * @returns 0 to the length of the shorter sequence
 * @example
 * ```ts
 * longestCommonSubsequence(['home', 'work', 'home'], ['home', 'home']); // 2
 * ```
 */
export function longestCommonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const longest = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    let diagonal = 0;
    for (let j = 0; j < b.length; j++) {
      const up = longest[j + 1];
      longest[j + 1] = a[i] === b[j] ? diagonal + 1 : Math.max(up, longest[j]);
      diagonal = up;
    }
  }
  return longest[b.length];
}
