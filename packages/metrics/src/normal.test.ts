import { expect, test } from 'vitest';
import { normalCdf, normalQuantile } from './normal.js';

test('agrees with tabulated values, in the lower tail relatively', () => {
  const table = [
    [-8, 6.22096057427174e-16],
    [-5, 2.866515718791933e-7],
    [-3, 0.0013498980316300933],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [2, 0.9772498680518208],
    [6, 0.9999999990134123],
  ] as const;
  for (const [z, p] of table) expect(Math.abs(normalCdf(z) / p - 1)).toBeLessThan(1e-12);
  expect(normalCdf(-Infinity)).toBe(0);
  expect(normalCdf(Number.NaN)).toBeNaN();
});

test('is inverted by its quantile', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
  expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 12);
  expect(normalQuantile(1)).toBe(Infinity);
  expect(normalQuantile(1.1)).toBeNaN();
  for (let p = 0.01; p < 1; p += 0.01) expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 14);
});
