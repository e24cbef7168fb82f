import assert from 'node:assert/strict';
import { test } from 'node:test';
import { myMetric } from './my-metric.mjs';

// node --test my-metric.test.mjs

test('means of 2 and 5 are 3 apart', () => {
  assert.equal(myMetric([1, 2, 3], [5, 5]), 3);
});

test('a sample has distance 0 from itself, and the distance of an empty sample is NaN', () => {
  assert.equal(myMetric([4, 7], [7, 4]), 0);
  assert.equal(myMetric([], [1]), Number.NaN);
});
