import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitMargins } from './ipf.js';

test('scales a table to the sums of its rows and columns', () => {
  const { table, error } = fitMargins(
    [2, 2],
    [1, 1, 1, 3],
    [
      { dimension: 0, totals: [40, 60] },
      { dimension: 1, totals: [50, 50] },
    ],
  );
  expect(table[0]! + table[1]!).toBeCloseTo(40, 6);
  expect(table[0]! + table[2]!).toBeCloseTo(50, 6);
  // The association of rows and columns is preserved: the odds ratio is that of the seed.
  expect((table[0]! * table[3]!) / (table[1]! * table[2]!)).toBeCloseTo(3, 6);
  expect(error).toBeLessThan(1e-8);
});

test('meets every margin of three dimensions', () => {
  const list = (length: number) =>
    fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: length, maxLength: length });
  fc.assert(
    fc.property(list(2), list(3), list(4), list(24), (a, b, c, seed) => {
      const margins = [a, b, c].map((totals, dimension) => ({ dimension, totals }));
      const { table, error } = fitMargins([2, 3, 4], seed, margins);
      expect(error).toBeLessThan(1e-6);
      const all = a.reduce((sum, value) => sum + value);
      const own = b.reduce((sum, value) => sum + value);
      const middle = table.reduce((sum, value, i) => sum + (Math.floor(i / 4) % 3 === 1 ? value : 0), 0);
      expect(middle / all).toBeCloseTo(b[1]! / own, 5);
    }),
    { numRuns: 100 },
  );
});

test('keeps zeros, and reports the distance from margins that it cannot meet', () => {
  const margins = [
    { dimension: 0, totals: [1, 1] },
    { dimension: 1, totals: [1, 1] },
  ];
  const met = fitMargins([2, 2], [0, 1, 1, 0], margins);
  expect([...met.table]).toEqual([0, 1, 1, 0]);
  expect(met.error).toBe(0);
  expect(fitMargins([2, 2], [0, 1, 1, 0], [margins[0]!, { dimension: 1, totals: [3, 1] }]).error).toBeGreaterThan(0.1);
});

test('rejects invalid tables and margins', () => {
  expect(() => fitMargins([2, 2], [1, 1, 1], [])).toThrow('3 values for 2 × 2 cells');
  expect(() => fitMargins([2], [1, -1], [])).toThrow('negative');
  expect(() => fitMargins([2], [1, 0], [{ dimension: 0, totals: [1, 1] }])).toThrow('which the seed lacks');
  expect(() => fitMargins([2], [1, 1], [{ dimension: 0, totals: [1] }])).toThrow('1 sums for dimension 0 of 2');
  expect(() => fitMargins([2], [1, 1], [{ dimension: 0, totals: [0, 0] }])).toThrow('must be 0 or more');
});
