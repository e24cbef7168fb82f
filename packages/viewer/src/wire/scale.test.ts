import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctTexts, hourTicks, linear, roundBelow, ticks } from './scale.js';

test('a linear map sends the ends of the domain to the ends of the range', () => {
  const x = linear([10, 20], [0, 100]);
  expect([x(10), x(15), x(20)]).toEqual([0, 50, 100]);
  expect(linear([5, 5], [0, 100])(5)).toBe(0);
});

test('ticks are round and within the range', () => {
  expect(ticks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(3, 3, 5)).toEqual([3]);
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (low, span) => {
      const found = ticks(low, low + span, 6);
      expect(found.length).toBeGreaterThan(1);
      expect(found.length).toBeLessThan(9);
      expect(found[0]).toBeGreaterThanOrEqual(low - 1e-6 * span);
      expect(found.at(-1)).toBeLessThanOrEqual(low + span + 1e-6 * span);
    }),
  );
});

test('hours of a day are ticked from 0 to 24', () => {
  expect(hourTicks(5)).toEqual([0, 6, 12, 18, 24]);
  expect(hourTicks(8)).toHaveLength(9);
  expect(hourTicks(1)).toEqual([0, 12, 24]);
});

test('a round length is 1, 2 or 5 times a power of ten', () => {
  expect([1, 1.9, 4.9, 7, 99, 340].map(roundBelow)).toEqual([1, 1, 2, 5, 50, 200]);
});

test('texts of an axis are told apart where rounding makes them the same', () => {
  const three = (value: number) => value.toFixed(3);
  expect(distinctTexts([0, 0.5], ['0.000', '0.500'])).toEqual(['0.000', '0.500']);
  const tiny = [0, 0.00002, 0.00004];
  expect(distinctTexts(tiny, tiny.map(three))).toEqual(['0', '0.00002', '0.00004']);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  expect(distinctTexts(tiny, tiny.map(percent))).toEqual(['0 %', '0.002 %', '0.004 %']);
  const seconds = (value: number) => `${value.toFixed(0)} s`;
  expect(distinctTexts([0, 0.5, 1], [0, 0.5, 1].map(seconds))).toEqual(['0 s', '0.5 s', '1 s']);
});
