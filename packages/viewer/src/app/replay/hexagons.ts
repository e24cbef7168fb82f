import { type CellGrid, hexagons } from '../../wire/cells.js';

/** Pixels between opposite sides of a hexagon, about. */
const PIXELS = 19;
/** More than there are rows. */
const ROWS = 2 ** 20;

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
  return 2 ** (Math.round(2 * Math.log2(PIXELS / scale)) / 2);
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
  const keyAt = (px: number, py: number) => {
    const [column, row] = grid.at(px, py);
    return ROWS * column + row;
  };
  const counts = new Map<number, { readonly centre: readonly [number, number]; readonly entries: Uint32Array }>();
  for (let point = 0; point < x.length; point++) {
    const [px, py] = [x[point]!, y[point]!];
    if (px < west || px > east || py < south || py > north) continue;
    const entry = entryOf(point);
    if (entry < 0) continue;
    const key = keyAt(px, py);
    let found = counts.get(key);
    if (found === undefined) {
      found = { centre: grid.centre(grid.at(px, py)), entries: new Uint32Array(16) };
      counts.set(key, found);
    }
    found.entries[entry]!++;
  }
  const cells = new Map<number, Hexagon>();
  for (const [key, { centre, entries }] of counts)
    cells.set(key, {
      x: centre[0],
      y: centre[1],
      count: entries.reduce((sum, count) => sum + count, 0),
      entry: entries.indexOf(Math.max(...entries)),
    });
  return { all: [...cells.values()], grid, size, at: (px, py) => cells.get(keyAt(px, py)) };
}
