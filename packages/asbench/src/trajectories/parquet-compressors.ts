import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { lz4Block, lz4Hadoop } from './lz4.js';

/** A page may not unpack to more. */
const MAX_PAGE = 2 ** 30;

const limit = (length: number) => Math.min(MAX_PAGE, Math.max(1, length));

/** What Parquet files are packed with beside Snappy and plain bytes, which are read without help. */
export const parquetCompressors: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: limit(length) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: limit(length) }),
  ZSTD: unpackZstd,
  LZ4: (bytes, length) => lz4Hadoop(bytes, limit(length)),
  LZ4_RAW: (bytes, length) => lz4Block(bytes, limit(length)),
};

/** @throws RangeError when a frame is not of the length that the page declares */
function unpackZstd(bytes: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(limit(length));
  const unpacked = decompress(bytes, target);
  if (unpacked.length !== length) throw new RangeError(`zstd: ${unpacked.length} bytes where ${length} were declared`);
  return unpacked;
}
