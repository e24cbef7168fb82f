import { expect, test } from 'vitest';
import { tenTo } from './ten-to.js';

test('powers of ten are the nearest numbers, and 0 for -Infinity', () => {
  expect([-5, 0, 23, Number.NEGATIVE_INFINITY].map(tenTo)).toEqual([0.00001, 1, 1e23, 0]);
});
