import type { CallHead } from './call-head.js';
import { readCallHead } from './read-call-head.js';

const NEWLINE = 10;
const SPACE = 32;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const decoder = new TextDecoder();

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

/** Which piece of a file some bytes are; a whole one unless it says otherwise. */
export interface CallPiece {
  /** Bytes at the beginning that are known to hold no end of a line. */
  readonly searched?: number;
  readonly isStart?: boolean;
  readonly isEnd?: boolean;
}

/** Is given the figures of a call and where its line lies, without its end and blanks around it. */
export type VisitCall = (head: CallHead, offset: number, length: number) => void;

/**
 * Reads the figures of all calls among bytes of a `calls.ndjson` and skips their texts: a gigabyte takes seconds.
 * @param bytes that begin where a line does.
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
  const isWhole = hasRest && isJson(bytes.subarray(start)) && line(start, bytes.length);
  return { end: isWhole ? bytes.length : start, isTorn: hasRest && !isWhole, lacksNewline: isWhole, ...found };
}

/** A line that may be torn anywhere is whole only when all of it is JSON. */
function isJson(line: Uint8Array): boolean {
  try {
    JSON.parse(decoder.decode(line).trim());
    return true;
  } catch {
    return false;
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i]! > SPACE || bytes[i] === 0) return false;
  return true;
}
