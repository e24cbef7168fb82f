import type { ColumnKind } from '@itinera/run';

const PIECE = 1 << 18;

/** Joins texts into chunks that are large enough to write. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let held = '';
  for (const text of texts) {
    held += text;
    if (held.length < PIECE) continue;
    yield held;
    held = '';
  }
  if (held !== '') yield held;
}

/** Yields items in batches. */
export function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let held: T[] = [];
  for (const item of items) {
    held.push(item);
    if (held.length < size) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

/** Returns the number of rows in memory at once: fewer if cells are lists. */
export function rowsPerBatch(columns: Readonly<Record<string, ColumnKind>>): number {
  return Object.values(columns).includes('wholes') ? 5_000 : 50_000;
}
