import { createHash } from 'node:crypto';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { statedChecksum } from '../tables/checksum.js';

/** Returns the SHA-256 of pieces, one after another. */
export function hashPieces(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** The checksum in a table's file, or null if it is missing or does not match. */
export function verifiedChecksum(bytes: Uint8Array): string | null {
  const stated = statedChecksum(bytes);
  if (stated === null) return null;
  const sum = hashPieces([stated.before, stated.after]);
  return sum.equals(stated.sum) ? sum.toString('hex') : null;
}

/** Node reads less than this at once. */
export const LARGEST_TABLE = 2 ** 31 - 1;

/** @throws UserError when the file is missing, cut short or damaged. */
export function readTableFile(path: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readWithin(path, LARGEST_TABLE);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new UserError(`${path} cannot be read (${code}).`);
    throw new UserError(
      `${path} is missing. The run is not finished (asbench runs resume), or the number of people in its run.json was edited.`,
    );
  }
  if (verifiedChecksum(bytes) !== null) return bytes;
  throw new UserError(`${path}: its checksum does not match, so it is damaged. Resume the run to write it again.`);
}
