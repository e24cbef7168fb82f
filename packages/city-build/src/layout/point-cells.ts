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
    const reach = this.#reach;
    const east = this.#cellOf(x + reach);
    const north = this.#cellOf(y + reach);
    for (let column = this.#cellOf(x - reach); column <= east; column++)
      for (let row = this.#cellOf(y - reach); row <= north; row++)
        for (let other = this.#lastOf.get(keyOf(column, row)) ?? -1; other >= 0; other = this.#before.at(other)) {
          const dx = this.#xs.at(other) - x;
          const dy = this.#ys.at(other) - y;
          if (dx * dx + dy * dy <= reach * reach) return true;
        }
    return false;
  }

  /** Cells are twice as wide as the distance, so that at most four are near a point. */
  #cellOf(value: number): number {
    return Math.floor(value / (2 * this.#reach));
  }
}

/** A small number, which maps find fastest. Cells that share one are 65,536 cells apart. */
const keyOf = (column: number, row: number) => (column << 16) | (row & 0xffff);
