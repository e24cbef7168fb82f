import fs from 'node:fs';

const BLOCK_BYTES = 2 ** 18;
const BLOCKS_KEPT = 64;

/**
 * Reads pieces of an open file through a few blocks in memory (16 MB): a resumed run asks for its calls in about the
 * order in which they were recorded, and a system call for each would take longer than all the rest.
 */
export class BlockReader {
  readonly #fd: number;
  /** Blocks by number, the one used longest ago first. */
  readonly #blocks = new Map<number, Buffer>();

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
    let block = this.#blocks.get(number);
    this.#blocks.delete(number);
    if (!block) {
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      block = block.subarray(0, fs.readSync(this.#fd, block, 0, BLOCK_BYTES, number * BLOCK_BYTES));
      if (this.#blocks.size === BLOCKS_KEPT) this.#blocks.delete(this.#blocks.keys().next().value!);
    }
    this.#blocks.set(number, block);
    return block;
  }
}
