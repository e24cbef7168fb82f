import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { withPath } from '../file-error.js';
import { beyondLimits, limitOf } from '../guard.js';
import { UserError } from '../user-error.js';

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
 * The state of a file. Refuses files that must not be read to their end, whatever they contain.
 * @throws like `readableStats`; UserError for a file of holes, which take time to read but no space on the disk
 */
export function requireEnd(path: string): Stats {
  const stats = readableStats(path);
  const { size, blocks } = stats;
  const stored = 512 * blocks;
  if (size > limitOf('unpackedBytes') + limitOf('unpackRatio') * stored)
    throw beyondLimits(path, `has ${size} bytes, only ${stored} of which are on the disk`);
  return stats;
}

/**
 * Refuses a file that was written or replaced while it was read, because the bytes read are those of no file. Pipes have no
 * such state.
 * @param before when reading began
 * @param now after the last byte that was read
 * @throws UserError if size, time or file differ
 */
export function requireUnchanged(path: string, before: Stats, now = statSync(path, { throwIfNoEntry: false })): void {
  if (!before.isFile()) return;
  if (now?.size === before.size && now.mtimeMs === before.mtimeMs && now.ino === before.ino) return;
  throw new UserError(`${path} changed while it was read. Try again when it is complete.`);
}

/** The number of bytes to read at once, at most `most`: a small file in one piece, and its end. The size of a pipe is unknown. */
export const pieceBytes = (stats: Stats, most: number): number =>
  stats.isFile() ? Math.min(stats.size + 1, most) : most;

/** Adds the bytes of a file of any size to a hash. @throws like `requireEnd`; UserError if the file changes meanwhile */
export async function hashFile(path: string, hash = createHash('sha256')): Promise<Hash> {
  const before = requireEnd(path);
  const highWaterMark = pieceBytes(before, PIECE);
  for await (const chunk of createReadStream(path, { highWaterMark })) hash.update(chunk as Buffer);
  requireUnchanged(path, before);
  return hash;
}

/**
 * All bytes of a file, or of a pipe.
 * @param name for messages
 * @throws UserError if there are more than `most`, and nothing of a longer file has been read then; or if the file changes
 * meanwhile
 * @throws the system's error if it cannot be read
 */
export function readWithin(path: string, most = limitOf('wholeBytes'), name = path): Buffer {
  readableStats(path);
  const refuse = (bytes: string) => beyondLimits(name, `has ${bytes} bytes, but at most ${most} are read`);
  const file = openSync(path, 'r');
  try {
    const stats = fstatSync(file);
    if (stats.size > most) throw refuse(String(stats.size));
    let bytes = Buffer.allocUnsafe(stats.isFile() ? stats.size + 1 : PIECE);
    let length = 0;
    for (let read = -1; read !== 0; length += read) {
      if (length > most) throw refuse(`more than ${most}`);
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
      read = readSync(file, bytes, length, Math.min(bytes.length - length, MOST_AT_ONCE), null);
    }
    requireUnchanged(name, stats, fstatSync(file));
    return bytes.subarray(0, length);
  } catch (error) {
    throw withPath(error, path);
  } finally {
    closeSync(file);
  }
}
