import { type CellGrid, hexagons } from '../../wire/cells.js';

/** Pixels between opposite sides of a hexagon, about. */
const PIXELS = 19;
const ENTRIES = 16;

/** A visible part of the plane, in units. */
export interface Visible {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A hexagon that contains something. */
export interface Hexagon {
  /** Its centre, in units. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** The most frequent entry in it; the lowest of equally frequent ones. */
  readonly entry: number;
}

/** The hexagons of a picture. */
export interface Hexagons {
  readonly all: readonly Hexagon[];
  readonly grid: CellGrid;
  /** Units between opposite sides. */
  readonly size: number;
  /** The hexagon around a point, if it contains something. */
  readonly at: (x: number, y: number) => Hexagon | undefined;
}

/** The size of hexagons at a scale: one of few, so that they stay while the user zooms a little. @param scale pixels per unit */
export function hexSize(scale: number): number {
  return Math.sqrt(2 ** Math.round(2 * Math.log2(PIXELS / scale)));
}

/** Area of a hexagon, in square units. */
export const hexArea = (size: number): number => (Math.sqrt(3) / 2) * size * size;

/**
 * Counts points by hexagon. Hexagons are aligned to the origin of the plane, so that they do not swim when the camera moves.
 * @param entryOf entry of a point, 0 to 15; -1 leaves it out
 */
export function countByHexagon(
  size: number,
  { west, south, east, north }: Visible,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  entryOf: (point: number) => number,
): Hexagons {
  const grid = hexagons(size);
  const [left, low] = grid.at(west, south);
  const columns = grid.at(east, south)[0] - left + 2;
  const rows = Math.ceil((north - south) / size) + 4;
  // Rows of a column begin half a row lower than those of the column before.
  const indexAt = (px: number, py: number) => {
    const [column, row] = grid.at(px, py);
    const across = column - left;
    return (across + 1) * rows + row - low + (across >> 1) + 1;
  };
  const counts = new Uint32Array(ENTRIES * (columns + 1) * rows);
  for (let point = 0; point < x.length; point++) {
    const [px, py] = [x[point]!, y[point]!];
    if (px < west || px > east || py < south || py > north) continue;
    const entry = entryOf(point);
    if (entry >= 0) counts[ENTRIES * indexAt(px, py) + entry]!++;
  }
  const cells = new Map<number, Hexagon>();
  for (let index = 0; ENTRIES * index < counts.length; index++) {
    let [count, best] = [0, 0];
    for (let entry = 0; entry < ENTRIES; entry++) {
      const own = counts[ENTRIES * index + entry]!;
      count += own;
      if (own > counts[ENTRIES * index + best]!) best = entry;
    }
    if (count === 0) continue;
    const across = Math.floor(index / rows) - 1;
    const [cx, cy] = grid.centre([left + across, (index % rows) - 1 - (across >> 1) + low]);
    cells.set(index, { x: cx, y: cy, count, entry: best });
  }
  return { all: [...cells.values()], grid, size, at: (px, py) => cells.get(indexAt(px, py)) };
}
