import { tenTo } from '@itinera/base';
import type { CallHead } from './call-head.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const QUOTE = 34;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
/** Maximum number of digits of an exact integer. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, digits) => tenTo(digits));

/** Characters in a hash, a model name or a source. */
const MAX_TEXT = 1024;

const KEYS = {
  person: bytesOf('{"person":'),
  sequence: bytesOf(',"sequence":'),
  hash: bytesOf(',"hash":"'),
  day: bytesOf('","day":'),
  t: bytesOf(',"t":'),
  at: bytesOf(',"at":'),
  model: bytesOf(',"model":"'),
  source: bytesOf('","source":"'),
  inputTokens: bytesOf('","inputTokens":'),
  outputTokens: bytesOf(',"outputTokens":'),
  cost: bytesOf(',"cost":'),
  milliseconds: bytesOf(',"milliseconds":'),
  retries: bytesOf(',"retries":'),
  failed: bytesOf(',"failed":'),
  ended: bytesOf(',"ended":"'),
  quote: bytesOf('"'),
  request: bytesOf(',"request":'),
};
const WORDS = { null: bytesOf('null'), true: bytesOf('true'), false: bytesOf('false') };

class UsualHead {
  #block: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Becomes false at the first unexpected byte. */
  #isUsual = true;
  #model = '';
  #source = '';

  read(block: Uint8Array, start: number, limit: number): CallHead | null {
    this.#block = block;
    this.#at = start;
    this.#isUsual = true;
    const person = this.#number(KEYS.person);
    const sequence = this.#number(KEYS.sequence);
    const hash = this.#text(KEYS.hash);
    const day = this.#number(KEYS.day);
    const t = this.#number(KEYS.t);
    const at = this.#number(KEYS.at);
    const model = this.#text(KEYS.model, this.#model);
    const source = this.#text(KEYS.source, this.#source);
    const inputTokens = this.#number(KEYS.inputTokens);
    const outputTokens = this.#number(KEYS.outputTokens);
    this.#expect(KEYS.cost);
    const cost = this.#skip(WORDS.null) ? null : this.#number();
    const milliseconds = this.#number(KEYS.milliseconds);
    const retries = this.#number(KEYS.retries);
    this.#expect(KEYS.failed);
    const failed = this.#skip(WORDS.true);
    if (!failed) this.#expect(WORDS.false);
    const ended = this.#ended();
    this.#expect(KEYS.request);
    if (!this.#isUsual || this.#at > limit) return null;
    this.#model = model;
    this.#source = source;
    return {
      person,
      sequence,
      hash,
      day,
      t,
      at,
      model,
      source: source as CallHead['source'],
      inputTokens,
      outputTokens,
      cost,
      milliseconds,
      retries,
      failed,
      ...(ended !== null && { ended }),
    };
  }

  #ended(): NonNullable<CallHead['ended']> | null {
    if (this.#block[this.#at + 2] !== KEYS.ended[2]) return null;
    const ended = this.#text(KEYS.ended);
    this.#expect(KEYS.quote);
    return ended as NonNullable<CallHead['ended']>;
  }

  #expect(bytes: Uint8Array): void {
    if (!this.#skip(bytes)) this.#isUsual = false;
  }

  #skip(bytes: Uint8Array): boolean {
    const block = this.#block;
    const start = this.#at;
    for (let i = 0; i < bytes.length; i++) if (block[start + i] !== bytes[i]) return false;
    this.#at = start + bytes.length;
    return true;
  }

  /** A number without sign and exponent. */
  #number(key?: Uint8Array): number {
    if (key) this.#expect(key);
    const block = this.#block;
    const start = this.#at;
    let at = start;
    let digits = 0;
    while (isDigit(block[at])) digits = digits * 10 + (block[at++]! - ZERO);
    const point = at;
    if (block[at] === POINT) {
      at++;
      while (isDigit(block[at])) digits = digits * 10 + (block[at++]! - ZERO);
      if (at === point + 1) this.#isUsual = false;
    }
    if (point === start || (block[start] === ZERO && point > start + 1)) this.#isUsual = false;
    this.#at = at;
    const decimals = Math.max(0, at - point - 1);
    // Both are exact then, so that their quotient is rounded once, as it should be.
    if (digits <= Number.MAX_SAFE_INTEGER && decimals < POWERS_OF_TEN.length) return digits / POWERS_OF_TEN[decimals]!;
    return Number(textOf(block, start, at));
  }

  /** A text of plain characters, up to its closing quote. @param last its value in the previous line. */
  #text(key: Uint8Array, last = ''): string {
    this.#expect(key);
    const block = this.#block;
    const start = this.#at;
    let at = start;
    while (isPlain(block[at])) at++;
    this.#at = at;
    if (at - start > MAX_TEXT) {
      this.#isUsual = false;
      return '';
    }
    let same = at - start === last.length;
    for (let i = 0; same && i < last.length; i++) same = block[start + i] === last.charCodeAt(i);
    return same ? last : textOf(block, start, at);
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;
/** ASCII that a JSON text contains unescaped. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 32 && byte < 127 && byte !== QUOTE && byte !== BACKSLASH;

/** ASCII only; a single call is faster than character by character or a decoder. */
function textOf(block: Uint8Array, start: number, end: number): string {
  return Reflect.apply(String.fromCharCode, null, block.subarray(start, end));
}

const reader = new UsualHead();

/**
 * Reads a head in the form that `cassetteLine` nearly always writes, directly from the bytes and several times
 * as fast as JSON.parse.
 * @param limit maximum end of the head.
 * @returns null for any other form, which may still be valid.
 */
export function readUsualHead(block: Uint8Array, start: number, limit: number): CallHead | null {
  return reader.read(block, start, limit);
}
