import { type GroupedRows, groupValues, NumberList } from '@itinera/city/map-making';

/**
 * Odd, so that the cells of a row or of a column repeat no number before all are used; 3 beyond a multiple of 8, so that on a diagonal
 * at most four cells share one of as many.
 */
const SPREAD = 0x9e3779bb;

/**
 * The square cells of the plane, numbered. The numbers repeat, so that there are only about as many as things in the cells: those of
 * one number may be far from each other, and a large box may touch a number several times.
 */
class Grid {
  /** How many numbers there are, a power of two. */
  readonly count: number;

  /** @param width of a cell, metres */
  constructor(
    readonly width: number,
    things: number,
  ) {
    let count = 1;
    while (count < things) count *= 2;
    this.count = count;
  }

  /** The column or row of a coordinate. */
  along(value: number): number {
    return alongGrid(value, this.width);
  }

  cellAt(column: number, row: number): number {
    return (Math.imul(column, SPREAD) + row) & (this.count - 1);
  }
}

const alongGrid = (value: number, width: number) => Math.floor(value / width);

/** The items of each cell of a grid. */
export interface CellItems extends GroupedRows {
  readonly grid: Grid;
}

/** Items by the cells that their boxes touch. */
export class BoxCells {
  readonly #width: number;
  // For each item of each cell.
  readonly #columns = new NumberList(Int32Array);
  readonly #rows = new NumberList(Int32Array);
  readonly #items = new NumberList(Int32Array);

  /** @param width of a cell, metres */
  constructor(width: number) {
    this.#width = width;
  }

  add(item: number, west: number, south: number, east: number, north: number): void {
    const right = alongGrid(east, this.#width);
    const top = alongGrid(north, this.#width);
    for (let column = alongGrid(west, this.#width); column <= right; column++)
      for (let row = alongGrid(south, this.#width); row <= top; row++) {
        this.#columns.push(column);
        this.#rows.push(row);
        this.#items.push(item);
      }
  }

  /** The items of each cell, in the order in which they were added. */
  finish(): CellItems {
    const grid = new Grid(this.#width, this.#items.length);
    const cells = this.#columns.view().map((column, i) => grid.cellAt(column, this.#rows.at(i)));
    return { grid, ...groupValues(grid.count, cells, this.#items.view()) };
  }
}

/** Cells of the first grid of points; larger ones follow. */
const FIRST_POINTS = 1 << 12;

/** Points in a grid of cells, to ask whether any of them is within a certain distance. */
export class PointCells {
  readonly #reach: number;
  readonly #xs = new NumberList(Float64Array);
  readonly #ys = new NumberList(Float64Array);
  /** The point that was added to the same cell before, or -1. */
  readonly #before = new NumberList(Int32Array);
  #grid: Grid;
  /** The last point of each cell, or -1. */
  #lastOf: Int32Array;

  /** @param reach the distance, in the units of the coordinates */
  constructor(reach: number) {
    this.#reach = reach;
    [this.#grid, this.#lastOf] = this.#roomFor(FIRST_POINTS);
  }

  add(x: number, y: number): void {
    this.#xs.push(x);
    this.#ys.push(y);
    this.#before.push(-1);
    if (this.#xs.length <= this.#lastOf.length) {
      this.#enter(this.#xs.length - 1);
      return;
    }
    [this.#grid, this.#lastOf] = this.#roomFor(2 * this.#xs.length);
    for (let point = 0; point < this.#xs.length; point++) this.#enter(point);
  }

  /** Whether a point is within the distance. */
  hasNear(x: number, y: number): boolean {
    const reach = this.#reach;
    const grid = this.#grid;
    const east = grid.along(x + reach);
    const north = grid.along(y + reach);
    for (let column = grid.along(x - reach); column <= east; column++)
      for (let row = grid.along(y - reach); row <= north; row++)
        for (let other = this.#lastOf[grid.cellAt(column, row)]; other >= 0; other = this.#before.at(other)) {
          const dx = this.#xs.at(other) - x;
          const dy = this.#ys.at(other) - y;
          if (dx * dx + dy * dy <= reach * reach) return true;
        }
    return false;
  }

  /** Cells twice as wide as the distance, so that at most four are near a point. */
  #roomFor(points: number): [Grid, Int32Array] {
    const grid = new Grid(2 * this.#reach, points);
    return [grid, new Int32Array(grid.count).fill(-1)];
  }

  #enter(point: number): void {
    const grid = this.#grid;
    const cell = grid.cellAt(grid.along(this.#xs.at(point)), grid.along(this.#ys.at(point)));
    this.#before.set(point, this.#lastOf[cell]);
    this.#lastOf[cell] = point;
  }
}
