import { expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.js';

test('memory that is no longer used is free at once', () => {
  let columns: Float64Array | undefined = new Float64Array(4e6);
  const { arrayBuffers } = process.memoryUsage();
  columns.fill(1);
  columns = undefined;
  collectGarbage();
  expect(arrayBuffers - process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(32e6);
});
