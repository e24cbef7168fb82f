import type { LocalClock } from './local-clock.js';

const QUOTE = 34;
const SPACE = 32;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Powers of ten that are exact. */
const POWERS = Array.from({ length: 23 }, (_, i) => 10 ** i);
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
/** Digits of which every number is exact. */
const MAX_DIGITS = 15;

/** The cells of one line after another, read where they stand. */
export class CsvLine {
  readonly #separator: number;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  #bytes: Buffer = Buffer.alloc(0);
  #rest = 0;
  #lineEnd = 0;
  #date = '';
  /** Numbers with a decimal comma that were read as if it were a point. */
  decimalCommas = 0;
  #midnight = 0;

  /** @param columns cells that are looked at; those behind are not */
  constructor(separator: number, columns: number) {
    this.#separator = separator;
    this.#from = new Int32Array(columns);
    this.#to = new Int32Array(columns);
  }

  /** @returns how many cells were found */
  split(bytes: Buffer, from: number, to: number): number {
    this.#bytes = bytes;
    const separator = this.#separator;
    const columns = this.#from.length;
    let cell = 0;
    let at = from;
    while (cell < columns) {
      while (at < to && bytes[at] === SPACE) at++;
      let end: number;
      if (bytes[at] === QUOTE && at < to) {
        this.#from[cell] = at + 1;
        end = at + 1;
        while (end < to && (bytes[end] !== QUOTE || bytes[end + 1] === QUOTE)) end += bytes[end] === QUOTE ? 2 : 1;
        this.#to[cell] = Math.min(end, to);
        while (end < to && bytes[end] !== separator) end++;
      } else {
        end = at;
        while (end < to && bytes[end] !== separator) end++;
        let last = end;
        while (last > at && bytes[last - 1] === SPACE) last--;
        this.#from[cell] = at;
        this.#to[cell] = last;
      }
      cell++;
      at = end + 1;
      if (end >= to) break;
    }
    this.#rest = at;
    this.#lineEnd = to;
    return cell;
  }

  /** How many cells stand behind those that are looked at, empty ones at the end of the line not counted. */
  cellsBehind(): number {
    const bytes = this.#bytes;
    const to = this.#lineEnd;
    let cells = 0;
    let behind = 0;
    let isQuoted = false;
    for (let at = this.#rest; at < to; at++) {
      if (at === this.#rest) cells = 1;
      if (bytes[at] === QUOTE) isQuoted = !isQuoted;
      if (bytes[at] === this.#separator && !isQuoted) cells++;
      else if (bytes[at]! > SPACE) behind = cells;
    }
    return behind;
  }

  text(column: number): string {
    const [from, to] = [this.#from[column], this.#to[column]];
    const text = this.#bytes.toString('utf8', from, to);
    // Where bytes are no UTF-8, other names must not become one.
    const known = text.includes('\uFFFD') ? this.#bytes.toString('latin1', from, to) : text;
    return known.replaceAll('""', '"').trim();
  }

  /** A copy of a cell's bytes. */
  bytes(column: number): Buffer {
    return Buffer.from(this.#bytes.subarray(this.#from[column], this.#to[column]));
  }

  equals(column: number, other: Buffer): boolean {
    const from = this.#from[column]!;
    const length = this.#to[column]! - from;
    if (length !== other.length) return false;
    for (let i = 0; i < length; i++) if (this.#bytes[from + i] !== other[i]) return false;
    return true;
  }

  /** NaN for what is no number. */
  number(column: number): number {
    const bytes = this.#bytes;
    const to = this.#to[column]!;
    let at = this.#from[column]!;
    const isNegative = bytes[at] === MINUS && at < to;
    if (isNegative) at++;
    let value = 0;
    let digits = 0;
    let decimals = -1;
    for (; at < to; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (bytes[at] === POINT && decimals < 0) decimals = 0;
      else return this.#slowNumber(column);
    }
    if (digits === 0 || digits > MAX_DIGITS) return this.#slowNumber(column);
    // Both whole numbers are exact, so that their quotient is the nearest to what is written.
    const size = decimals > 0 ? value / POWERS[decimals]! : value;
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

  /** Seconds of the local clock; NaN for what is no time. */
  time(column: number, clock: LocalClock): number {
    const bytes = this.#bytes;
    const from = this.#from[column]!;
    const length = this.#to[column]! - from;
    if (length === 19 && bytes[from + 4] === MINUS) {
      const seconds = this.#dateTime(from, clock);
      if (!Number.isNaN(seconds)) return seconds;
    } else if (length > 0 && bytes[from]! >= ZERO && bytes[from]! <= ZERO + 9) {
      const number = this.number(column);
      if (!Number.isNaN(number)) return clock.number(number);
    }
    return clock.read(this.text(column));
  }

  /** `2020-09-14T08:30:00` or with a space, the day looked up once. */
  #dateTime(from: number, clock: LocalClock): number {
    const bytes = this.#bytes;
    const two = (at: number) => {
      const [a, b] = [bytes[from + at]! - ZERO, bytes[from + at + 1]! - ZERO];
      return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : Number.NaN;
    };
    const [hour, minute, second] = [two(11), two(14), two(17)];
    if (!(hour <= 24 && minute <= 59 && second <= 60) || bytes[from + 13] !== 58 || bytes[from + 16] !== 58)
      return Number.NaN;
    if (bytes[from + 10] !== SPACE && bytes[from + 10] !== 84) return Number.NaN;
    const date = bytes.toString('latin1', from, from + 10);
    if (date !== this.#date) {
      const midnight = clock.read(date);
      if (Number.isNaN(midnight)) return Number.NaN;
      this.#date = date;
      this.#midnight = midnight;
    }
    return this.#midnight + hour * 3600 + minute * 60 + second;
  }
}
