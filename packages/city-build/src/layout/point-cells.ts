import { NumberList } from '@itinera/city/map-making';

/** Points in a grid of cells, to ask whether any of them is within a certain distance. */
export class PointCells {
  readonly #reach: number;
  readonly #xs = new NumberList(Float64Array);
  readonly #ys = new NumberList(Float64Array);
  /** The point that was added to the same cell before, or -1. */
  readonly #before = new NumberList(Int32Array);
  /** The last point of each cell. */
  readonly #lastOf = new Map<number, number>();

  /** @param reach the distance, in the units of the coordinates */
  constructor(reach: number) {
    this.#reach = reach;
  }

  add(x: number, y: number): void {
    const key = keyOf(this.#cellOf(x), this.#cellOf(y));
    this.#before.push(this.#lastOf.get(key) ?? -1);
    this.#lastOf.set(key, this.#xs.length);
    this.#xs.push(x);
    this.#ys.push(y);
  }

  /** Whether a point is within the distance. */
  hasNear(x: number, y: number): boolean {
    const [column, row] = [this.#cellOf(x), this.#cellOf(y)];
    for (let i = column - 1; i <= column + 1; i++)
      for (let j = row - 1; j <= row + 1; j++)
        for (let other = this.#lastOf.get(keyOf(i, j)) ?? -1; other >= 0; other = this.#before.at(other)) {
          const [dx, dy] = [this.#xs.at(other) - x, this.#ys.at(other) - y];
          if (dx * dx + dy * dy <= this.#reach * this.#reach) return true;
        }
    return false;
  }

  #cellOf(value: number): number {
    return Math.floor(value / this.#reach);
  }
}

/** A small number, which maps find fastest. Cells that share one are 65,536 cells apart. */
const keyOf = (column: number, row: number) => (column << 16) | (row & 0xffff);
