import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenBytes, goldenJson } from './golden.fixture.js';
import { readNpy } from './npy.js';

interface Case {
  readonly file: string;
  readonly kind: 'good' | 'damaged' | 'malicious' | 'unsupported';
  readonly expected: { dtype: string; shape: number[]; fortran_order: boolean; data: unknown };
}

/** Integers beyond 2^53, which JSON.parse would round. */
const BIG: Record<string, bigint[]> = {
  'i8_big.npy': [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n],
  'u8.npy': [2n ** 64n - 1n, 0n],
};

const { cases } = goldenJson<{ cases: Case[] }>('npy/index.json');

describe('readNpy', () => {
  test.each(cases.filter(({ kind }) => kind === 'good'))('reads $file', ({ file, expected }) => {
    const array = readNpy(goldenBytes(`npy/${file}`));
    expect(array.dtype).toBe(expected.dtype);
    expect(array.shape).toEqual(expected.shape);
    expect(array.fortranOrder).toBe(expected.fortran_order);
    expect(array.toNested()).toEqual(BIG[file] ?? expected.data);
  });

  test('reads text of fixed width', () => {
    expect(readNpy(goldenBytes('npy/strings.npy')).toNested()).toEqual(['ab', 'c']);
  });

  const refused = cases.filter(({ kind, file }) => kind !== 'good' && file !== 'strings.npy');
  test.each(refused)('rejects $file', ({ file }) => {
    expect(() => readNpy(goldenBytes(`npy/${file}`), file)).toThrow(UserError);
  });

  test('rejects sizes that take no bytes', () => {
    const withHeader = (descr: string, shape: string) => {
      const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;
      return Uint8Array.from([
        0x93,
        ...new TextEncoder().encode('NUMPY'),
        1,
        0,
        header.length,
        0,
        ...new TextEncoder().encode(header),
      ]);
    };
    expect(readNpy(withHeader('<f8', '(3, 0)')).toNested()).toEqual([[], [], []]);
    expect(() => readNpy(withHeader('<f8', '(4503599627370496, 0)'))).toThrow(UserError);
    expect(() => readNpy(withHeader('<U0', '(4503599627370496,)'))).toThrow(UserError);
    expect(() => readNpy(withHeader('<f8\u001b[31m', '(1,)'))).toThrow('<f8?[31m');
  });

  test('errors state the fault and the next step', () => {
    const message = (file: string) => {
      try {
        return readNpy(goldenBytes(`npy/${file}`), file);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message('object_array.npy')).toMatch(/contains Python objects.*array.astype\(float\)/);
    expect(message('shape_huge.npy')).toMatch(/needs \d+ bytes, but there are 280/);
    expect(message('complex.npy')).toContain('unsupported type <c16');
    expect(message('bad_version.npy')).toContain('unsupported format version 7.0');
    expect(message('header_code.npy')).toContain('the header is not the dictionary');
  });

  test('a changed byte causes at most an error message', () => {
    const sound = goldenBytes('npy/f8_2d.npy');
    const changes = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(changes, fc.nat(sound.length), (edits, length) => {
        const bytes = sound.slice(0, length);
        for (const [at, byte] of edits) if (at < length) bytes[at] = byte;
        try {
          readNpy(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
