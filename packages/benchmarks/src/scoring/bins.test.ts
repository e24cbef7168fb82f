import { histogram, unitHistogram } from '@itinera/metrics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binsBetween, countIn, unitBins } from './bins.js';

const samples = fc.uniqueArray(fc.float({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 20 });

test('counts are those of histogram, for any values between any two of them, in 64 and 32 bits', () => {
  fc.assert(
    fc.property(samples, fc.nat(), fc.nat(), fc.boolean(), (given, i, j, single) => {
      const values = (single ? Float32Array.from(given) : Float64Array.from(given)).sort();
      const weights = Float64Array.from(values, (_, k) => k % 3);
      const range = [values[i % values.length]!, values[j % values.length]!].sort((a, b) => a - b) as [number, number];
      // The second call finds the bins of the first; the third needs others.
      for (const count of [50, 50, 20]) {
        const bins = binsBetween(values, count, ...range);
        const expected = histogram(values, count, { range, weights });
        expect(bins.edges).toEqual(expected.edges);
        expect(countIn(bins, weights)).toEqual(expected.counts);
      }
    }),
  );
});

test('unit bins are those of unitHistogram, shared by two tallies', () => {
  const [first, second] = [Float64Array.of(0.2, 1.4, 1.5, 9), Float64Array.of(-3, 1)];
  expect(unitBins(first, second)).toEqual({
    bins: 5,
    first: Uint32Array.of(1, 2, 3, 4),
    second: Uint32Array.of(0, 2),
  });
  expect([...unitHistogram(first).keys(), ...unitHistogram(second).keys()].sort()).toEqual([-3, 0, 1, 1, 2, 9]);
});
