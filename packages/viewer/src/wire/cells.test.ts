import { expect, test } from 'vitest';
import { sizesFor } from './cells.js';

test('cells are offered in round sizes that suit the plane and the number of people', () => {
  const plane = { unit: 1, west: 0, south: 0, width: 10_000, height: 100 };
  expect(sizesFor(plane, 20_000)).toEqual([500, 200, 1000]);
  expect(sizesFor(plane, 100)).toEqual([2000, 1000, 5000]);
  expect(sizesFor({ ...plane, width: 60_000, unit: 20 }, 20_000)).toEqual([50_000, 20_000, 100_000]);
});
