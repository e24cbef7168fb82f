/** Numbers in a typed array that grows. */
export class NumberList<T extends Uint8Array | Int32Array | Float64Array> {
  length = 0;
  #array: T;

  constructor(Type: new (length: number) => T) {
    this.#array = new Type(256);
  }

  push(value: number): void {
    if (this.length === this.#array.length) this.#reserve(1);
    this.#array[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#array.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.#array[index];
  }

  set(index: number, value: number): void {
    this.#array[index] = value;
  }

  /** The numbers, followed by room for more; valid until the next one is added. */
  get array(): T {
    return this.#array;
  }

  /** The numbers from `start` to `end`, excluded, by default all; valid until the next one is added. */
  view(start = 0, end = this.length): T {
    return this.#array.subarray(start, end) as T;
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#array.length) return;
    const Type = this.#array.constructor as new (length: number) => T;
    // Grows in large steps: unwritten memory costs nothing, but earlier arrays occupy memory for a while.
    const next = new Type(Math.max(needed, 4 * this.#array.length));
    next.set(this.#array);
    this.#array = next;
  }
}
