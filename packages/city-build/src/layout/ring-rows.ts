import { type GroupedRows, groupValues, NumberList } from '@itinera/city/map-making';
import { type Path, ringBox } from './geometry.js';

/** Mean number of points of a ring for each of its rows. */
const POINTS = 16;

/**
 * The sides of a ring by rows from south to north, to ask for many points whether they are inside: few sides are in the row of
 * each.
 */
export class RingRows {
  readonly #xy: Path;
  readonly #south: number;
  readonly #north: number;
  readonly #count: number;
  /** By row, its sides as the offsets of their ends in `#xy`. */
  readonly #sides: GroupedRows;

  constructor(xy: Path) {
    this.#xy = xy;
    [, this.#south, , this.#north] = ringBox(xy);
    this.#count = rowsOf(xy, this.#north - this.#south);
    const rows = new NumberList(Int32Array);
    const ends = new NumberList(Int32Array);
    for (let i = 0, j = xy.length - 2; i < xy.length; j = i, i += 2) {
      const last = this.#rowOf(Math.max(xy[i + 1], xy[j + 1]));
      for (let row = this.#rowOf(Math.min(xy[i + 1], xy[j + 1])); row <= last; row++) {
        rows.push(row);
        ends.push(i);
      }
    }
    this.#sides = groupValues(this.#count, rows.view(), ends.view());
  }

  /** Whether a point is inside the ring, as `insideRing`. */
  hasInside(x: number, y: number): boolean {
    const xy = this.#xy;
    const { offsets, items } = this.#sides;
    const row = this.#rowOf(y);
    let isInside = false;
    for (let side = offsets[row]; side < offsets[row + 1]; side++) {
      const i = items[side];
      const j = (i === 0 ? xy.length : i) - 2;
      const yi = xy[i + 1];
      const yj = xy[j + 1];
      if (yi > y !== yj > y && x < ((xy[j] - xy[i]) * (y - yi)) / (yj - yi) + xy[i]) isInside = !isInside;
    }
    return isInside;
  }

  /** The nearest row for those outside. */
  #rowOf(y: number): number {
    const row = Math.floor((this.#count * (y - this.#south)) / (this.#north - this.#south || 1));
    return Math.min(this.#count - 1, Math.max(0, row));
  }
}

/** The number of rows of a ring: few if its sides are high, so that on average a side is in at most three. */
function rowsOf(xy: Path, height: number): number {
  let climb = 0;
  for (let i = 0, j = xy.length - 2; i < xy.length; j = i, i += 2) climb += Math.abs(xy[i + 1] - xy[j + 1]);
  const points = xy.length / 2;
  return Math.max(1, Math.ceil(Math.min(points / POINTS, (points * height) / (climb || 1))));
}
