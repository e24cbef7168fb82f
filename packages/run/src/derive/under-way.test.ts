import { expect, test } from 'vitest';
import { textKeys } from '../tables/arrow-table.js';
import { underWay, underWaySays } from './under-way.js';

const table = (ends: readonly string[]) => ({
  id: Int32Array.from(ends, () => 1),
  seconds: Float64Array.from(ends, (_, row) => 600 * (row + 1)),
  ended: textKeys([...ends]),
});

test('trips that had not ended with the run are counted with their time, and said', () => {
  const found = underWay([table(['arrived', 'under-way', 'interrupted']), table(['under-way'])]);
  expect(found).toEqual({ trips: 2, seconds: 1800 });
  expect(underWaySays(found)).toEqual(['2 of these trips were still under way at the end, after 30 min in total.']);
  expect(underWaySays({ trips: 1, seconds: 60 })[0]).toMatch(/^1 of these trips was /);
});

test('without such trips nothing is said', () => {
  expect(underWaySays(underWay([table(['arrived'])]))).toEqual([]);
});
