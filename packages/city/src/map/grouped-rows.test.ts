import { expect, test } from 'vitest';
import { groupByRow } from './grouped-rows.js';

test('items are grouped by the row that they name, in order; those that name none are omitted', () => {
  const { offsets, items } = groupByRow(4, Int32Array.of(2, 0, -1, 2, 3, 2));
  const rows = [0, 1, 2, 3].map((row) => [...items.subarray(offsets[row], offsets[row + 1])]);
  expect(rows).toEqual([[1], [], [0, 3, 5], [4]]);
});

test('no rows and no items produce no groups', () => {
  expect(groupByRow(0, new Int32Array(0))).toEqual({ offsets: Uint32Array.of(0), items: new Uint32Array(0) });
});
