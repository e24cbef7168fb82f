import { expect, test } from 'vitest';
import { myMetric } from './my-metric.js';

test('means of 2 and 5 are 3 apart', () => {
  expect(myMetric([1, 2, 3], [5, 5])).toBe(3);
});

test('a sample has distance 0 from itself, and the distance of an empty sample is NaN', () => {
  expect(myMetric([4, 7], [7, 4])).toBe(0);
  expect(myMetric([], [1])).toBeNaN();
});
