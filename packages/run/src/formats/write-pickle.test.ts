import { execFileSync, spawnSync } from 'node:child_process';
import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPickle } from './read-pickle.js';
import { PythonUuid, writePickle } from './write-pickle.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('writePickle', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(value, (data) => {
        expect(readPickle(writePickle(data))).toEqual(data);
      }),
    );
    const other = new Map<unknown, unknown>([
      [1, new Set(['a'])],
      [2, new Uint8Array([1, 2])],
      ['big', [2n ** 70n, -(2n ** 63n)]],
    ]);
    expect(readPickle(writePickle(other))).toEqual(other);
    const id = '0f1c1a52-0000-4000-8000-00000000000a';
    expect(readPickle(writePickle([new PythonUuid(id)]))).toEqual([id]);
  });

  test('omits undefined entries', () => {
    expect(readPickle(writePickle({ a: 1, b: undefined }))).toEqual({ a: 1 });
  });

  test('rejects values that Python could not restore as data', () => {
    expect(() => writePickle({ now: new Date(0) })).toThrow(UserError);
    expect(() => writePickle(() => 1)).toThrow('a function cannot be written');
    expect(() => writePickle('\ud800')).toThrow('unpaired surrogate');
  });

  test.skipIf(!hasPython)("is read by Python's own pickle.load, types included", () => {
    const data = {
      ints: [0, 255, 256, -1, 2 ** 31, -(2 ** 40), 2n ** 64n],
      floats: [0.5, -0, 1e300, Infinity],
      text: 'Straße 🚲',
      nested: [{ a: [], b: {} }, null, true, false],
    };
    const program = 'import pickle, sys; print(repr(pickle.load(sys.stdin.buffer)))';
    const printed = execFileSync('python3', ['-c', program], { input: writePickle(data), encoding: 'utf8' });
    expect(printed.trim()).toBe(
      "{'ints': [0, 255, 256, -1, 2147483648, -1099511627776, 18446744073709551616], " +
        "'floats': [0.5, -0.0, 1e+300, inf], 'text': 'Straße 🚲', " +
        "'nested': [{'a': [], 'b': {}}, None, True, False]}",
    );
  });
});
