import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { ByteSource, Chunks, Packing } from './byte-source.js';
import { withPath } from './file-error.js';
import { beyondLimits, limitOf } from './guard.js';

export { isAlive } from './files/is-alive.js';
export { makeFolder } from './files/make-folder.js';
export { isAbandonedPart, partPath, scratchFolder } from './files/part-path.js';
export { type FileToWrite, isPipe, writeDurably, writeTogether } from './files/write-durably.js';
export { ZipArchive } from './files/zip-archive.js';
export { zipPieces } from './files/zip-pieces.js';

const PIECE = 1 << 20;
/** Node reads less than 2 GiB at once. */
const MOST_AT_ONCE = 2 ** 30;

/** @throws an error like the system's if the path does not exist, or is a folder or a device, which may never end */
export function readableStats(path: string): Stats {
  const stats = statSync(path);
  const code = stats.isDirectory() ? 'EISDIR' : stats.isCharacterDevice() || stats.isBlockDevice() ? 'ENODEV' : null;
  if (code !== null) throw Object.assign(new Error(`${code}: not a file, read`), { code, syscall: 'read', path });
  return stats;
}

/**
 * Refuses files that must not be read to their end, whatever they contain.
 * @throws like `readableStats`; UserError for a file of holes, which take time to read but no space on the disk
 */
export function requireEnd(path: string): void {
  const { size, blocks } = readableStats(path);
  const stored = 512 * blocks;
  if (size > limitOf('unpackedBytes') + limitOf('unpackRatio') * stored)
    throw beyondLimits(path, `has ${size} bytes, only ${stored} of which are on the disk`);
}

/** Adds the bytes of a file of any size to a hash. @throws like `requireEnd` */
export async function hashFile(path: string, hash = createHash('sha256')): Promise<Hash> {
  requireEnd(path);
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE })) hash.update(chunk as Buffer);
  return hash;
}

/**
 * All bytes of a file, or of a pipe.
 * @param name for messages
 * @throws UserError if there are more than `most`; nothing of a longer file has been read then
 * @throws the system's error if it cannot be read
 */
export function readWithin(path: string, most = limitOf('wholeBytes'), name = path): Buffer {
  const stats = readableStats(path);
  const refuse = (bytes: string) => beyondLimits(name, `has ${bytes} bytes, but at most ${most} are read`);
  if (stats.size > most) throw refuse(String(stats.size));
  const file = openSync(path, 'r');
  try {
    let bytes = Buffer.allocUnsafe(stats.isFile() ? stats.size + 1 : PIECE);
    let length = 0;
    for (let read = -1; read !== 0; length += read) {
      if (length > most) throw refuse(`more than ${most}`);
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
      read = readSync(file, bytes, length, Math.min(bytes.length - length, MOST_AT_ONCE), null);
    }
    return bytes.subarray(0, length);
  } catch (error) {
    throw withPath(error, path);
  } finally {
    closeSync(file);
  }
}

/**
 * A file on disk, or a pipe, for `readTable`, `readTrajectories` and others.
 * @throws an error like the system's if the path does not exist, or is a folder or a device
 */
export function openFile(path: string): ByteSource {
  const stats = readableStats(path);
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
        return bytes.subarray(0, length);
      } finally {
        closeSync(file);
      }
    },
    async *stream() {
      try {
        yield* createReadStream(path, { highWaterMark: PIECE });
      } catch (error) {
        throw withPath(error, path);
      }
    },
    unpack: unpackInNode,
  };
}

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
