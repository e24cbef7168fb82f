import { beyondLimits, limitOf } from '@itinera/base';
import { trimRight } from '../python-text.js';
import type { FlowFile } from './flow-file.js';

const CHUNK = 1 << 20;
const [TAB, LF, CR] = [9, 10, 13];
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true });
/** Longer than any date. */
const DATE_BYTES = 64;

/** A line of a file of daily flows, as Python reads and splits it. */
export interface OdLine {
  /** The first line is 0. */
  readonly index: number;
  /** False if Python cannot read the line, and thus the file. */
  readonly isUtf8: boolean;
  /** Number of tab-separated columns, without trailing blanks; at most 3 are counted. */
  readonly columns: number;
  readonly isEmpty: boolean;
  /** The first column, cut to a length that no date has. */
  readonly date: string;
  /** The line without its end and the blanks before it. Valid until the next line is requested. */
  readonly bytes: Uint8Array;
  /** Start of the second column. */
  readonly from: number;
}

/**
 * The lines of a file, ended by LF, CRLF or CR. Memory: twice the longest line, which has at most 32 MiB.
 *
 * @param inBlocks once it returns true, many lines are passed on as if they were one
 * @throws UserError if a line is longer; the system's error if the file cannot be read
 */
export function* odLines(file: FlowFile, inBlocks = () => false): Generator<OdLine> {
  let index = 0;
  for (const raw of rawLines(file, inBlocks)) yield lineOf(raw, index++);
}

function lineOf(raw: Uint8Array, index: number): OdLine {
  const isReadable = isUtf8(raw);
  const bytes = raw.subarray(0, trimmedLength(raw));
  const tab = bytes.indexOf(TAB);
  return {
    index,
    isUtf8: isReadable,
    columns: tab < 0 ? 1 : bytes.indexOf(TAB, tab + 1) < 0 ? 2 : 3,
    isEmpty: bytes.length === 0,
    date: utf8.decode(bytes.subarray(0, Math.min(tab < 0 ? bytes.length : tab, DATE_BYTES))),
    bytes,
    from: tab + 1,
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return strict.decode(bytes) !== undefined;
  } catch {
    return false;
  }
}

/** Position at which str.rstrip() cuts. */
function trimmedLength(bytes: Uint8Array): number {
  for (let end = bytes.length; ; ) {
    const last = bytes[end - 1]!;
    const width = last < 0x80 ? Number((last >= 9 && last <= 13) || (last >= 28 && last <= 32)) : wideBlank(bytes, end);
    if (end === 0 || width === 0) return end;
    end -= width;
  }
}

/** The length of a blank beyond ASCII that ends here, or 0. */
function wideBlank(bytes: Uint8Array, end: number): number {
  const isBlank = (width: number) => {
    const tail = bytes.subarray(Math.max(0, end - width), end);
    return isUtf8(tail) && trimRight(utf8.decode(tail)) === '';
  };
  return [2, 3].find(isBlank) ?? 0;
}

function* rawLines(file: FlowFile, inBlocks: () => boolean): Generator<Uint8Array> {
  const longest = limitOf('odLineBytes');
  const reader = file.open();
  try {
    let buffer = new Uint8Array(2 * CHUNK);
    let length = 0;
    let isAfterReturn = false;
    for (let count = -1; count !== 0; ) {
      if (length + CHUNK > buffer.length) buffer = longer(buffer, length);
      count = reader.read(buffer.subarray(length, length + CHUNK));
      let from = isAfterReturn && count > 0 && buffer[length] === LF ? length + 1 : 0;
      let next = Math.max(length, from);
      if (count > 0) isAfterReturn = false;
      length += count;
      const endFrom = (start: number) => (inBlocks() ? lastEndOfLine : endOfLine)(buffer, start, length);
      for (let end = endFrom(next); end >= 0; end = endFrom(next)) {
        yield buffer.subarray(from, end);
        const isReturn = buffer[end] === CR;
        isAfterReturn = isReturn && end + 1 === length;
        from = end + (isReturn && end + 1 < length && buffer[end + 1] === LF ? 2 : 1);
        next = from;
      }
      buffer.copyWithin(0, from, length);
      length -= from;
      if (length > longest)
        throw beyondLimits(file.name, `has a line of more than ${Math.ceil(longest / 2 ** 10)} KiB`);
    }
    if (length > 0) yield buffer.subarray(0, length);
  } finally {
    reader.close();
  }
}

function longer(buffer: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const twice = new Uint8Array(2 * buffer.length);
  twice.set(buffer.subarray(0, length));
  return twice;
}

/** Looks at each byte once: a search for either end, in a file that has only the other, would start again at each line. */
function endOfLine(buffer: Uint8Array, from: number, length: number): number {
  for (let at = from; at < length; at++) if (buffer[at] === LF || buffer[at] === CR) return at;
  return -1;
}

function lastEndOfLine(buffer: Uint8Array, from: number, length: number): number {
  for (let at = length - 1; at >= from; at--) if (buffer[at] === LF || buffer[at] === CR) return at;
  return -1;
}

export function textOf(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}
