import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';
import { withPath } from '../file-error.js';
import { beyondLimits, limitOf } from '../guard.js';

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
