/**
 * Distinct strings as UTF-8 bytes, numbered from 0 in order of insertion; number 0 is the empty string. Interning compares
 * bytes, so reading a map creates no JavaScript strings.
 */
export class StringPool {
  bytes = new Uint8Array(1024);
  /** String i is `bytes[offsets[i]] … bytes[offsets[i + 1] - 1]`. */
  offsets = new Uint32Array(64);
  count = 0;

  /** Open addressing: number + 1 of the string in this slot, or 0. */
  #slots = new Int32Array(256);
  #hashes = new Int32Array(64);
  readonly #encoder = new TextEncoder();
  /** Numbers of the texts that were interned as such: finding them again needs no bytes. */
  readonly #known = new Map([['', 0]]);

  constructor() {
    this.internBytes(this.bytes, 0, 0);
  }

  intern(text: string): number {
    let number = this.#known.get(text);
    if (number === undefined) {
      const bytes = this.#encoder.encode(text);
      number = this.internBytes(bytes, 0, bytes.length);
      this.#known.set(text, number);
    }
    return number;
  }

  internBytes(source: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ source[i], 0x01000193);
    hash ^= hash >>> 15;

    const mask = this.#slots.length - 1;
    const length = end - start;
    let slot = hash & mask;
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      if (this.#hashes[found - 1] === hash && this.#holds(found - 1, source, start, length)) return found - 1;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.count + 1;
    return this.#append(source, start, end, hash);
  }

  #holds(number: number, source: Uint8Array, start: number, length: number): boolean {
    const from = this.offsets[number];
    if (this.offsets[number + 1] - from !== length) return false;
    for (let i = 0; i < length; i++) if (this.bytes[from + i] !== source[start + i]) return false;
    return true;
  }

  #append(source: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.count++;
    const from = this.offsets[number];
    const to = from + end - start;
    if (number + 2 > this.offsets.length) {
      this.offsets = grown(this.offsets);
      this.#hashes = grown(this.#hashes);
    }
    if (to > this.bytes.length) {
      const bytes = new Uint8Array(Math.max(to, 2 * this.bytes.length));
      bytes.set(this.bytes);
      this.bytes = bytes;
    }
    for (let i = start, j = from; i < end; i++, j++) this.bytes[j] = source[i];
    this.offsets[number + 1] = to;
    this.#hashes[number] = hash;
    if (2 * this.count > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = this.#hashes[number] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function grown<T extends Int32Array | Uint32Array>(array: T): T {
  const next = new (array.constructor as new (length: number) => T)(2 * array.length);
  next.set(array);
  return next;
}
