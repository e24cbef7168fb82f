import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CountPair, compareCounts, demandAdvice, fitDemandScale } from './compare-counts.js';

const pairsOf = (...counts: [simulated: number, observed: number][]): CountPair[] =>
  counts.map(([simulated, observed], hour) => ({ road: 200_000_000, hour, simulated, observed }));

describe('compareCounts', () => {
  test('GEH equals the value computed by hand', () => {
    // (1100 - 1000)² · 2 / 2100 = 9.524; (50 - 150)² · 2 / 200 = 100.
    const { geh, gehUnder5, meanGeh, ratio, roads, hours } = compareCounts(pairsOf([1100, 1000], [50, 150], [0, 0]));
    expect([...geh].map((value) => value.toFixed(3))).toEqual(['3.086', '10.000', '0.000']);
    expect(gehUnder5).toBeCloseTo(2 / 3);
    expect(meanGeh).toBeCloseTo((3.08607 + 10) / 3, 4);
    expect([ratio, roads, hours]).toEqual([1, 1, 3]);
  });

  test('R² and errors are relative to the observed mean', () => {
    // Observed mean 200; errors 10, 0, -10; squares around the mean 100² + 0 + 100².
    const { r2, rmse, relativeRmse, correlation2 } = compareCounts(pairsOf([110, 100], [200, 200], [290, 300]));
    expect(r2).toBeCloseTo(1 - 200 / 20_000);
    expect(rmse).toBeCloseTo(Math.sqrt(200 / 3));
    expect(relativeRmse).toBeCloseTo(Math.sqrt(200 / 3) / 200);
    expect(correlation2).toBeCloseTo(1);
  });

  test('undefined statistics are NaN', () => {
    expect(compareCounts([])).toMatchObject({ n: 0, gehUnder5: Number.NaN, r2: Number.NaN, rmse: Number.NaN });
    expect(compareCounts(pairsOf([1, 5], [2, 5])).r2).toBeNaN();
    expect(compareCounts(pairsOf([5, 0])).ratio).toBeNaN();
  });

  test('is best for equal counts, whatever their order, and R² does not exceed the correlation', () => {
    const count = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count), { minLength: 2, maxLength: 30 }), (drawn) => {
        const pairs = pairsOf(...drawn);
        const all = compareCounts(pairs);
        const equal = compareCounts(pairs.map((pair) => ({ ...pair, simulated: pair.observed })));
        expect([equal.gehUnder5, equal.meanGeh, equal.rmse]).toEqual([1, 0, 0]);
        expect(compareCounts([...pairs].reverse()).rmse).toBeCloseTo(all.rmse);
        if (Number.isFinite(all.r2) && Number.isFinite(all.correlation2))
          expect(all.r2).toBeLessThanOrEqual(all.correlation2 + 1e-9);
      }),
      { seed: 1 },
    );
  });

  test('invalid counts and duplicates are rejected', () => {
    expect(() => compareCounts(pairsOf([-1, 5]))).toThrow(UserError);
    expect(() => compareCounts(pairsOf([1, Number.NaN]))).toThrow('observed NaN, expected 0 or more');
    const [pair] = pairsOf([1, 2]);
    expect(() => compareCounts([pair, pair])).toThrow('road 200000000, hour 0 occurs twice');
  });
});

test('one factor on the demand fits counts, and its error is that of roads that are left out', () => {
  const pair = (road: string, hour: number, simulated: number, observed: number) => ({
    road,
    hour,
    simulated,
    observed,
  });
  const twice = ['a', 'b', 'c', 'd'].flatMap((road, i) =>
    [7, 8].map((hour) => pair(road, hour, 100 * (i + 1), 200 * (i + 1))),
  );
  expect(fitDemandScale(twice)).toEqual({
    factor: 2,
    interval: null,
    roads: 4,
    error: { before: 0.5, heldOut: 0 },
  });
  // Where people go is wrong: a factor does not help.
  const elsewhere = [pair('a', 7, 100, 10), pair('b', 7, 10, 100), pair('c', 7, 50, 50)];
  const { factor, interval, error } = fitDemandScale(elsewhere)!;
  expect(factor).toBe(1);
  expect(interval).toBeNull();
  const roads = Array.from({ length: 12 }, (_, i) => ({ ...elsewhere[i % 3]!, road: i }));
  // 1 ± 2.201 · √(12 · 4 · (90² + 90²) / 11) / 640
  expect(fitDemandScale(roads)!.interval).toEqual([expect.closeTo(1 - 0.914, 2), expect.closeTo(1 + 0.914, 2)]);
  expect(error.heldOut).toBeGreaterThan(error.before);
  expect(fitDemandScale(twice.slice(0, 4))).toBeNull();
  expect(fitDemandScale(twice.map((one) => ({ ...one, simulated: 0 })))).toBeNull();
});

test('whether to use a factor is said from ten roads on', () => {
  const error = { before: 0.4, heldOut: 0.3 };
  expect(demandAdvice({ roads: 9, error })).toMatchObject({
    use: null,
    says: expect.stringMatching(/^9 stations are too few/),
  });
  expect(demandAdvice({ roads: 10, error }).use).toBe(true);
  const wrong = demandAdvice({ roads: 10, error: { before: 0.4, heldOut: 0.5 } });
  expect([wrong.use, wrong.says]).toEqual([false, expect.stringContaining('so do not use it')]);
});
