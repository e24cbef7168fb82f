import { UserError } from '@itinera/base';
import { type ColumnArray, type SharedColumns, viewColumn } from './shared-columns.js';

/** A simulation needs a third of the columns of a map, and the shapes of those lanes on which people are seen. */
const PAGE_BYTES = 2 ** 12;

/** A file from which a buffer is filled page by page. Plain data: threads share the descriptor and the pages. */
export interface ColumnPages {
  readonly path: string;
  readonly descriptor: number;
  /** First byte of the columns in the file. */
  readonly start: number;
  /** By page: 1 if it is in the buffer. */
  readonly isRead: Uint8Array;
}

/** The pages of an open file, none of which has been read. */
export function unreadPages(path: string, descriptor: number, start: number, byteLength: number): ColumnPages {
  const isRead = new Uint8Array(new SharedArrayBuffer(Math.ceil(byteLength / PAGE_BYTES)));
  return { path, descriptor, start, isRead };
}

/** A column with its content, without copying. */
export function readColumn(columns: SharedColumns, name: string): ColumnArray {
  const column = viewColumn(columns.buffer, columns.layout[name]);
  readPages(columns, column.byteOffset, column.byteLength);
  return column;
}

/** Reads a part of the buffer from its file, if it is not there yet. @throws UserError if the file has been cut */
export function readPages({ buffer, pages }: SharedColumns, from: number, byteLength: number): void {
  if (pages === undefined) return;
  const { path, descriptor, start, isRead } = pages;
  const end = Math.ceil((from + byteLength) / PAGE_BYTES);
  for (let first = Math.floor(from / PAGE_BYTES), next = first; first < end; first = next) {
    next = first + 1;
    if (Atomics.load(isRead, first) === 1) continue;
    while (next < end && Atomics.load(isRead, next) === 0) next++;
    const at = first * PAGE_BYTES;
    const bytes = new Uint8Array(buffer, at, Math.min(next * PAGE_BYTES, buffer.byteLength) - at);
    // Threads that need a page at the same time write the same bytes. In browsers no columns come from files.
    const { readSync } = process.getBuiltinModule('node:fs');
    if (readSync(descriptor, bytes, 0, bytes.length, start + at) < bytes.length)
      throw new UserError(`${path} was changed while it was used. Start again: it is rebuilt.`);
    for (let page = first; page < next; page++) Atomics.store(isRead, page, 1);
  }
}
