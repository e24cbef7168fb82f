import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CompressionType,
  columnFromArray,
  dictionary,
  float64,
  int32,
  setCompressionCodec,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { bytesSource } from './byte-source.js';
import { readRows } from './formats.js';
import { smallParquet } from './hostile.fixture.js';
import { readTable } from './read-table.js';
import { snappyBlock } from './unpack/snappy.js';

// Small files that claim to be large. A reader that believes them takes gigabytes, or never ends.

const read = (bytes: Uint8Array | string) =>
  readTable(bytesSource('x', typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes));
const numbers = Array.from({ length: 40 }, (_, i) => i);

/** A Zstandard frame of zeros: blocks of 128 KiB that repeat one byte. */
function zeros(length: number): Uint8Array {
  const block = 2 ** 17;
  const frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
  for (let left = length; left > 0; left -= block) {
    const size = Math.min(left, block);
    const head = (size << 3) | 2 | (left <= block ? 1 : 0);
    frame.push(head & 255, (head >> 8) & 255, head >> 16, 0);
  }
  return Uint8Array.from(frame);
}

test('an Arrow file of 40 KB that unpacks to a gigabyte is rejected before it is unpacked', async () => {
  const length = 2 ** 30;
  const decode = (bytes: Uint8Array) => bytes;
  setCompressionCodec(CompressionType.ZSTD, { encode: () => zeros(length), decode });
  const table = tableFromColumns({ n: columnFromArray(new Float64Array(10_000), float64()) });
  const bytes = tableToIPC(table, { format: 'file', codec: CompressionType.ZSTD })!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 4 < bytes.length; at++)
    if (view.getUint32(at, true) === 0xfd2fb528) view.setBigInt64(at - 8, BigInt(length), true);
  expect(bytes.length).toBeLessThan(40_000);
  await expect(read(bytes)).rejects.toThrow('x unpacks to more than 200 times its size, so it is not read.');
});

slowTest.each([
  ['column', () => utf8()],
  ['dictionary', () => dictionary(utf8(), int32())],
])('overlapping texts of an Arrow %s are rejected', async (_, type) => {
  const long = 'a'.repeat(1_000_003);
  const many = [long, ...Array.from({ length: 2000 }, (_, i) => String(i))];
  const bytes = tableToIPC(tableFromColumns({ t: columnFromArray(many, type()) }), { format: 'file' })!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (view.getInt32(at, true) !== 0 || view.getInt32(at + 4, true) !== long.length) at += 4;
  for (let i = 2; i <= many.length; i += 2) view.setInt32(at + 4 * i, 0, true);
  for (let i = 3; i <= many.length; i += 2) view.setInt32(at + 4 * i, long.length, true);
  await expect(read(bytes)).rejects.toThrow('unpacks to more than 200 times its size');
});

/** A Parquet file that contains only metadata. */
function withMetadata(...metadata: number[]): Uint8Array {
  const end = [metadata.length, 0, 0, 0];
  return Uint8Array.from([...Buffer.from('PAR1'), 0, 0, 0, 0, ...metadata, ...end, ...Buffer.from('PAR1')]);
}

test.each([
  ['a list of 2^28 columns', [0x15, 2, 0x19, 0xfc, 0x80, 0x80, 0x80, 0x80, 1], 'a list of 268435456'],
  ['a text beyond the end', [0x15, 2, 0x48, 0xff, 0xff, 0xff, 0x7f], 'bytes beyond the end'],
  ['structures in structures', Array.from({ length: 100 }, () => 0x1c), 'nested too deeply'],
  ['an unterminated number', [0x15, ...Array.from({ length: 20 }, () => 0xff)], 'an unterminated number'],
])('a Parquet file that claims %s is rejected', async (_, metadata, words) => {
  await expect(read(withMetadata(...metadata))).rejects.toThrow(words);
});

test('a Parquet page of nothing but nulls is read, although its values are packed into a byte', async () => {
  const data = numbers.map(() => null);
  const columnData = [
    { name: 'n', data: numbers, type: 'INT32' as const },
    { name: 'd', data, type: 'DOUBLE' as const },
  ];
  const { columns: found } = await read(new Uint8Array(parquetWriteBuffer({ codec: 'SNAPPY', columnData })));
  expect(found.get('d')).toEqual(numbers.map(() => undefined));
});

slowTest('a Parquet file of thousands of pages with one value each is rejected', async () => {
  const columnData = [
    { name: 'n', data: numbers.flatMap(() => numbers).flatMap((n) => [n, n, n]), type: 'INT32' as const },
  ];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, pageSize: 1 }));
  await expect(read(bytes)).rejects.toThrow('unpacks to more than 200 times its size');
});

test('a Parquet file whose columns are all damaged is rejected with one error', async () => {
  const damaged = smallParquet('SNAPPY');
  const length = new DataView(damaged.buffer).getUint32(damaged.length - 8, true);
  for (let at = 20; at < damaged.length - 8 - length; at += 3) damaged[at] = 0xff;
  await expect(read(damaged)).rejects.toThrow('x: expected Parquet, but it cannot be read');
});

slowTest('text that unpacks to 200 times its size is rejected, unless the limit is raised', async () => {
  // In memory, a short cell takes many times its bytes.
  const rows = 2_200_000;
  const packed = bytesSource('x', gzipSync(`a\n${'1\n'.repeat(rows)}`));
  let count = 0;
  const start = () => ({ columns: [], take: () => void count++ });
  await expect(readRows(packed, start)).rejects.toThrow('unpacks to more than 200 times its size');
  count = 0;
  await readRows(packed, start, { ratio: 10_000 });
  expect(count).toBe(rows);
});

test('any Snappy block has its declared length or is rejected', () => {
  const bytes = (...parts: number[]) => Uint8Array.from(parts);
  // Two literals, a copy of six bytes from two back, and one with an offset of two bytes.
  expect([...snappyBlock(bytes(10, 0x04, 1, 2, 0x09, 2, 0x06, 3, 0), 10)]).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 2, 1]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(300), (input, length) => {
      try {
        expect(snappyBlock(input, length)).toHaveLength(length);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

test.each([
  ['['.repeat(1_000_000), 'has 1000000 lists and objects in 1000000 characters'],
  ['{"a":'.repeat(200_000), 'Expected JSON'],
])('JSON that is nested a million times is rejected', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('Parquet is read page by page, not as a whole', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/duckdb-zstd.parquet'));
  const source = bytesSource('x', bytes);
  let most = 0;
  const counted = {
    ...source,
    read: (start: number, end: number) => {
      most = Math.max(most, end - start);
      return source.read(start, end);
    },
  };
  expect((await readTable(counted)).length).toBe(200);
  expect(most).toBeLessThan(bytes.length);
});

test('a cell of a million digits that is not a number takes as long as its length', async () => {
  const { columns } = await read(`n,m\n${'4'.repeat(1_000_000)}x,1\n`);
  expect(columns.get('n')).toEqual([`${'4'.repeat(1_000_000)}x`]);
});
