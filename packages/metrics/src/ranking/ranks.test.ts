import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { bootstrapRatios } from './bootstrap-ratios.js';
import { accuracyAt, f1Scores, ndcgAt, ranksOf, reciprocalRanks } from './ranks.js';

test('a list without scores ranks by position, and a missing item or list has no rank', () => {
  const lists = { candidates: [7, 8, 9, 1, 2], starts: [0, 3, 5] };
  const ranks = ranksOf([9, 7, 2, 2], lists, [0, 1, 1, -1]);
  expect([...ranks.first]).toEqual([3, 0, 2, 0]);
  expect([...accuracyAt(ranks, 1)]).toEqual([0, 0, 0, 0]);
  expect([...accuracyAt(ranks, 2)]).toEqual([0, 0, 1, 0]);
  expect([...reciprocalRanks(ranks)]).toEqual([1 / 3, 0, 1 / 2, 0]);
  expect([...reciprocalRanks(ranks, 2)]).toEqual([0, 0, 1 / 2, 0]);
  // 1 / log2(4) and 1 / log2(3).
  expect([...ndcgAt(ranks, 5)]).toEqual([0.5, 0, 1 / Math.log2(3), 0]);
});

test('scores rank whatever the order of the list, and ties share the mean over their orders', () => {
  // Higher than the truth: one; ties with it: three, on ranks 2 to 4.
  const ranks = ranksOf([5], { candidates: [4, 5, 6, 7, 8], starts: [0, 5], scores: [2, 2, 9, 2, 1] });
  expect([ranks.first[0], ranks.ties[0]]).toEqual([2, 3]);
  expect(accuracyAt(ranks, 1)[0]).toBe(0);
  expect(accuracyAt(ranks, 3)[0]).toBeCloseTo(2 / 3, 12);
  expect(accuracyAt(ranks, 5)[0]).toBe(1);
  expect(reciprocalRanks(ranks)[0]).toBeCloseTo((1 / 2 + 1 / 3 + 1 / 4) / 3, 12);
  expect(ndcgAt(ranks, 3)[0]).toBeCloseTo((1 / Math.log2(3) + 1 / 2) / 3, 12);
});

test('equal scores for all candidates are worth no more than chance, wherever the truth is listed', () => {
  const lists = { candidates: [0, 1, 2, 3], starts: [0, 4], scores: [1, 1, 1, 1] };
  for (const truth of [0, 3]) expect(accuracyAt(ranksOf([truth], lists), 1)[0]).toBe(0.25);
});

test('F1 counts the classes that are true or predicted; a target without a prediction is a miss', () => {
  // Class 0: 2 true, 1 predicted, 1 hit: F1 2/3. Class 1: 1 true, 1 predicted, 1 hit: 1. Class 2: 1 true: 0. Class 3: 1 predicted: 0.
  const { macro, weighted, classes } = f1Scores([0, 0, 1, 2], [0, 3, 1, -1]);
  expect(classes).toBe(4);
  expect(macro).toBeCloseTo((2 / 3 + 1) / 4, 12);
  expect(weighted).toBeCloseTo((2 * (2 / 3) + 1) / 4, 12);
  expect(f1Scores([], []).macro).toBeNaN();
});

test('the mean over rows weights groups by their rows, and its interval comes from resampled groups', () => {
  const [mean, none] = bootstrapRatios(
    [
      [9, 0, 1, 5],
      [0, 0, 0, 0],
    ],
    [10, 2, 2, 10],
    { resamples: 500 },
  );
  expect(mean!.value).toBe(15 / 24);
  expect(mean!.low).toBeLessThan(15 / 24);
  expect(mean!.high).toBeLessThanOrEqual(0.9);
  expect(mean!.pValue).toBeLessThan(0.05);
  expect(none).toMatchObject({ value: 0, low: 0, high: 0, pValue: 1, n: 4 });
  expect(bootstrapRatios([[1]], [2])[0]).toMatchObject({ value: 0.5, low: Number.NaN, pValue: Number.NaN });
  expect(() => bootstrapRatios([[1]], [1], { level: 2 })).toThrow('level must be between 0 and 1');
});

test('with distinct scores, means are those of LibCity: hits, 1 / rank and 1 / log2(1 + rank) of the first k', () => {
  const random = new Random(1);
  const [places, k] = [12, 5];
  const truth = Array.from({ length: 40 }, () => random.integer(places));
  const scores = truth.flatMap(() => Array.from({ length: places }, () => random.uniform()));
  const starts = Array.from({ length: truth.length + 1 }, (_, i) => i * places);
  const ranks = ranksOf(truth, { candidates: scores.map((_, i) => i % places), starts, scores });
  const sums = [0, 0, 0];
  for (const [i, place] of truth.entries()) {
    const row = scores.slice(i * places, (i + 1) * places);
    const top = [...row.keys()].sort((a, b) => row[b]! - row[a]!).slice(0, k);
    const index = top.indexOf(place);
    if (index < 0) continue;
    sums[0]!++;
    sums[1]! += 1 / (index + 1);
    sums[2]! += 1 / Math.log2(index + 2);
  }
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  expect(total(accuracyAt(ranks, k))).toBe(sums[0]);
  expect(total(reciprocalRanks(ranks, k))).toBeCloseTo(sums[1]!, 12);
  expect(total(ndcgAt(ranks, k))).toBeCloseTo(sums[2]!, 12);
});
