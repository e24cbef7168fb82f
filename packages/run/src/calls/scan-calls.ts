import type { CallHead } from './call-head.js';
import { parseCall } from './parse-call.js';
import { readCallHead } from './read-call-head.js';

const NEWLINE = 10;
const SPACE = 32;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const decoder = new TextDecoder();

/** Facts about a file of calls other than its calls. */
export interface CallScan {
  /** End of the last complete line. */
  readonly end: number;
  /** Whether a torn line follows. */
  readonly isTorn: boolean;
  /** Whether the last line is complete except for its end. */
  readonly lacksNewline: boolean;
  /** Lines that were skipped. */
  readonly damaged: number;
  /** Lines that were read although an editor or git has changed the file around them: CRLF, blanks, a byte-order mark. */
  readonly repaired: number;
}

/** The part of a file that the bytes are; the whole file by default. */
export interface CallPiece {
  /** Number of bytes at the start that are known not to contain a line end. */
  readonly searched?: number;
  readonly isStart?: boolean;
  readonly isEnd?: boolean;
}

/** Receives the figures of a call and the position of its line, without its end and surrounding blanks. */
export type VisitCall = (head: CallHead, offset: number, length: number) => void;

/**
 * Reads the figures of all calls in the bytes of a `calls.ndjson` and skips their texts; a gigabyte takes seconds.
 * @param bytes starting at the beginning of a line.
 */
export function scanCalls(
  bytes: Uint8Array,
  visit: VisitCall,
  { searched = 0, isStart = true, isEnd = true }: CallPiece = {},
): CallScan {
  const found = { damaged: 0, repaired: 0 };
  const line = (from: number, to: number): boolean => {
    let [start, end] = [from, to];
    if (start === 0 && isStart && BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte)) start = 3;
    while (start < end && bytes[end - 1]! <= SPACE) end--;
    while (start < end && bytes[start]! <= SPACE) start++;
    const head = start === end ? null : readCallHead(bytes, start, end);
    if (head === null) return false;
    if (start !== from || end !== to) found.repaired++;
    visit(head, start, end - start);
    return true;
  };
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE, searched); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    if (!line(start, end) && !isBlank(bytes, start, end)) found.damaged++;
    start = end + 1;
  }
  const hasRest = isEnd && start < bytes.length;
  const isWhole = hasRest && isObject(bytes.subarray(start)) && line(start, bytes.length);
  return { end: isWhole ? bytes.length : start, isTorn: hasRest && !isWhole, lacksNewline: isWhole, ...found };
}

/** A line that may be cut off anywhere is complete only if all of it is one valid JSON object. */
function isObject(line: Uint8Array): boolean {
  return parseCall(decoder.decode(line).trim()) !== null;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i]! > SPACE || bytes[i] === 0) return false;
  return true;
}
