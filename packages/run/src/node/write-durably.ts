import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** A file to be written: where, and its bytes in pieces. */
export interface FileToWrite {
  readonly path: string;
  readonly parts: readonly Uint8Array[];
}

/** Writes a file so that after a crash there is either all of it or the one that was there before. */
export function writeDurably(path: string, parts: Iterable<Uint8Array | string>): void {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  try {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/**
 * Writes several files: first all of them to the disk, at once, then they appear under their names one after the other.
 * After a crash, the last one is there only when all are.
 */
export async function writeTogether(files: readonly FileToWrite[]): Promise<void> {
  await Promise.all(files.map(writePart));
  for (const { path } of files) await rename(`${path}.part`, path);
}

async function writePart({ path, parts }: FileToWrite): Promise<void> {
  const file = await open(`${path}.part`, 'w');
  try {
    // One after the other: `writev` may write less than it is given.
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}
