import { expect, test } from 'vitest';
import { pairwiseMean } from './pairwise-mean.js';

test.each([
  [7, 0.37040816326530607],
  [8, 0.3397321428571428],
  [9, 0.31432980599647264],
  [16, 0.2112955620768121],
  [127, 0.04271917002038718],
  [128, 0.04244646166085291],
  [129, 0.042177511864912164],
  [130, 0.04191224106358443],
  [200, 0.029390154740607223],
  [300, 0.02094221293433168],
  [1000, 0.007485470860550345],
])('the mean of 1, 1/2 … 1/%d is numpy’s in every bit', (n, mean) => {
  const values = Float64Array.from({ length: n }, (_, i) => 1 / (i + 1));
  expect(pairwiseMean(values)).toBe(mean);
  expect(pairwiseMean([5, ...values, 5], 1, n + 1)).toBe(mean);
});

test('the mean of an empty list is NaN', () => {
  expect(pairwiseMean([])).toBeNaN();
});
