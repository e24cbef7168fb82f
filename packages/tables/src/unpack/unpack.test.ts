import { expect, test } from 'vitest';
import { lz4Block, lz4Frame, lz4Hadoop } from './lz4.js';
import { snappyBlock } from './snappy.js';
import { zstdDecoder } from './zstd.js';

const ten = Buffer.alloc(10, 7);
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer)));
const big = (...values: number[]) => u32(...values).swap32();

/** A Zstandard frame with a declared length, and blocks of repeated (1) or plain (0) bytes. */
function zstdFrame(declared: number, ...blocks: readonly (readonly [type: 0 | 1, bytes: number])[]): Buffer {
  const parts = blocks.map(([type, bytes], i) => {
    const head = u32((i === blocks.length - 1 ? 1 : 0) | (type << 1) | (bytes << 3)).subarray(0, 3);
    return Buffer.concat([head, Buffer.alloc(type === 1 ? 1 : bytes, 7)]);
  });
  return Buffer.concat([u32(0xfd2fb528), Buffer.from([0x20, declared]), ...parts]);
}

/** An LZ4 frame with a plain block of ten bytes. */
const lz4Ten = Buffer.concat([u32(0x184d2204), Buffer.from([0x40, 0x40, 0]), u32(0x8000000a), ten, u32(0)]);
/** A token, and ten literals. */
const blockTen = Buffer.concat([Buffer.from([0xa0]), ten]);
/** One literal, and a match of nine bytes that overlaps it. */
const matched = Buffer.from([0x15, 7, 1, 0]);

const zstd = await zstdDecoder();
const cases: Readonly<
  Record<string, readonly [(input: Uint8Array, length: number) => Uint8Array, Uint8Array, number]>
> = {
  'Zstandard, plain': [zstd, zstdFrame(10, [0, 10]), 10],
  'Zstandard, repeated': [zstd, zstdFrame(10, [1, 10]), 10],
  'Zstandard, two blocks': [zstd, zstdFrame(10, [0, 4], [1, 6]), 10],
  'Zstandard, two frames': [zstd, Buffer.concat([zstdFrame(4, [0, 4]), zstdFrame(6, [1, 6])]), 10],
  'LZ4 frame': [lz4Frame, lz4Ten, 10],
  'LZ4, two frames': [lz4Frame, Buffer.concat([lz4Ten, lz4Ten]), 20],
  'LZ4 block': [lz4Block, blockTen, 10],
  'LZ4 block with a match': [lz4Block, matched, 10],
  'LZ4 of Hadoop': [lz4Hadoop, Buffer.concat([big(10, blockTen.length), blockTen]), 10],
  Snappy: [snappyBlock, Buffer.concat([Buffer.from([10, 9 << 2]), ten]), 10],
};

test.each(Object.entries(cases))('%s has exactly the declared length', (_, [unpack, input, length]) => {
  expect([...unpack(input, length)]).toEqual(new Array(length).fill(7));
  for (const other of [0, 1, length - 1, length + 1, 2 * length, 1000])
    expect(() => unpack(input, other), String(other)).toThrow(RangeError);
  for (let bytes = 0; bytes < input.length; bytes++)
    expect(() => unpack(input.subarray(0, bytes), length), `${bytes} bytes`).toThrow();
});

test('a frame of Zstandard that contradicts its own length, or asks for a window of gigabytes, is refused', () => {
  expect(() => zstd(zstdFrame(4, [1, 10]), 10)).toThrow();
  for (const bytes of [Buffer.from('xx'), Buffer.alloc(4), zstdFrame(10, [0, 10]).subarray(0, -3)])
    expect(() => zstd(Buffer.concat([zstdFrame(10, [0, 10]), bytes]), 10)).toThrow('zstd: the data are damaged');
  const wide = Buffer.concat([u32(0xfd2fb528), Buffer.from([0, 21 << 3]), Buffer.from([3, 0, 0])]);
  expect(() => zstd(wide, 0)).toThrow(RangeError);
});
