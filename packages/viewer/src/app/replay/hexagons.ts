const SQRT3 = Math.sqrt(3);
/** Pixels from the middle of a hexagon to its corners, about. */
const PIXELS = 11;

/** A visible part of the plane, in units, and where its hexagons are. */
export interface HexGrid {
  /** Units from the middle of a hexagon to its corners. */
  readonly radius: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Hexagons that contain something: middles in units, and what is in each. */
export interface Hexagons {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: Uint32Array;
  /** The most frequent entry in each; the lowest of equally frequent ones. */
  readonly entry: Uint8Array;
}

/** The size of hexagons at a scale: one of few, so that they stay while the user zooms a little. @param scale pixels per unit */
export function hexRadius(scale: number): number {
  return 2 ** (Math.round(2 * Math.log2(PIXELS / scale)) / 2);
}

/** Area of a hexagon, in square units. */
export const hexArea = (radius: number): number => ((3 * SQRT3) / 2) * radius * radius;

/**
 * Counts points by hexagon (pointy top, aligned to the origin of the plane, so that they do not swim when the camera moves).
 * @param entryOf entry of a point, 0 to 15; -1 leaves it out
 */
export function countByHexagon(
  grid: HexGrid,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  entryOf: (point: number) => number,
): Hexagons {
  const { radius, west, south, east, north } = grid;
  const [across, up] = [SQRT3 * radius, 1.5 * radius];
  const [firstColumn, firstRow] = [Math.floor(west / across) - 1, Math.floor(south / up) - 1];
  const columns = Math.ceil(east / across) + 2 - firstColumn;
  const rows = Math.ceil(north / up) + 2 - firstRow;
  const counts = new Uint32Array(16 * columns * rows);
  for (let point = 0; point < x.length; point++) {
    const [px, py] = [x[point]!, y[point]!];
    if (px < west || px > east || py < south || py > north) continue;
    const entry = entryOf(point);
    if (entry < 0) continue;
    const [column, row] = hexAt(px, py, radius);
    counts[16 * ((row - firstRow) * columns + column - firstColumn) + entry]! += 1;
  }
  const found: { x: number[]; y: number[]; count: number[]; entry: number[] } = { x: [], y: [], count: [], entry: [] };
  for (let cell = 0; cell < columns * rows; cell++) {
    let [sum, best] = [0, 0];
    for (let entry = 0; entry < 16; entry++) {
      const count = counts[16 * cell + entry]!;
      sum += count;
      if (count > counts[16 * cell + best]!) best = entry;
    }
    if (sum === 0) continue;
    const row = firstRow + Math.floor(cell / columns);
    const column = firstColumn + (cell % columns);
    found.x.push((column + (row & 1) / 2) * across);
    found.y.push(row * up);
    found.count.push(sum);
    found.entry.push(best);
  }
  return {
    x: Float64Array.from(found.x),
    y: Float64Array.from(found.y),
    count: Uint32Array.from(found.count),
    entry: Uint8Array.from(found.entry),
  };
}

/** Column and row of the hexagon around a point; odd rows are shifted by half a column. */
export function hexAt(x: number, y: number, radius: number): readonly [column: number, row: number] {
  const [across, up] = [SQRT3 * radius, 1.5 * radius];
  const row = Math.round(y / up);
  let best: readonly [number, number] = [0, 0];
  let least = Infinity;
  for (let r = row - 1; r <= row + 1; r++) {
    const shift = (r & 1) / 2;
    const column = Math.round(x / across - shift);
    const square = ((column + shift) * across - x) ** 2 + (r * up - y) ** 2;
    if (square < least) [best, least] = [[column, r], square];
  }
  return best;
}

/** Corners of a hexagon with radius 1, x and y. */
export const CORNERS: readonly (readonly [number, number])[] = Array.from({ length: 6 }, (_, i) => [
  Math.sin((i * Math.PI) / 3),
  Math.cos((i * Math.PI) / 3),
]);
