import fs from 'node:fs';
import type { CallHead } from './call-head.js';
import { readHead } from './read-call-head.js';

/** Small enough to stay in the processor's cache between reading and scanning. */
const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 10;

/**
 * Reads the figures of all calls in an open file and skips their texts: a gigabyte takes seconds.
 * @param visit is given the figures and where the line lies, without its end.
 * @returns the end of the last whole line, whether a torn one follows, and how many lines were left out as damaged.
 */
export function scanCalls(
  fd: number,
  visit: (head: CallHead, offset: number, length: number) => void,
): { end: number; isTorn: boolean; damaged: number } {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Bytes at the start of the chunk: the beginning of a line whose end has not been read. */
  let begun = 0;
  /** Where the chunk lies in the file. */
  let offset = 0;
  let damaged = 0;
  for (;;) {
    if (begun === chunk.length) chunk = Buffer.concat([chunk], 2 * chunk.length);
    const read = fs.readSync(fd, chunk, begun, chunk.length - begun, offset + begun);
    if (read === 0) return { end: offset, isTorn: begun > 0, damaged };
    const block = chunk.subarray(0, begun + read);
    let start = 0;
    for (let end = block.indexOf(NEWLINE, begun); end !== -1; end = block.indexOf(NEWLINE, start)) {
      const head = readHead(block, start, end);
      if (head) visit(head, offset + start, end - start);
      else if (end > start) damaged++;
      start = end + 1;
    }
    chunk.copyWithin(0, start, block.length);
    offset += start;
    begun = block.length - start;
  }
}
