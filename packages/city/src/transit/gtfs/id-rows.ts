import { StringPool } from '../../map/string-pool.js';

/** Ids of a table, with the rows that have them. */
export class IdRows {
  readonly pool = new StringPool();
  readonly #rows: number[] = [];

  /** Notes the next row of an id, by its number in the pool. @returns false when there is one already */
  add(number: number, row: number): boolean {
    if (this.#rows[number] !== undefined) return false;
    this.#rows[number] = row;
    return true;
  }

  /** The row of an id by its number in the pool, or -1. */
  row(number: number): number {
    return this.#rows[number] ?? -1;
  }
}
