import { beyondLimits, limitOf, midnightOf, tenTo, UserError } from '@itinera/base';
import type { LocalClock } from '../local-clock.js';
import type { OnStart, TableRow } from '../row.js';
import { csvShape } from './csv-shape.js';

const [QUOTE, NEWLINE, RETURN, SPACE, MINUS, POINT, COLON, ZERO] = [34, 10, 13, 32, 45, 46, 58, 48];
const MAX_COLUMNS = 4096;
/** Powers of ten that doubles represent exactly. */
const POWERS = Array.from({ length: 23 }, (_, i) => tenTo(i));
/** Every number with this many digits is exact. */
const MAX_DIGITS = 15;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** A number of two digits; 100 for anything else. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const a = bytes[at] - ZERO;
  const b = bytes[at + 1] - ZERO;
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : 100;
}

/** Marks the bytes that end an unquoted cell. */
const stopsOf = (separator: string) => {
  const stops = new Uint8Array(256);
  for (const byte of [separator.charCodeAt(0), NEWLINE, RETURN]) stops[byte] = 1;
  return stops;
};

/**
 * Splits CSV into rows and cells: any separator, quotes (even around line breaks), any line endings, a byte order mark,
 * numbers with a decimal comma. Cells are read in place.
 */
export class CsvScanner implements TableRow {
  line = 0;
  cells = 0;
  /** Number of values read with a decimal comma. */
  decimalCommas = 0;
  /** Bytes of the current row, for cells that need another decoder. */
  bytes: Uint8Array = new Uint8Array(0);
  readonly #name: string;
  readonly #onStart: OnStart;
  #separator = 0;
  #stops = stopsOf(',');
  /** For each column of the file, start and end of the value, and whether it contains doubled quotes. */
  #starts = new Int32Array(0);
  #ends = new Int32Array(0);
  #doubled = new Uint8Array(0);
  #kept = 0;
  /** Number of columns in the first line. */
  #width = 0;
  #places: Int32Array | undefined;
  #take: (row: TableRow) => void = () => undefined;
  #nextLine = 1;
  /** For each selected column, the last text that was read. */
  #lastBytes: Uint8Array[] = [];
  #lastTexts: string[] = [];
  #date = -1;
  #midnight = 0;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(name: string, onStart: OnStart) {
    this.#name = name;
    this.#onStart = onStart;
  }

  /** Whether the first line has been read. */
  get hasStarted(): boolean {
    return this.#places !== undefined;
  }

  /**
   * Passes on the complete rows.
   * @returns the number of bytes consumed
   */
  scan(bytes: Uint8Array, isLast: boolean): number {
    this.bytes = bytes;
    let at = 0;
    if (this.#nextLine === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) at = 3;
    while (at < bytes.length) {
      if (this.#places === undefined) {
        const next = this.#start(at, isLast);
        if (next < 0) break;
        at = next;
        continue;
      }
      const blank = bytes[at] === NEWLINE ? 1 : bytes[at] === RETURN && bytes[at + 1] === NEWLINE ? 2 : 0;
      if (blank > 0) {
        at += blank;
        this.#nextLine++;
        continue;
      }
      const next = this.#row(at, isLast);
      if (next < 0) break;
      at = next;
    }
    // An unclosed quote would swallow the whole file.
    if (bytes.length - at > limitOf('rowBytes'))
      throw beyondLimits(
        `${this.#name}: line ${this.#nextLine}`,
        `is longer than ${limitOf('rowBytes')} bytes (a closing quote may be missing)`,
      );
    return at;
  }

  isEmpty(column: number): boolean {
    const place = this.#places![column];
    return place < 0 || place >= this.cells || this.#starts[place] === this.#ends[place];
  }

  /** Start and end of a cell's bytes; doubled quotes are still doubled there. */
  start(column: number): number {
    return this.#starts[this.#places![column]]!;
  }

  end(column: number): number {
    return this.#ends[this.#places![column]]!;
  }

  isDoubled(column: number): boolean {
    return this.#doubled[this.#places![column]] === 1;
  }

  text(column: number): string {
    if (this.isEmpty(column)) return '';
    const place = this.#places![column];
    const [start, end] = [this.#starts[place], this.#ends[place]];
    const { bytes } = this;
    const last = this.#lastBytes[column];
    if (last.length === end - start) {
      let same = 0;
      while (same < last.length && bytes[start + same] === last[same]) same++;
      if (same === last.length) return this.#lastTexts[column];
    }
    const text = this.#decode(start, end);
    this.#lastBytes[column] = bytes.slice(start, end);
    this.#lastTexts[column] = (this.#doubled[place] === 1 ? text.replaceAll('""', '"') : text).trim();
    return this.#lastTexts[column];
  }

  number(column: number): number {
    if (this.isEmpty(column)) return Number.NaN;
    const plain = this.#plainNumber(column);
    return Number.isNaN(plain) ? this.#slowNumber(column) : plain;
  }

  /** Parses digits with an optional point; NaN for anything else. */
  #plainNumber(column: number): number {
    const place = this.#places![column];
    const to = this.#ends[place];
    const { bytes } = this;
    let at = this.#starts[place];
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    let value = 0;
    let digits = 0;
    let decimals = -1;
    for (; at < to; at++) {
      const digit = bytes[at] - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (bytes[at] === POINT && decimals < 0) decimals = 0;
      else return Number.NaN;
    }
    if (digits === 0 || digits > MAX_DIGITS) return Number.NaN;
    // Both integers are exact, so their quotient is the double nearest to the decimal.
    const size = decimals > 0 ? value / POWERS[decimals] : value;
    return isNegative ? -size : size;
  }

  #slowNumber(column: number): number {
    const text = this.text(column);
    if (DECIMAL_COMMA.test(text)) {
      this.decimalCommas++;
      return Number(text.replace(',', '.'));
    }
    return text === '' ? Number.NaN : Number(text);
  }

  time(column: number, clock: LocalClock): number {
    if (this.isEmpty(column)) return Number.NaN;
    if (clock.hasFormat) return clock.read(this.text(column));
    const { bytes } = this;
    const from = this.start(column);
    const length = this.end(column) - from;
    if (length === 19 && bytes[from + 4] === MINUS) {
      const seconds = this.#dateTime(from, clock);
      if (!Number.isNaN(seconds)) return seconds;
    } else if (bytes[from] >= ZERO && bytes[from] <= ZERO + 9) {
      const number = this.number(column);
      if (!Number.isNaN(number)) return clock.number(number);
    }
    return clock.read(this.text(column));
  }

  value(column: number): unknown {
    const plain = this.isEmpty(column) ? Number.NaN : this.#plainNumber(column);
    if (!Number.isNaN(plain)) return plain;
    const text = this.text(column);
    if (text === '') return undefined;
    if (NUMBER.test(text)) return Number(text);
    if (this.#separator !== 44 && DECIMAL_COMMA.test(text)) return this.number(column);
    return text === 'true' || text === 'True' ? true : text === 'false' || text === 'False' ? false : text;
  }

  /** Parses `2020-09-14T08:30:00`, or with a space; each day is computed once. */
  #dateTime(from: number, clock: LocalClock): number {
    const { bytes } = this;
    const hour = twoDigits(bytes, from + 11);
    const minute = twoDigits(bytes, from + 14);
    const second = twoDigits(bytes, from + 17);
    if (!(hour <= 24 && minute <= 59 && second <= 60) || bytes[from + 13] !== COLON || bytes[from + 16] !== COLON)
      return Number.NaN;
    if ((bytes[from + 10] !== SPACE && bytes[from + 10] !== 84) || bytes[from + 7] !== MINUS) return Number.NaN;
    const century = twoDigits(bytes, from);
    const year = twoDigits(bytes, from + 2);
    const month = twoDigits(bytes, from + 5);
    const day = twoDigits(bytes, from + 8);
    if (century > 99 || year > 99 || month > 99 || day > 99) return Number.NaN;
    const date = ((century * 100 + year) * 100 + month) * 100 + day;
    if (date !== this.#date) {
      const day = this.#decode(from, from + 10);
      if (Number.isNaN(clock.read(day))) return Number.NaN;
      this.#date = date;
      this.#midnight = midnightOf(day) / 1000;
    }
    return clock.floating(this.#midnight + hour * 3600 + minute * 60 + second);
  }

  #decode(start: number, end: number): string {
    const text = this.#decoder.decode(this.bytes.subarray(start, end));
    // If bytes are not valid UTF-8, different names must still differ.
    return text.includes('\uFFFD')
      ? String.fromCharCode(...this.bytes.subarray(start, Math.min(end, start + 4096)))
      : text;
  }

  /**
   * Reads the first non-blank line.
   * @returns the start of the next row, or -1 if the line is incomplete
   */
  #start(at: number, isLast: boolean): number {
    const { bytes } = this;
    let end = at;
    while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) end++;
    if (end + 1 >= bytes.length && !isLast) return -1;
    const next = end + (bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? 2 : 1);
    const line = this.#decode(at, end);
    // Excel names the separator in a line before the header.
    if (line.trim() === '' || /^"?sep=.?"?$/i.test(line.trim())) {
      this.#nextLine++;
      return next;
    }
    const { separator, cells, isHeader } = csvShape(line);
    this.#separator = separator.charCodeAt(0);
    this.#stops = stopsOf(separator);
    this.#width = cells.length;
    const { columns, take } = this.#onStart({ names: isHeader ? cells : undefined, cells });
    this.#places = Int32Array.from(columns);
    this.#take = take;
    this.#kept = Math.min(MAX_COLUMNS, Math.max(0, ...columns) + 1);
    this.#starts = new Int32Array(this.#kept);
    this.#ends = new Int32Array(this.#kept);
    this.#doubled = new Uint8Array(this.#kept);
    this.#lastBytes = columns.map(() => new Uint8Array(0));
    this.#lastTexts = columns.map(() => '');
    if (!isHeader) return at;
    this.#nextLine++;
    return next;
  }

  /**
   * Passes on the row that begins at a position.
   * @returns the start of the next row, or -1 if this one is incomplete
   */
  #row(at: number, isLast: boolean): number {
    const { bytes } = this;
    const { length } = bytes;
    const stops = this.#stops;
    const separator = this.#separator;
    const kept = this.#kept;
    const width = this.#width;
    const starts = this.#starts;
    const ends = this.#ends;
    const allDoubled = this.#doubled;
    let position = at;
    let column = 0;
    let cells = 0;
    let lines = 1;
    for (;;) {
      while (position < length && bytes[position] === SPACE) position++;
      let start = position;
      let end: number;
      let doubled = 0;
      if (position < length && bytes[position] === QUOTE) {
        start = ++position;
        for (;;) {
          while (position < length && bytes[position] !== QUOTE) if (bytes[position++] === NEWLINE) lines++;
          // The quote may be the first of two, the second of which is in the next chunk.
          if (position + 1 >= length && !isLast) return -1;
          if (bytes[position + 1] !== QUOTE) break;
          doubled = 1;
          position += 2;
        }
        end = Math.min(position, length);
        if (position >= length) this.#fail(`line ${this.#nextLine}: the closing quote is missing`);
        position++;
        while (position < length && stops[bytes[position]] === 0) position++;
      } else {
        while (position < length && stops[bytes[position]] === 0) position++;
        end = position;
        while (end > start && bytes[end - 1] <= SPACE) end--;
      }
      if (position >= length && !isLast) return -1;
      if (column < kept) {
        starts[column] = start;
        ends[column] = end;
        allDoubled[column] = doubled;
      }
      column++;
      if (column <= width || end > start) cells = column;
      if (position >= length || bytes[position] !== separator) break;
      position++;
    }
    if (position < length && bytes[position] === RETURN) {
      if (position + 1 >= length && !isLast) return -1;
      if (bytes[position + 1] === NEWLINE) position++;
    }
    this.cells = cells;
    this.line = this.#nextLine;
    this.#nextLine += lines;
    const isBlank = column === 1 && starts[0] === ends[0];
    if (!isBlank) this.#take(this);
    return position + 1;
  }

  #fail(what: string): never {
    throw new UserError(`${this.#name}: ${what}. Correct the file.`);
  }
}
