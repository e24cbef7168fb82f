import fs from 'node:fs';

const BLOCK_BYTES = 2 ** 18;
const BLOCKS_KEPT = 64;

/**
 * Reads ranges of an open file through a few blocks in memory (16 MB): a resumed run reads its calls roughly in the order
 * of recording, and a system call for each would take longer than everything else.
 */
export class BlockReader {
  readonly #fd: number;
  /** Blocks by number, least recently used first. */
  readonly #blocks = new Map<number, Buffer>();
  /** The most recently used block. */
  #newest = -1;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** @returns `length` bytes from `offset`, fewer at the end of the file. Valid until the next call. */
  read(offset: number, length: number): Buffer {
    const first = Math.floor(offset / BLOCK_BYTES);
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES);
    if (first === last) {
      const start = offset - first * BLOCK_BYTES;
      return this.#block(first).subarray(start, start + length);
    }
    const piece = Buffer.allocUnsafe(length);
    return piece.subarray(0, fs.readSync(this.#fd, piece, 0, length, offset));
  }

  #block(number: number): Buffer {
    if (number === this.#newest) return this.#blocks.get(number)!;
    const known = this.#blocks.get(number);
    const block = known ?? this.#load(number);
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    this.#newest = number;
    return block;
  }

  #load(number: number): Buffer {
    let memory: ArrayBufferLike | undefined;
    if (this.#blocks.size === BLOCKS_KEPT) {
      const [oldest, block] = this.#blocks.entries().next().value!;
      this.#blocks.delete(oldest);
      memory = block.buffer;
    }
    const block = Buffer.from(memory ?? new ArrayBuffer(BLOCK_BYTES));
    return block.subarray(0, fs.readSync(this.#fd, block, 0, BLOCK_BYTES, number * BLOCK_BYTES));
  }
}
