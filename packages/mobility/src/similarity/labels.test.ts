import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levenshtein } from './levenshtein.js';
import { longestCommonSubsequence } from './longest-common-subsequence.js';

const labels = fc.array(fc.nat(4), { maxLength: 15 });
const letters = (word: string) => [...word].map((letter) => letter.charCodeAt(0));

test('levenshtein counts edits', () => {
  expect(levenshtein(letters('kitten'), letters('sitting'))).toEqual({ edits: 3, normalised: 3 / 7 });
  expect(levenshtein([], [])).toEqual({ edits: 0, normalised: Number.NaN });
  expect(levenshtein([], [1, 2])).toEqual({ edits: 2, normalised: 1 });
});

test('longestCommonSubsequence counts labels that both have in the same order', () => {
  expect(longestCommonSubsequence(letters('nematode'), letters('empty'))).toBe(3);
  expect(longestCommonSubsequence([], [1])).toBe(0);
});

test('edits and common labels bound each other', () => {
  fc.assert(
    fc.property(labels, labels, (a, b) => {
      const { edits } = levenshtein(a, b);
      const common = longestCommonSubsequence(a, b);
      expect(edits).toBe(levenshtein(b, a).edits);
      expect(edits).toBeLessThanOrEqual(a.length + b.length - 2 * common);
      expect(edits).toBeGreaterThanOrEqual(Math.max(a.length, b.length) - common);
      expect(levenshtein(a, a).edits).toBe(0);
      expect(longestCommonSubsequence(a, a)).toBe(a.length);
    }),
  );
});
