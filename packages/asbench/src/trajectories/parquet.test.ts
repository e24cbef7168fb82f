import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { lz4Block, lz4Frame, lz4Hadoop } from '../../../tables/src/unpack/lz4.js';
import { readTrajectories } from './read-trajectories.js';

// 200 invented rows, written by DuckDB 1.5 and pyarrow with the codec that each name says; rows.csv has the same.
const fixtures = join(import.meta.dirname, '../../fixtures/parquet');
const files = readdirSync(fixtures).filter((name) => /\.(parquet|feather)$/.test(name));
const folder = mkdtempSync(join(tmpdir(), 'parquet '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(files)('%s, written by another program, holds the rows of the text', async (name) => {
  const expected = await readTrajectories(join(fixtures, 'rows.csv'));
  expect(expected.trajectories.times).toHaveLength(200);
  const read = await readTrajectories(join(fixtures, name));
  expect(read.trajectories).toEqual(expected.trajectories);
  expect(read.dropped).toEqual({});
});

test.each(files)(
  'no damage of %s makes the reader crash or hang, or give rows that are not there',
  async (name) => {
    const bytes = readFileSync(join(fixtures, name));
    const path = join(folder, name);
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(bytes.length - 1)),
        async (changes, cut) => {
          const damaged = Uint8Array.from(bytes);
          for (const [at, value] of changes) damaged[at] = value;
          writeFileSync(path, cut === null ? damaged : damaged.subarray(0, cut));
          const read = await readTrajectories(path).catch((error: unknown) => {
            if (!(error instanceof UserError)) throw error;
          });
          if (read) expect(read.trajectories.times.length).toBeLessThanOrEqual(200);
        },
      ),
      { numRuns: 60 },
    );
  },
  60_000,
);

describe('LZ4', () => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const bytes = (...parts: (string | number)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

  test('copies literals and matches, also ones that reach into themselves', () => {
    // "ab", then 6 bytes from 2 back, then "c".
    const block = bytes(0x22, 'ab', 2, 0, 0x10, 'c');
    expect(text(lz4Block(block, 9))).toBe('ababababc');
    // 15 + 5 literals.
    expect(text(lz4Block(bytes(0xf0, 5, 'x'.repeat(20)), 20))).toBe('x'.repeat(20));
  });

  test("is read in Hadoop's frames too", () => {
    const frame = (unpacked: number, ...parts: (string | number)[]) => {
      const block = bytes(...parts);
      return [0, 0, 0, unpacked, 0, 0, 0, block.length, ...block];
    };
    const framed = Uint8Array.from([...frame(3, 0x30, 'abc'), ...frame(2, 0x20, 'de')]);
    expect(text(lz4Hadoop(framed, 5))).toBe('abcde');
    expect(text(lz4Hadoop(bytes(0x30, 'abc'), 3))).toBe('abc');
  });

  test('is read in its own frames, whose blocks may reach back into those before', () => {
    const frame = (...blocks: number[][]) =>
      Uint8Array.from([4, 34, 77, 24, 0x40, 0x40, 0, ...blocks.flat(), 0, 0, 0, 0]);
    const packed = [6, 0, 0, 0, ...bytes(0x22, 'ab', 2, 0, 0x00)];
    const back = [4, 0, 0, 0, ...bytes(0x00, 8, 0, 0x00)];
    const plain = [2, 0, 0, 0x80, ...bytes('yz')];
    expect(text(lz4Frame(frame(packed, plain, back), 1000))).toBe('ababababyzabab');
    expect(() => lz4Frame(frame(plain), 1)).toThrow('damaged');
    expect(() => lz4Frame(frame(plain).subarray(0, 12), 100)).toThrow('damaged');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        try {
          expect(lz4Frame(Uint8Array.from([4, 34, 77, 24, ...tail]), 500).length).toBeLessThanOrEqual(500);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  test('is refused when it is damaged, too long or too short, whatever it holds', () => {
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
