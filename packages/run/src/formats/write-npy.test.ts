import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readNpy } from './npy.js';
import { writeNpy } from './write-npy.js';

test.each([
  [[1.5, -2, Number.NaN, Infinity], [4]],
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3],
  ],
  [[], [0, 7]],
])('%j in shape %j is read back', (values, shape) => {
  const array = readNpy(writeNpy(values, shape));
  expect([...array.data]).toEqual(values);
  expect(array.shape).toEqual(shape);
});

const script =
  'import sys, io, numpy; a = numpy.load(io.BytesIO(sys.stdin.buffer.read())); print(a.dtype, a.shape, a.tolist())';
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
test.skipIf(!hasNumpy)('numpy reads the file', () => {
  const { stdout } = spawnSync('python3', ['-c', script], { input: writeNpy([1, 2, 3, 4, 5, 6.5], [2, 3]) });
  expect(stdout.toString().trim()).toBe('float64 (2, 3) [[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]');
});
