import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { energyDistance } from './energy-distance.js';
import { maximumMeanDiscrepancy } from './maximum-mean-discrepancy.js';
import { sampleJensenShannon } from './sample-jensen-shannon.js';

const value = fc.integer({ min: -400, max: 400 }).map((n) => n / 8);
const sample = fc.array(value, { minLength: 1, maxLength: 30 });
const measures = {
  energyDistance,
  sampleJensenShannon,
  'biased MMD': (a: number[], b: number[]) => maximumMeanDiscrepancy(a, b).biased,
};

describe.each(Object.entries(measures))('%s', (_, compare) => {
  test('is 0 for a sample and itself in any order, and symmetric', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        expect(compare(a, [...a].reverse())).toBeCloseTo(0, 12);
        expect(compare(a, b)).toBeCloseTo(compare(b, a), 12);
      }),
    );
  });

  test('grows as a sample is moved away', () => {
    const a = Array.from({ length: 400 }, (_, i) => i / 20);
    const moved = (by: number) =>
      compare(
        a,
        a.map((v) => v + by),
      );
    expect(moved(0)).toBeLessThan(moved(5));
    expect(moved(5)).toBeLessThan(moved(15));
  });

  test('is NaN for empty input or a NaN', () => {
    expect(compare([], [1])).toBeNaN();
    expect(compare([1, Number.NaN], [1])).toBeNaN();
  });
});

test('energyDistance agrees with the mean distances', () => {
  const meanDistance = (a: number[], b: number[]) =>
    a.flatMap((x) => b.map((y) => Math.abs(x - y))).reduce((sum, d) => sum + d, 0) / (a.length * b.length);
  fc.assert(
    fc.property(sample, sample, (a, b) => {
      const square = 2 * meanDistance(a, b) - meanDistance(a, a) - meanDistance(b, b);
      expect(energyDistance(a, b) ** 2).toBeCloseTo(square, 8);
    }),
  );
});

describe('maximumMeanDiscrepancy', () => {
  test('has the median of the positive distances as bandwidth', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const pooled = [...a, ...b];
        const distances = pooled
          .flatMap((x, i) => pooled.slice(i + 1).map((y) => Math.abs(x - y)))
          .filter((d) => d > 0)
          .sort((x, y) => x - y);
        const middle = distances.length / 2;
        const median =
          distances.length === 0
            ? 1
            : ((distances[Math.ceil(middle) - 1] as number) + (distances[Math.floor(middle)] as number)) / 2;
        expect(maximumMeanDiscrepancy(a, b).bandwidth).toBeCloseTo(median, 12);
      }),
    );
  });

  test('agrees with sums over all pairs', () => {
    const a = [0, 1, 1, 4];
    const b = [2, 2, 5];
    const kernel = (x: number, y: number) => Math.exp(-((x - y) ** 2) / 8);
    const sum = (p: number[], q: number[]) => p.flatMap((x) => q.map((y) => kernel(x, y))).reduce((s, k) => s + k, 0);
    const { biased, unbiased } = maximumMeanDiscrepancy(a, b, { bandwidth: 2 });
    expect(biased).toBeCloseTo(sum(a, a) / 16 + sum(b, b) / 9 - (2 * sum(a, b)) / 12, 14);
    expect(unbiased).toBeCloseTo((sum(a, a) - 4) / 12 + (sum(b, b) - 3) / 6 - (2 * sum(a, b)) / 12, 14);
  });

  test('has no unbiased value with one value per side', () => {
    expect(maximumMeanDiscrepancy([1], [2, 3]).unbiased).toBeNaN();
  });
});

test('sampleJensenShannon is 1 without a bin in common and does not depend on the unit', () => {
  expect(sampleJensenShannon([0, 1], [100, 101])).toBe(1);
  expect(sampleJensenShannon([1, 2, 8], [2, 5, 9])).toBeCloseTo(
    sampleJensenShannon([1000, 2000, 8000], [2000, 5000, 9000]),
    14,
  );
});
