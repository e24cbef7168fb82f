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

export function packDayCells({ parts, ...head }: DayCells): Uint8Array<ArrayBuffer> {
  const all = parts.flatMap(({ cells }, part) => cells.map((cell) => ({ part, ...cell })));
  const isPaired = all.some(({ only }) => only !== null);
  const column = (of: (one: (typeof all)[number]) => number) => Uint32Array.from(all, of);
  return pack({
    head: { ...head, people: parts.map(({ people }) => people) },
    arrays: {
      part: Uint8Array.from(all, ({ part }) => part),
      column: Int32Array.from(all, ({ cell }) => cell[0]),
      row: Int32Array.from(all, ({ cell }) => cell[1]),
      first: column(({ first }) => first),
      second: column(({ second }) => second),
      ...(isPaired && {
        onlyFirst: column(({ only }) => only?.[0] ?? 0),
        onlySecond: column(({ only }) => only?.[1] ?? 0),
      }),
    },
  });
}

export function readDayCells(buffer: ArrayBuffer): DayCells {
  const { head, arrays } = unpack(buffer);
  const { people, ...rest } = head as Omit<DayCells, 'parts'> & { people: [number, number][] };
  const cells: CellCount[][] = Array.from({ length: WHOLE_DAY + 1 }, () => []);
  const { part, column, row, first, second, onlyFirst, onlySecond } = arrays;
  for (let i = 0; i < part!.length; i++)
    cells[part![i]!]!.push({
      cell: [column![i]!, row![i]!],
      first: first![i]!,
      second: second![i]!,
      only: onlyFirst ? [onlyFirst[i]!, onlySecond![i]!] : null,
    });
  return { ...rest, parts: cells.map((of, i) => ({ people: people[i]!, cells: of })) };
}
