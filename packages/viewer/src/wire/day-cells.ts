import { type CellCount, type CellCounts, type CellGrid, hexagons, squares, WHOLE_DAY } from './cells.js';
import { pack, unpack } from './packed.js';
import type { Plane } from './replay.js';

/** Counts of people by cell for each hour and the whole day, of sets whose people are not sent. */
export interface DayCells {
  readonly plane: Plane;
  readonly shape: 'hexagon' | 'square';
  /** Metres. */
  readonly size: number;
  /** By hour, then of the whole day. */
  readonly parts: readonly CellCounts[];
}

/** The cells, in units of the plane. */
export const cellsOfDay = ({ plane, shape, size }: Pick<DayCells, 'plane' | 'shape' | 'size'>): CellGrid =>
  (shape === 'square' ? squares : hexagons)(size / plane.unit);

/** Counts by cell and part of the day, one after another; those without people are left out. */
interface DayCellColumns {
  readonly part: Uint8Array;
  readonly column: Int32Array;
  readonly row: Int32Array;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** People who are there in both sets; null if people of the sets are not the same. */
  readonly both: Uint32Array | null;
}

/** @param people of each set, by part of the day */
export function packDayCells(
  head: Omit<DayCells, 'parts'>,
  people: readonly CellCounts['people'][],
  { part, column, row, first, second, both }: DayCellColumns,
): Uint8Array<ArrayBuffer> {
  const counts = both
    ? { first, onlyFirst: first.map((all, i) => all - both[i]!), onlySecond: second.map((all, i) => all - both[i]!) }
    : { first, second };
  const narrow = Object.entries(counts).map(([name, values]) => [name, narrowed(values)]);
  return pack({ head: { ...head, people }, arrays: { part, column, row, ...Object.fromEntries(narrow) } });
}

const narrowed = (counts: Uint32Array) =>
  counts.every((count) => count < 2 ** 16) ? Uint16Array.from(counts) : counts;

export function readDayCells(buffer: ArrayBuffer): DayCells {
  const { head, arrays } = unpack(buffer);
  const { people, ...rest } = head as Omit<DayCells, 'parts'> & { people: [number, number][] };
  const cells: CellCount[][] = Array.from({ length: WHOLE_DAY + 1 }, () => []);
  const { part, column, row, first, second, onlyFirst, onlySecond } = arrays;
  for (let i = 0; i < part!.length; i++)
    cells[part![i]!]!.push({
      cell: [column![i]!, row![i]!],
      first: first![i]!,
      // Of the same people, the second set's count follows from the others.
      second: second ? second[i]! : first![i]! - onlyFirst![i]! + onlySecond![i]!,
      only: onlyFirst ? [onlyFirst[i]!, onlySecond![i]!] : null,
    });
  return { ...rest, parts: cells.map((of, i) => ({ people: people[i]!, cells: of })) };
}
