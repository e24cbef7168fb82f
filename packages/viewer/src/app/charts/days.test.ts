import { expect, test } from 'vitest';
import { brokenLine, dayOfDate, robustMaximum, runsOfDays, weekTicks } from './days.js';

const [feb1, feb5] = [dayOfDate('20240201'), dayOfDate('20240205')];

test('consecutive days are one run, also across months', () => {
  expect(runsOfDays(['20240301', '20240201', '20240229', '20240201'])).toEqual([
    [feb1, feb1],
    [feb1 + 28, feb1 + 29],
  ]);
});

test('a line is interrupted where a day is missing, and a single day is a dot', () => {
  const values = new Map([
    ['20240204', 4],
    ['20240201', 1],
    ['20240202', 2],
  ]);
  const path = brokenLine(
    values,
    (day) => day - feb1,
    (value) => value,
  );
  expect(path).toBe('M0.0 1.0h0L1.0 2.0M3.0 4.0h0');
});

test('labelled days are Mondays and no more than fit', () => {
  expect(weekTicks(feb1, feb1 + 14, 5)).toEqual([feb5, feb5 + 7]);
  expect(weekTicks(feb1, feb1 + 2, 5)).toEqual([feb1]);
  for (const span of [60, 700, 3_650_000])
    for (const most of [3, 12]) {
      const found = weekTicks(feb1, feb1 + span, most);
      expect(found.length).toBeLessThanOrEqual(most);
      expect(found.every((day) => (day - feb5) % 7 === 0)).toBe(true);
    }
});

test('a few very large errors do not set the scale', () => {
  expect(robustMaximum([...Array.from({ length: 19 }, (_, i) => -i), 1000])).toBe(18);
  expect([robustMaximum([0, 0, 3]), robustMaximum([0]), robustMaximum([])]).toEqual([3, 1, 1]);
});
