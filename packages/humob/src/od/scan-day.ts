import { beyondLimits, limitOf, tenTo } from '@itinera/base';
import { cellAt, PLACES } from './rules.js';

/** The flows of a day. A pair that is not listed has no flow. */
export interface OdDay {
  /** `origin * PLACES + destination`, each pair once. */
  readonly pairs: Uint32Array;
  readonly flows: Float64Array;
}

const [SPACE, COMMA, MINUS, POINT, COLON, UNDERSCORE] = [32, 44, 45, 46, 58, 95];
const [DOUBLE_QUOTE, QUOTE, OPEN, CLOSE, ZERO] = [34, 39, 123, 125, 48];
/** Maximum number of digits for which a number and its division by a power of ten are exact. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => tenTo(i));

/** Reads the usual spelling of a day: `{'y_x': {'y_x': 1.5, …}, …}` of cells and numbers that the organisers accept. */
export class DayScanner {
  #pairs = new Uint32Array(1 << 14);
  #flows = new Float64Array(1 << 14);
  readonly #originSeen = new Int32Array(PLACES);
  readonly #destinationSeen = new Int32Array(PLACES);
  #stamp = 0;
  #originStamp = 0;
  #at = 0;
  #bytes: Uint8Array = new Uint8Array();
  #end = 0;

  /** @returns undefined for any other spelling or content, which `pythonLiteral` reads */
  scan(bytes: Uint8Array, from: number, end: number, takes?: (pair: number) => boolean): OdDay | undefined {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
    this.#originStamp = ++this.#stamp;
    let length = 0;
    if (!this.#take(OPEN)) return undefined;
    do {
      const origin = this.#cell();
      if (origin < 0 || this.#originSeen[origin] === this.#originStamp) return undefined;
      this.#originSeen[origin] = this.#originStamp;
      if (!this.#take(COLON) || !this.#take(OPEN)) return undefined;
      const stamp = ++this.#stamp;
      do {
        const destination = this.#cell();
        if (destination < 0 || this.#destinationSeen[destination] === stamp) return undefined;
        this.#destinationSeen[destination] = stamp;
        if (!this.#take(COLON)) return undefined;
        const flow = this.#number();
        if (flow === undefined) return undefined;
        const pair = origin * PLACES + destination;
        if (takes !== undefined && !takes(pair)) continue;
        if (length === this.#pairs.length) this.#grow();
        this.#pairs[length] = pair;
        this.#flows[length++] = flow;
      } while (this.#take(COMMA));
      if (!this.#take(CLOSE)) return undefined;
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE) || this.#at !== this.#end) return undefined;
    return { pairs: this.#pairs.slice(0, length), flows: this.#flows.slice(0, length) };
  }

  #grow(): void {
    const [pairs, flows] = [this.#pairs, this.#flows];
    if (pairs.length > limitOf('odFlows')) throw beyondLimits('a day', `has more than ${pairs.length} flows`);
    this.#pairs = new Uint32Array(2 * pairs.length);
    this.#flows = new Float64Array(2 * pairs.length);
    this.#pairs.set(pairs);
    this.#flows.set(flows);
  }

  /** Skips blanks, and the sign if it is next. */
  #take(sign: number): boolean {
    const bytes = this.#bytes;
    while (this.#at < this.#end && bytes[this.#at] === SPACE) this.#at++;
    if (this.#at >= this.#end || bytes[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  /** @returns -1 for anything but a quoted cell in its usual spelling */
  #cell(): number {
    const bytes = this.#bytes;
    while (bytes[this.#at] === SPACE && this.#at < this.#end) this.#at++;
    const quote = bytes[this.#at];
    if (quote !== QUOTE && quote !== DOUBLE_QUOTE) return -1;
    this.#at++;
    const y = this.#coordinate();
    if (bytes[this.#at] !== UNDERSCORE) return -1;
    this.#at++;
    const x = this.#coordinate();
    if (bytes[this.#at] !== quote || this.#at >= this.#end) return -1;
    this.#at++;
    return cellAt(y, x) ?? -1;
  }

  /** One to three digits without leading zeros, or -1; 0 for anything else. */
  #coordinate(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    const first = bytes[at]! - ZERO;
    if (first === MINUS - ZERO) {
      this.#at += 2;
      return bytes[at + 1] === ZERO + 1 ? -1 : 0;
    }
    if (!(first > 0 && first < 10)) return 0;
    let value = first;
    for (let digit = bytes[++at]! - ZERO; digit >= 0 && digit < 10 && value < 100; digit = bytes[++at]! - ZERO)
      value = 10 * value + digit;
    this.#at = at;
    return value;
  }

  /** A finite number without sign as Python writes it. */
  #number(): number | undefined {
    const bytes = this.#bytes;
    while (bytes[this.#at] === SPACE && this.#at < this.#end) this.#at++;
    const start = this.#at;
    let at = start;
    let mantissa = 0;
    let digit = bytes[at]! - ZERO;
    for (; digit >= 0 && digit < 10; digit = bytes[++at]! - ZERO) mantissa = 10 * mantissa + digit;
    const whole = at - start;
    let decimals = 0;
    if (bytes[at] === POINT) {
      for (digit = bytes[++at]! - ZERO; digit >= 0 && digit < 10; digit = bytes[++at]! - ZERO)
        mantissa = 10 * mantissa + digit;
      decimals = at - start - whole - 1;
      if (decimals === 0) return undefined;
    }
    // Python refuses 07 and integers of more than 4,300 digits.
    if (whole === 0 || (whole > 1 && bytes[start] === ZERO) || whole > EXACT_DIGITS) return undefined;
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      at += bytes[at + 1] === 0x2b || bytes[at + 1] === MINUS ? 2 : 1;
      const from = at;
      while (bytes[at]! >= ZERO && bytes[at]! < ZERO + 10) at++;
      if (at === from) return undefined;
    } else if (whole + decimals <= EXACT_DIGITS) {
      this.#at = at;
      return at > this.#end ? undefined : decimals === 0 ? mantissa : mantissa / POWERS[decimals]!;
    }
    if (at > this.#end) return undefined;
    this.#at = at;
    const value = Number(ascii.decode(bytes.subarray(start, at)));
    return Number.isFinite(value) ? value : undefined;
  }
}

const ascii = new TextDecoder('latin1');
