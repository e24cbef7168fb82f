import { type ColumnArray, type ColumnPages, type SharedColumns, viewColumn } from './shared-columns.js';

/** A simulation needs a third of the columns of a map, and the shapes of those lanes on which people are seen. */
const PAGE_BYTES = 2 ** 12;

/** Fills `bytes` from byte `at` of the file. @throws UserError if it is not the same file, or cut */
type ReadPart = (pages: ColumnPages, bytes: Uint8Array, at: number) => void;

let readPart: ReadPart = ({ path }) => {
  throw new Error(`${path}: this thread has not called readColumnsFromFiles().`);
};

/** Sets how this thread reads files; browsers have none. */
export function readPartsBy(read: ReadPart): void {
  readPart = read;
}

/** One flag per page, none of which has been read. */
export function unreadPages(byteLength: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(Math.ceil(byteLength / PAGE_BYTES)));
}

/** A column with its content, without copying. */
export function readColumn(columns: SharedColumns, name: string): ColumnArray {
  const column = viewColumn(columns.buffer, columns.layout[name]);
  readPages(columns, column.byteOffset, column.byteLength);
  return column;
}

/** Reads a part of the buffer from its file, if it is not there yet. @throws UserError if the file was replaced or cut */
export function readPages({ buffer, pages }: SharedColumns, from: number, byteLength: number): void {
  if (pages === undefined) return;
  const { start, isRead } = pages;
  const end = Math.ceil((from + byteLength) / PAGE_BYTES);
  for (let first = Math.floor(from / PAGE_BYTES), next = first; first < end; first = next) {
    next = first + 1;
    if (Atomics.load(isRead, first) === 1) continue;
    while (next < end && Atomics.load(isRead, next) === 0) next++;
    const at = first * PAGE_BYTES;
    const bytes = new Uint8Array(buffer, at, Math.min(next * PAGE_BYTES, buffer.byteLength) - at);
    // Threads that need a page at the same time write the same bytes.
    readPart(pages, bytes, start + at);
    for (let page = first; page < next; page++) Atomics.store(isRead, page, 1);
  }
}
