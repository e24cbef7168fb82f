/** Slots of an empty table. */
const SLOTS = 1024;

/**
 * Numbers pairs of numbers from 0, in order of first appearance: a hash table that grows with the distinct pairs, so that few
 * pairs of many rows stay in the processor's cache. −0 is 0; a NaN equals nothing.
 */
export class PairNumbers {
  #table = new Int32Array(SLOTS).fill(-1);
  #firsts = new Float64Array(SLOTS / 2);
  #seconds = new Float64Array(SLOTS / 2);
  #count = 0;
  readonly #pair = new Float64Array(2);
  readonly #words = new Uint32Array(this.#pair.buffer);

  /** Number of distinct pairs. */
  get count(): number {
    return this.#count;
  }

  /** First numbers of the pairs, by number. */
  get firsts(): Float64Array {
    return this.#firsts.slice(0, this.#count);
  }

  /** Second numbers of the pairs, by number. */
  get seconds(): Float64Array {
    return this.#seconds.slice(0, this.#count);
  }

  numberOf(first: number, second = 0): number {
    const [a, b] = [first + 0, second + 0];
    const mask = this.#table.length - 1;
    let slot = this.#hash(a, b) & mask;
    for (let number = this.#table[slot]; number >= 0; number = this.#table[slot]) {
      if (this.#firsts[number] === a && this.#seconds[number] === b) return number;
      slot = (slot + 1) & mask;
    }
    if (this.#count === this.#firsts.length) {
      this.#grow();
      return this.numberOf(a, b);
    }
    this.#firsts[this.#count] = a;
    this.#seconds[this.#count] = b;
    this.#table[slot] = this.#count;
    return this.#count++;
  }

  #hash(a: number, b: number): number {
    const words = this.#words;
    this.#pair[0] = a;
    this.#pair[1] = b;
    let hash = Math.imul(words[0] ^ Math.imul(words[1], 0x85ebca6b), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ words[2] ^ Math.imul(words[3], 0xc2b2ae35), 0x27d4eb2f);
    return hash ^ (hash >>> 16);
  }

  #grow(): void {
    const longer = (values: Float64Array) => {
      const next = new Float64Array(2 * values.length);
      next.set(values);
      return next;
    };
    this.#firsts = longer(this.#firsts);
    this.#seconds = longer(this.#seconds);
    const mask = 2 * this.#table.length - 1;
    this.#table = new Int32Array(mask + 1).fill(-1);
    for (let number = 0; number < this.#count; number++) {
      let slot = this.#hash(this.#firsts[number], this.#seconds[number]) & mask;
      while (this.#table[slot] >= 0) slot = (slot + 1) & mask;
      this.#table[slot] = number;
    }
  }
}
