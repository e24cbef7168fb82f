import { StringPool } from '../../map/string-pool.js';

/** Ids of a table, with their rows. */
export class IdRows {
  readonly pool = new StringPool();
  readonly #rows: number[] = [];

  /**
   * Records the next row of an id, by its number in the pool.
   * @returns false if the id already has a row
   */
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
