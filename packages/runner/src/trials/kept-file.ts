import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isFileError, UserError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import { READY_HOME } from '@itinera/benchmarks';
import { VERSION } from '@itinera/run';
import { sha256 } from './hashes.js';

/** Raised when floors or ceilings are computed differently. */
const SCALES_VERSION = 1;
/** A file begins with the hash of its name and content. */
const SEAL_BYTES = 32;

/** What a home keeps under the hash of all that it depends on. */
export interface KeptFile {
  /** Undefined without a file, or if it is damaged or another one's. */
  read(): Buffer | undefined;
  /** Does nothing if the disk is full or read-only. */
  write(content: Uint8Array): void;
}

/**
 * Opens a file in the cache of a home, which may also be shipped with the program.
 * @param home null for the files that are shipped, to which nothing is written
 * @param kind its folder
 * @param key text of all that its content depends on
 * @param largest bytes
 */
export function keptFile(
  home: string | null,
  kind: 'floor-results' | 'scales',
  key: readonly unknown[],
  largest: number,
): KeptFile {
  const hash = sha256(JSON.stringify([SCALES_VERSION, VERSION, kind, ...key]));
  const place = join('cache', kind, hash.slice(0, 32));
  const sealOf = (content: Uint8Array) => createHash('sha256').update(hash).update(content).digest();
  const readAt = (folder: string) => {
    try {
      const bytes = readWithin(join(folder, place), largest);
      const content = bytes.subarray(SEAL_BYTES);
      return sealOf(content).equals(bytes.subarray(0, SEAL_BYTES)) ? content : undefined;
    } catch (error) {
      if (error instanceof UserError || isFileError(error)) return undefined;
      throw error;
    }
  };
  return {
    read: () => (home === null ? undefined : readAt(home)) ?? readAt(READY_HOME),
    write(content) {
      if (home === null) return;
      const path = join(home, place);
      try {
        makeFolder(dirname(path));
        writeDurably(path, [sealOf(content), content]);
      } catch (error) {
        if (!isFileError(error)) throw error;
      }
    },
  };
}
