import type { ColumnArray } from './shared-columns.js';

/** Counts the memory of growing columns, so that a small hostile file cannot claim much memory. */
export class ReadBudget {
  #spent = 0;

  constructor(
    readonly limit: number,
    readonly refuse: () => never,
  ) {}

  static unlimited(): ReadBudget {
    return new ReadBudget(Number.POSITIVE_INFINITY, () => {
      throw new RangeError('unreachable');
    });
  }

  spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent > this.limit) this.refuse();
  }

  /** The array with room for `length` numbers: itself, or a longer copy. */
  grow<T extends ColumnArray>(array: T, length: number): T {
    if (array.length >= length) return array;
    const Type = array.constructor as (new (length: number) => T) & { BYTES_PER_ELEMENT: number };
    this.spend((length - array.length) * Type.BYTES_PER_ELEMENT);
    const next = new Type(length);
    next.set(array);
    return next;
  }
}
