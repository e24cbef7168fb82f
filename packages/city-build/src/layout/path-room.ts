import type { Path } from './geometry.js';

/** Numbers in an array. */
const CHUNK = 1 << 14;

/** Paths as parts of few arrays: each small one of its own would cost more than its content. */
export class PathRoom {
  #xy = new Float64Array();
  #filled = 0;

  /** A path of `size` numbers, to be filled. */
  take(size: number): Path {
    if (this.#filled + size > this.#xy.length) {
      this.#xy = new Float64Array(Math.max(CHUNK, size));
      this.#filled = 0;
    }
    this.#filled += size;
    return this.#xy.subarray(this.#filled - size, this.#filled);
  }
}
