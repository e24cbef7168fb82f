import type { ColumnKind } from '@itinera/run';

const PIECE = 1 << 18;

/** Texts put together into pieces that are worth a write each. */
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

/** Items, so many at a time. */
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

/** How many rows of such columns are in memory at once: fewer where cells are lists. */
export function rowsAtOnce(columns: Readonly<Record<string, ColumnKind>>): number {
  return Object.values(columns).includes('wholes') ? 5_000 : 50_000;
}
