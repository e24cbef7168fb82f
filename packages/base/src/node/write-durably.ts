import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { withPath } from '../file-error.js';
import { partPath } from './part-path.js';

/** A file to write: its path, and its bytes in pieces. */
export interface FileToWrite {
  readonly path: string;
  readonly parts: readonly Uint8Array[];
}

/**
 * Writes a file so that after a crash either all of it or the previous file exists. A pipe or a device receives the bytes as
 * they come.
 */
export function writeDurably(path: string, parts: Iterable<Uint8Array | string>): void {
  if (isPipe(path)) {
    write(path, parts, () => {});
    return;
  }
  const temporary = partPath(path);
  try {
    write(temporary, parts, fsyncSync);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw withPath(error, path);
  }
}

/**
 * Whether bytes are written to a path as they come, without a temporary name: to a pipe, or to a device such as /dev/null.
 * @throws an error like the system's if it is a disk
 */
export function isPipe(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isBlockDevice())
    throw Object.assign(new Error('ENODEV: not a file, write'), { code: 'ENODEV', syscall: 'write', path });
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

function write(path: string, parts: Iterable<Uint8Array | string>, end: (file: number) => void): void {
  const file = openSync(path, 'w');
  try {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    }
    end(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes several files: all of them are first written to disk, concurrently, and then appear under their names one
 * after the other. After a crash, the last one exists only if all do.
 */
export async function writeTogether(files: readonly FileToWrite[]): Promise<void> {
  const written = files.map((file) => ({ ...file, temporary: partPath(file.path) }));
  const ends = await Promise.allSettled(written.map(writePart));
  try {
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    for (const { temporary, path } of written)
      await rename(temporary, path).catch((error) => Promise.reject(withPath(error, path)));
  } catch (error) {
    for (const { temporary } of written) await rm(temporary, { force: true });
    throw error;
  }
}

async function writePart({ path, parts, temporary }: FileToWrite & { readonly temporary: string }): Promise<void> {
  try {
    const file = await open(temporary, 'w');
    try {
      // One after the other: `writev` may write less than requested.
      for (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw withPath(error, path);
  }
}
