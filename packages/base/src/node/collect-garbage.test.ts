import { expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.js';

/** Bytes of the heap while many objects are there, none of which are used afterwards. */
function heapWithMany(): number {
  const many = Array.from({ length: 500_000 }, (_, i) => [i]);
  return process.memoryUsage().heapUsed + 0 * many.length;
}

test('memory that is no longer used is free at once', () => {
  const then = heapWithMany();
  collectGarbage();
  expect(then - process.memoryUsage().heapUsed).toBeGreaterThan(10e6);
});
