import { Random } from '@itinera/base';
import { mean, standardDeviation } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { bootstrapMean, pairedBootstrap, percentileRange } from './bootstrap.js';
import { normalCdf } from './normal.js';

describe('bootstrapMean', () => {
  test("agrees with scipy's BCa interval on the law-school scores of Efron and Tibshirani", () => {
    const scores = [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594];
    const { value, low, high, n } = bootstrapMean(scores, { resamples: 50_000 });
    expect(value).toBeCloseTo(600.2666666666667, 12);
    expect(Math.abs(low - 581.53)).toBeLessThan(0.4); // scipy.stats.bootstrap, 100,000 resamples
    expect(Math.abs(high - 622.27)).toBeLessThan(0.4);
    expect(n).toBe(15);
  });

  test('leans towards the long tail of a skewed sample, as in scipy', () => {
    const { low, high } = bootstrapMean([1, 2, 2, 3, 3, 4, 5, 8, 13, 40], { resamples: 50_000 });
    expect(Math.abs(low - 3.7)).toBeLessThan(0.2);
    expect(Math.abs(high - 21.1)).toBeLessThan(0.5);
  });

  test('covers the true mean about as often as its level', () => {
    const random = new Random(3);
    let covered = 0;
    for (let study = 0; study < 400; study++) {
      const { low, high } = bootstrapMean(
        Array.from({ length: 40 }, () => random.uniform()),
        { seed: study, resamples: 400, level: 0.9 },
      );
      if (low <= 0.5 && 0.5 <= high) covered++;
    }
    expect(covered / 400).toBeGreaterThan(0.85);
    expect(covered / 400).toBeLessThan(0.95);
  });

  test('depends on the seed and not on the order of people, and has no width when all values are equal', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6];
    const few = { seed: 5, resamples: 50 };
    expect(bootstrapMean(values, few)).toEqual(bootstrapMean(values.toReversed(), few));
    expect(bootstrapMean(values, few)).not.toEqual(bootstrapMean(values, { ...few, seed: 6 }));
    expect(bootstrapMean([2, 2, 2])).toMatchObject({ value: 2, low: 2, high: 2 });
  });

  test('is NaN for empty input or a NaN, and rejects invalid options', () => {
    expect(bootstrapMean([])).toMatchObject({ value: Number.NaN, low: Number.NaN, high: Number.NaN, n: 0 });
    expect(bootstrapMean([1, Number.NaN, 2]).low).toBeNaN();
    expect(() => bootstrapMean([1], { level: 95 })).toThrow('level must be between 0 and 1, got 95');
    expect(() => bootstrapMean([1], { resamples: 0 })).toThrow('resamples must be');
  });
});

describe('pairedBootstrap', () => {
  test('agrees with the p value of the z test on many people', () => {
    const random = new Random(11);
    const b = Array.from({ length: 500 }, () => random.uniform());
    const a = b.map((score) => score + 0.02 + 0.4 * (random.uniform() - 0.5));
    const result = pairedBootstrap(a, b, { resamples: 20_000 });
    const deltas = a.map((score, i) => score - b[i]);
    const z = mean(deltas) / (standardDeviation(deltas) / Math.sqrt(deltas.length));
    expect(result.value).toBeCloseTo(mean(deltas), 12);
    expect(Math.abs(result.pValue - 2 * normalCdf(-Math.abs(z)))).toBeLessThan(0.005);
    expect(result.low > 0).toBe(result.pValue < 0.05);
  });

  test('finds no difference between a system and itself', () => {
    expect(pairedBootstrap([1, 2, 3], [1, 2, 3])).toMatchObject({ value: 0, low: 0, high: 0, pValue: 1 });
  });

  test('is NaN without people and rejects unequal lengths', () => {
    expect(pairedBootstrap([], []).pValue).toBeNaN();
    expect(() => pairedBootstrap([1], [1, 2])).toThrow('pairedBootstrap: 1 values against 2');
  });
});

test('percentileRange returns the central part and ignores NaN', () => {
  const values = [...Array(101).keys(), Number.NaN].reverse();
  expect(percentileRange(values, 0.9).low).toBeCloseTo(5, 12);
  expect(percentileRange(values, 0.9).high).toBeCloseTo(95, 12);
  expect(percentileRange([Number.NaN], 0.9).low).toBeNaN();
});
