import fs from 'node:fs';
import type { CallHead } from './call-head.js';
import { readHead } from './read-call-head.js';

/** Small enough to stay in the processor's cache between reading and scanning. */
const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 10;
const SPACE = 32;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What was found in a file of calls beside its calls. */
export interface CallScan {
  /** The end of the last whole line. */
  readonly end: number;
  /** Whether a torn line follows. */
  readonly isTorn: boolean;
  /** Whether the last line is whole, but for its end. */
  readonly lacksNewline: boolean;
  /** Lines that were left out. */
  readonly damaged: number;
  /** Lines that were read although an editor or git has changed what stands around them: CRLF, blanks, a byte order mark. */
  readonly repaired: number;
}

/**
 * Reads the figures of all calls in an open file and skips their texts: a gigabyte takes seconds.
 * @param visit is given the figures and where the line lies, without its end and blanks around it.
 */
export function scanCalls(fd: number, visit: (head: CallHead, offset: number, length: number) => void): CallScan {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Bytes at the start of the chunk: the beginning of a line whose end has not been read. */
  let begun = 0;
  /** Where the chunk lies in the file. */
  let offset = 0;
  const found = { damaged: 0, repaired: 0 };
  const line = (block: Buffer, from: number, to: number): boolean => {
    let [start, end] = [from, to];
    if (offset + start === 0 && BYTE_ORDER_MARK.equals(block.subarray(0, 3))) start = 3;
    while (start < end && block[end - 1]! <= SPACE) end--;
    while (start < end && block[start]! <= SPACE) start++;
    if (start === end) return false;
    const head = readHead(block, start, end);
    if (head === null) return false;
    if (start !== from || end !== to) found.repaired++;
    visit(head, offset + start, end - start);
    return true;
  };
  for (;;) {
    if (begun === chunk.length) chunk = Buffer.concat([chunk], 2 * chunk.length);
    const read = fs.readSync(fd, chunk, begun, chunk.length - begun, offset + begun);
    if (read === 0) {
      const rest = chunk.subarray(0, begun);
      const isWhole = begun > 0 && isJson(rest) && line(rest, 0, begun);
      const end = isWhole ? offset + begun : offset;
      return { end, isTorn: begun > 0 && !isWhole, lacksNewline: isWhole, ...found };
    }
    const block = chunk.subarray(0, begun + read);
    let start = 0;
    for (let end = block.indexOf(NEWLINE, begun); end !== -1; end = block.indexOf(NEWLINE, start)) {
      if (!line(block, start, end) && !isBlank(block, start, end)) found.damaged++;
      start = end + 1;
    }
    chunk.copyWithin(0, start, block.length);
    offset += start;
    begun = block.length - start;
  }
}

/** A line that may be torn anywhere is whole only when all of it is JSON. */
function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString().trim());
    return true;
  } catch {
    return false;
  }
}

function isBlank(block: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (block[i]! > SPACE || block[i] === 0) return false;
  return true;
}
