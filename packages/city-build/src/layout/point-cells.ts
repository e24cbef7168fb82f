import { NumberList } from '@itinera/city/map-making';

/** The number of columns and of rows of a grid until they repeat. */
const GRID = 512;
/** The number of cells of a grid. */
export const CELLS = GRID * GRID;

/** The number of a cell of a grid. Cells that share one are far from each other. */
export const cellAt = (column: number, row: number) => (column & (GRID - 1)) * GRID + (row & (GRID - 1));

/** Points in a grid of cells, to ask whether any of them is within a certain distance. */
export class PointCells {
  readonly #reach: number;
  readonly #xs = new NumberList(Float64Array);
  readonly #ys = new NumberList(Float64Array);
  /** The point that was added to the same cell before, or -1. */
  readonly #before = new NumberList(Int32Array);
  /** The last point of each cell, or -1. */
  readonly #lastOf = new Int32Array(CELLS).fill(-1);

  /** @param reach the distance, in the units of the coordinates */
  constructor(reach: number) {
    this.#reach = reach;
  }

  add(x: number, y: number): void {
    const cell = cellAt(this.#alongGrid(x), this.#alongGrid(y));
    this.#before.push(this.#lastOf[cell]);
    this.#lastOf[cell] = this.#xs.length;
    this.#xs.push(x);
    this.#ys.push(y);
  }

  /** Whether a point is within the distance. */
  hasNear(x: number, y: number): boolean {
    const reach = this.#reach;
    const east = this.#alongGrid(x + reach);
    const north = this.#alongGrid(y + reach);
    for (let column = this.#alongGrid(x - reach); column <= east; column++)
      for (let row = this.#alongGrid(y - reach); row <= north; row++)
        for (let other = this.#lastOf[cellAt(column, row)]; other >= 0; other = this.#before.at(other)) {
          const dx = this.#xs.at(other) - x;
          const dy = this.#ys.at(other) - y;
          if (dx * dx + dy * dy <= reach * reach) return true;
        }
    return false;
  }

  /** The column or row of a coordinate. Cells are twice as wide as the distance, so that at most four are near a point. */
  #alongGrid(value: number): number {
    return Math.floor(value / (2 * this.#reach));
  }
}
