import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { type CountPair, compareCounts } from './compare-counts.js';
import { countIntervals } from './count-intervals.js';

const pairsOf = (roads: number, simulated: (observed: number, road: number) => number): CountPair[] =>
  Array.from({ length: 2 * roads }, (_, i) => {
    const observed = 100 + 20 * (i >> 1) + 5 * (i % 2);
    return { road: i >> 1, hour: 7 + (i % 2), observed, simulated: simulated(observed, i >> 1) };
  });

test('every measure lies in its interval, which depends on roads and not on their order', () => {
  const random = new Random(3);
  const pairs = pairsOf(30, (observed) => observed * (0.6 + 0.8 * random.uniform()));
  const intervals = countIntervals(pairs)!;
  const compared = compareCounts(pairs);
  for (const [name, [low, high]] of Object.entries(intervals)) {
    const value = compared[name as keyof typeof intervals];
    expect(low, name).toBeLessThan(value);
    expect(high, name).toBeGreaterThan(value);
  }
  // 2 · 1.96 · √(p (1 − p) / 30 roads), somewhat less since the hours of a road differ.
  const { gehUnder5: p } = compared;
  const [low, high] = intervals.gehUnder5;
  expect((high - low) / (3.92 * Math.sqrt((p * (1 - p)) / 30))).toBeGreaterThan(0.6);
  expect((high - low) / (3.92 * Math.sqrt((p * (1 - p)) / 30))).toBeLessThan(1.2);
  expect(countIntervals(pairs)).toEqual(intervals);
});

test('equal counts have no spread but in the share of good ones, and fewer than ten roads no interval', () => {
  const equal = countIntervals(pairsOf(10, (observed) => observed))!;
  // 10 / (10 + 1.96²).
  expect(equal.gehUnder5).toEqual([expect.closeTo(0.722, 3), 1]);
  expect([equal.meanGeh, equal.ratio]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  for (const end of equal.r2) expect(end).toBeCloseTo(1, 9);
  expect(countIntervals(pairsOf(9, (observed) => observed))).toBeNull();
});
