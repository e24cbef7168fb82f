import { describe, expect, test } from 'vitest';
import { Random } from './random.js';

const draw = (random: Random, count = 5) => Array.from({ length: count }, () => random.uniform());

describe('Random', () => {
  test('the same seed and stream return the same numbers, and any other seed or stream other numbers', () => {
    expect(draw(new Random(7, 3))).toEqual(draw(new Random(7, 3)));
    const streams = [new Random(7), new Random(8), new Random(7, 1), new Random(-7), new Random(7 + 2 ** 32)];
    expect(new Set(streams.map((random) => draw(random)[0])).size).toBe(streams.length);
  });

  test('numbers stay the same across releases', () => {
    expect(draw(new Random(1), 2)).toMatchInlineSnapshot(`
      [
        0.5393647284920231,
        0.8907827697717097,
      ]
    `);
  });

  test('fills every residue equally often', () => {
    const counts = new Array<number>(7).fill(0);
    for (const value of new Random(1).fillBelow(new Uint32Array(70_000), 7)) counts[value]++;
    const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquared).toBeLessThan(22.5); // 0.1 % point at 6 degrees of freedom
  });

  test.each([0, 0.5, 9.5, 10, 30, 1000])('draws Poisson numbers of mean and variance %d', (mean) => {
    const random = new Random(2);
    const values = Array.from({ length: 20_000 }, () => random.poisson(mean));
    const average = values.reduce((sum, v) => sum + v, 0) / values.length;
    const variance = values.reduce((sum, v) => sum + (v - average) ** 2, 0) / values.length;
    expect(Math.abs(average - mean)).toBeLessThanOrEqual(4 * Math.sqrt(mean / values.length));
    expect(Math.abs(variance - mean)).toBeLessThanOrEqual(0.05 * mean);
  });

  test('rejects a seed that is not a whole number', () => {
    expect(() => new Random(0.5)).toThrow(/seed must be a whole number, got 0.5/);
  });
});
