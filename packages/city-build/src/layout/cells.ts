import { type GroupedRows, groupValues, NumberList } from '@itinera/city/map-making';

/**
 * The square cells of the plane, numbered. The numbers repeat, so that there are only about as many as things in the cells: those of
 * one number may be far from each other.
 */
class Grid {
  /** Columns, and rows, until the numbers repeat. */
  readonly #side: number;

  /** @param width of a cell, metres */
  constructor(
    readonly width: number,
    things: number,
  ) {
    let side = 1;
    while (side * side < things) side *= 2;
    this.#side = side;
  }

  /** How many numbers there are. */
  get count(): number {
    return this.#side * this.#side;
  }

  /** The column or row of a coordinate. */
  along(value: number): number {
    return Math.floor(value / this.width);
  }

  cellAt(column: number, row: number): number {
    return (column & (this.#side - 1)) * this.#side + (row & (this.#side - 1));
  }
}

/** Items by the cells that their boxes touch. */
export class BoxCells {
  readonly #grid: Grid;
  readonly #cells = new NumberList(Int32Array);
  readonly #items = new NumberList(Int32Array);

  /**
   * @param width of a cell, metres
   * @param count of items, approximately
   */
  constructor(width: number, count: number) {
    this.#grid = new Grid(width, count);
  }

  add(item: number, west: number, south: number, east: number, north: number): void {
    const grid = this.#grid;
    const right = grid.along(east);
    const top = grid.along(north);
    for (let column = grid.along(west); column <= right; column++)
      for (let row = grid.along(south); row <= top; row++) {
        this.#cells.push(grid.cellAt(column, row));
        this.#items.push(item);
      }
  }

  /** The items of each cell, in the order in which they were added. */
  finish(): { readonly grid: Grid } & GroupedRows {
    return { grid: this.#grid, ...groupValues(this.#grid.count, this.#cells.view(), this.#items.view()) };
  }
}

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

const FIRST_POINTS = 1 << 12;
