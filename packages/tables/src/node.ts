import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { withPath } from '@itinera/base';
import { pieceBytes, readableStats, requireUnchanged, requireWholeSet } from '@itinera/base/node';
import type { ByteSource, Chunks, Packing } from './byte-source.js';

export { ZipArchive } from './files/zip-archive.js';
export { zipPieces } from './files/zip-pieces.js';

const PIECE = 1 << 20;

/**
 * A file on disk, or a pipe, for `readTable`, `readTrajectories` and others. Reading throws a UserError if the file changes
 * meanwhile.
 * @throws an error like the system's if the path does not exist, or is a folder or a device; UserError if other files of its
 * set are missing or from another one
 */
export function openFile(path: string): ByteSource {
  const stats = readableStats(path);
  requireWholeSet(path);
  const size = stats.isFile() ? stats.size : Number.POSITIVE_INFINITY;
  return {
    name: path,
    size,
    async read(start, end) {
      // Without awaiting: a file may have many small parts.
      const file = openSync(path, 'r');
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
        let length = 0;
        for (let read = -1; read !== 0 && length < bytes.length; length += read)
          read = readSync(file, bytes, length, bytes.length - length, start + length);
        requireUnchanged(path, stats, fstatSync(file));
        return bytes.subarray(0, length);
      } finally {
        closeSync(file);
      }
    },
    async *stream() {
      try {
        for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes(stats, PIECE) })) {
          requireUnchanged(path, stats);
          yield chunk as Uint8Array;
        }
        requireUnchanged(path, stats);
      } catch (error) {
        throw withPath(error, path);
      }
    },
    unpack: unpackInNode,
  };
}

/** The path that stands for standard input. */
export const STDIN = '-';

/** Standard input. */
export function standardInput(): ByteSource {
  return {
    name: '-',
    size: Number.POSITIVE_INFINITY,
    read: () => Promise.reject(new Error('standard input can only be read from start to end')),
    stream: () => process.stdin,
    unpack: unpackInNode,
  };
}

function unpackInNode(packing: Packing, chunks: Chunks): Chunks {
  const stream = packing === 'gzip' ? createGunzip({ chunkSize: PIECE }) : createBrotliDecompress({ chunkSize: PIECE });
  // The reader of the stream receives its error.
  pipeline(Readable.from(chunks), stream, () => undefined);
  return stream;
}
