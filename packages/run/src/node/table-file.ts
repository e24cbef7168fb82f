import { createHash } from 'node:crypto';
import { UserError } from '@itinera/metrics';
import { readWithin } from '@itinera/tables/node';
import { CHECKSUM_MARK, footerStart, statedChecksum } from '../tables/checksum.js';

/** A table with its checksum: the pieces of its file, and the checksum in hexadecimal. */
export interface SealedTable {
  readonly parts: readonly Uint8Array[];
  readonly sum: string;
}

/** Inserts the checksum into the bytes of a table. */
export function sealTable(bytes: Uint8Array): SealedTable {
  const footer = footerStart(bytes);
  const before = bytes.subarray(0, footer);
  const after = bytes.subarray(footer);
  const sum = createHash('sha256').update(before).update(CHECKSUM_MARK).update(after).digest();
  return { parts: [before, CHECKSUM_MARK, sum, after], sum: sum.toString('hex') };
}

/** The checksum in a table's file, or null if it is missing or does not match. */
export function soundSum(bytes: Uint8Array): string | null {
  const stated = statedChecksum(bytes);
  if (stated === null) return null;
  const sum = createHash('sha256').update(stated.before).update(stated.after).digest();
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
      `${path} is missing. The run is not finished (asbench resume), or the number of people in its run.json was edited.`,
    );
  }
  if (soundSum(bytes) !== null) return bytes;
  throw new UserError(`${path}: its checksum does not match, so it is damaged. Resume the run to write it again.`);
}
