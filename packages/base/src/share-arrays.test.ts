import { expect, test } from 'vitest';
import { shareArrays } from './share-arrays.js';

test('typed arrays move to shared memory, as much of them as is in view', () => {
  const numbers = Float64Array.of(1, 2, 3, 4).subarray(1, 3);
  const { lines, names } = shareArrays({ lines: { numbers }, names: ['a', 'b'] });
  expect(lines.numbers).toEqual(Float64Array.of(2, 3));
  expect(lines.numbers.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(lines.numbers.buffer.byteLength).toBe(16);
  expect(names).toEqual(['a', 'b']);
});

test('what is shared already stays where it is', () => {
  const once = shareArrays({ numbers: Int32Array.of(1) });
  expect(shareArrays(once).numbers).toBe(once.numbers);
  const buffer = new SharedArrayBuffer(8);
  expect(shareArrays({ buffer }).buffer).toBe(buffer);
});
