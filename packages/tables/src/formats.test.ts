import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.js';
import { openFile } from './node.js';
import { readTable } from './read-table.js';
import { lz4Block, lz4Frame, lz4Hadoop } from './unpack/lz4.js';

// 200 synthetic rows, written by DuckDB 1.5 and pyarrow with the codec that each name says; rows.csv has the same.
const fixtures = join(import.meta.dirname, '../fixtures');
const files = readdirSync(fixtures).filter((name) => /\.(parquet|feather|db)$/.test(name));

test.each(files)('%s, written by another program, has the same rows as the text', async (name) => {
  const expected = await readTable(openFile(join(fixtures, 'rows.csv')));
  expect(expected.length).toBe(200);
  const found = await readTable(openFile(join(fixtures, name)));
  expect([...found.columns.keys()]).toEqual([...expected.columns.keys()]);
  // Times are text in CSV.
  for (const [column, values] of expected.columns)
    if (column !== 'timestamp') expect(found.columns.get(column)).toEqual(values);
});

/** Browsers and Node before 24 do not unpack it. */
const unpacksBrotli = (() => {
  try {
    return new DecompressionStream('brotli' as CompressionFormat) !== null;
  } catch {
    return false;
  }
})();

test.each(files)('%s is also read in a browser, except for Brotli', async (name) => {
  const bytes = readFileSync(join(fixtures, name));
  const file = Object.assign(new Blob([bytes]), { name });
  const reading = readTable(file);
  if (name.includes('brotli') && !unpacksBrotli) await expect(reading).rejects.toThrow(UserError);
  else expect((await reading).length).toBe(200);
});

test.each(files)('damage to %s never makes the reader crash, hang or invent rows', async (name) => {
  const { unpack } = openFile(join(fixtures, name));
  const bytes = readFileSync(join(fixtures, name));
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(bytes.length - 1)),
      async (changes, cut) => {
        const damaged = Uint8Array.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        const source = bytesSource(name, cut === null ? damaged : damaged.subarray(0, cut));
        const found = await readTable({ ...source, unpack: unpack! }).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(UserError);
        else expect((found as { length: number }).length).toBeLessThanOrEqual(200);
      },
    ),
    { numRuns: 100 },
  );
});

describe('LZ4', () => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const bytes = (...parts: (string | number)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

  test('copies literals and matches, including overlapping ones', () => {
    // "ab", then 6 bytes from 2 back, then "c".
    const block = bytes(0x22, 'ab', 2, 0, 0x10, 'c');
    expect(text(lz4Block(block, 9))).toBe('ababababc');
    // 15 + 5 literals.
    expect(text(lz4Block(bytes(0xf0, 5, 'x'.repeat(20)), 20))).toBe('x'.repeat(20));
  });

  test("is also read in Hadoop's framing", () => {
    const frame = (unpacked: number, ...parts: (string | number)[]) => {
      const block = bytes(...parts);
      return [0, 0, 0, unpacked, 0, 0, 0, block.length, ...block];
    };
    const framed = Uint8Array.from([...frame(3, 0x30, 'abc'), ...frame(2, 0x20, 'de')]);
    expect(text(lz4Hadoop(framed, 5))).toBe('abcde');
    expect(text(lz4Hadoop(bytes(0x30, 'abc'), 3))).toBe('abc');
  });

  test('is read in its own frames, whose blocks may refer back to earlier ones', () => {
    const frame = (...blocks: number[][]) =>
      Uint8Array.from([4, 34, 77, 24, 0x40, 0x40, 0, ...blocks.flat(), 0, 0, 0, 0]);
    const packed = [6, 0, 0, 0, ...bytes(0x22, 'ab', 2, 0, 0x00)];
    const back = [4, 0, 0, 0, ...bytes(0x00, 8, 0, 0x00)];
    const plain = [2, 0, 0, 0x80, ...bytes('yz')];
    expect(text(lz4Frame(frame(packed, plain, back), 14))).toBe('ababababyzabab');
    expect(() => lz4Frame(frame(plain), 1)).toThrow('damaged');
    expect(() => lz4Frame(frame(plain).subarray(0, 12), 100)).toThrow('damaged');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        try {
          expect(lz4Frame(Uint8Array.from([4, 34, 77, 24, ...tail]), 50)).toHaveLength(50);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  test('is rejected if it is damaged, too long or too short', () => {
    expect(() => lz4Block(bytes(0x30, 'abc'), 2)).toThrow('damaged');
    expect(() => lz4Block(bytes(0x30, 'abc'), 4)).toThrow('damaged');
    expect(() => lz4Block(bytes(0x12, 'a', 9, 0), 20)).toThrow('damaged');
    expect(() => lz4Block(bytes(0x1f, 'a', 1, 0, 255), 300)).toThrow('damaged');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(200), (input, length) => {
        try {
          expect(lz4Hadoop(input, length)).toHaveLength(length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
