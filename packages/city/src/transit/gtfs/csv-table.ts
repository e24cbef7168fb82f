import { UserError } from '@itinera/metrics';
import type { StringPool } from '../../map/string-pool.js';
import type { GtfsFiles } from './gtfs-files.js';

const [QUOTE, COMMA, NEWLINE, RETURN, SPACE, COLON, ZERO] = [34, 44, 10, 13, 32, 58, 48];
/** A quote that is never closed must not take in the whole file. */
const MAX_ROW_BYTES = 1 << 20;
const MAX_COLUMNS = 256;
/** A time or number that is missing. */
export const MISSING = -1;

/** A row of a table that is being read; columns count as they were asked for. Valid until the next row. */
export interface CsvRow {
  /** Lines before this one, the header's included, and itself: 2 is the first row. */
  readonly line: number;
  text(column: number): string;
  isEmpty(column: number): boolean;
  /** A whole number of at most nine digits, `MISSING` when there is none, NaN when it is something else. */
  integer(column: number): number;
  /** Decimal number; NaN when there is none. */
  number(column: number): number;
  /** `H:MM:SS` in seconds, 24 hours and more too; `MISSING` when empty, NaN when it is something else. */
  time(column: number): number;
  /** The number of its text in a pool. */
  intern(column: number, pool: StringPool): number;
}

/**
 * Reads a table of a feed row by row, by the names of its columns: commas, quotes, any line ends, byte order mark.
 * @param columns those that are wanted; one that the table does not have is empty in every row
 * @param required those of them that must be there
 * @throws UserError when a required column is missing, or a row never ends
 */
export async function readCsv(
  files: GtfsFiles,
  file: string,
  columns: readonly string[],
  required: readonly string[],
  onRow: (row: CsvRow) => void,
): Promise<void> {
  const scanner = new CsvScanner(`${files.name}: ${file}`, columns, required, onRow);
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of files.chunks(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const used = scanner.scan(bytes, false);
    // A copy, since the chunk may be used again.
    rest = bytes.slice(used);
  }
  scanner.scan(rest, true);
  scanner.finish();
}

class CsvScanner implements CsvRow {
  line = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  /** By column of the file: where its value begins and ends, and whether it holds doubled quotes. */
  readonly #starts = new Int32Array(MAX_COLUMNS);
  readonly #ends = new Int32Array(MAX_COLUMNS);
  readonly #doubled = new Uint8Array(MAX_COLUMNS);
  #count = 0;
  /** By wanted column, its place in the file or -1; empty before the header. */
  #places: Int32Array | undefined;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(
    private readonly name: string,
    private readonly columns: readonly string[],
    private readonly required: readonly string[],
    private readonly onRow: (row: CsvRow) => void,
  ) {}

  /** Takes the rows that are whole. @returns how many bytes were used */
  scan(bytes: Uint8Array, isLast: boolean): number {
    this.#bytes = bytes;
    let at = 0;
    if (this.line === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) at = 3;
    while (at < bytes.length) {
      const next = this.#row(at, isLast);
      if (next < 0) {
        if (bytes.length - at > MAX_ROW_BYTES) this.#fail(`row ${this.line + 1} does not end; is a quote not closed?`);
        break;
      }
      at = next;
    }
    return at;
  }

  /** After the last row. */
  finish(): void {
    if (this.#places === undefined) this.#fail('is empty, expected a line with the names of its columns');
  }

  text(column: number): string {
    const place = this.#places![column];
    if (place < 0 || place >= this.#count) return '';
    const text = this.#decoder.decode(this.#bytes.subarray(this.#starts[place], this.#ends[place]));
    return this.#doubled[place] === 1 ? text.replaceAll('""', '"') : text;
  }

  isEmpty(column: number): boolean {
    const place = this.#places![column];
    return place < 0 || place >= this.#count || this.#starts[place] === this.#ends[place];
  }

  integer(column: number): number {
    if (this.isEmpty(column)) return MISSING;
    const place = this.#places![column];
    return this.#digits(this.#starts[place], this.#ends[place]);
  }

  number(column: number): number {
    return this.isEmpty(column) ? NaN : Number(this.text(column));
  }

  time(column: number): number {
    if (this.isEmpty(column)) return MISSING;
    const place = this.#places![column];
    const end = this.#ends[place];
    const start = this.#starts[place];
    const bytes = this.#bytes;
    if (end - start < 7 || bytes[end - 3] !== COLON || bytes[end - 6] !== COLON) return NaN;
    const minutes = this.#digits(end - 5, end - 3);
    const seconds = this.#digits(end - 2, end);
    if (minutes > 59 || seconds > 59) return NaN;
    return this.#digits(start, end - 6) * 3600 + minutes * 60 + seconds;
  }

  intern(column: number, pool: StringPool): number {
    if (this.isEmpty(column)) return 0;
    const place = this.#places![column];
    if (this.#doubled[place] === 1) return pool.intern(this.text(column));
    return pool.internBytes(this.#bytes, this.#starts[place], this.#ends[place]);
  }

  #digits(start: number, end: number): number {
    if (end - start > 9 || end === start) return NaN;
    let value = 0;
    for (let i = start; i < end; i++) {
      const digit = this.#bytes[i] - ZERO;
      if (digit < 0 || digit > 9) return NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** Takes the row that begins at `at`. @returns where the next begins, or -1 when this one is not whole */
  #row(at: number, isLast: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let position = at;
    let column = 0;
    for (;;) {
      while (position < length && bytes[position] === SPACE) position++;
      let start = position;
      let end: number;
      let doubled = 0;
      if (position < length && bytes[position] === QUOTE) {
        start = ++position;
        for (;;) {
          while (position < length && bytes[position] !== QUOTE) position++;
          // The quote may be the first of two, the second in the next piece.
          if (position + 1 >= length && !isLast) return -1;
          if (bytes[position + 1] !== QUOTE) break;
          doubled = 1;
          position += 2;
        }
        end = Math.min(position, length);
        position++;
        while (position < length && !isBreak(bytes[position])) position++;
      } else {
        while (position < length && !isBreak(bytes[position])) position++;
        end = position;
        while (end > start && bytes[end - 1] === SPACE) end--;
      }
      if (position >= length && !isLast) return -1;
      if (column < MAX_COLUMNS) {
        this.#starts[column] = start;
        this.#ends[column] = end;
        this.#doubled[column++] = doubled;
      }
      if (position >= length || bytes[position] !== COMMA) break;
      position++;
    }
    if (position < length && bytes[position] === RETURN) {
      if (position + 1 >= length && !isLast) return -1;
      if (bytes[position + 1] === NEWLINE) position++;
    }
    this.#count = column;
    this.line++;
    const isBlank = column === 1 && this.#starts[0] === this.#ends[0];
    if (!isBlank) this.#take();
    return position + 1;
  }

  #take(): void {
    if (this.#places !== undefined) {
      this.onRow(this);
      return;
    }
    this.#places = Int32Array.from({ length: this.#count }, (_, i) => i);
    const names = Array.from({ length: this.#count }, (_, i) => this.text(i).trim());
    this.#places = Int32Array.from(this.columns, (column) => names.indexOf(column));
    const missing = this.required.filter((column) => !names.includes(column));
    if (missing.length > 0) this.#fail(`has no column ${missing.join(', ')}; it has ${names.join(', ').slice(0, 500)}`);
  }

  #fail(what: string): never {
    throw new UserError(`${this.name} ${what}. See https://gtfs.org/documentation/schedule/reference/`);
  }
}

function isBreak(byte: number): boolean {
  return byte === COMMA || byte === NEWLINE || byte === RETURN;
}
