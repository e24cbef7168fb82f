import type { CallHead } from './call-head.js';

const QUOTE = 34;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
/** Those that are exact. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const KEYS = {
  person: Buffer.from('{"person":'),
  sequence: Buffer.from(',"sequence":'),
  hash: Buffer.from(',"hash":"'),
  day: Buffer.from('","day":'),
  t: Buffer.from(',"t":'),
  at: Buffer.from(',"at":'),
  model: Buffer.from(',"model":"'),
  source: Buffer.from('","source":"'),
  inputTokens: Buffer.from('","inputTokens":'),
  outputTokens: Buffer.from(',"outputTokens":'),
  cost: Buffer.from(',"cost":'),
  milliseconds: Buffer.from(',"milliseconds":'),
  retries: Buffer.from(',"retries":'),
  failed: Buffer.from(',"failed":'),
  request: Buffer.from(',"request":'),
};
const WORDS = { null: Buffer.from('null'), true: Buffer.from('true'), false: Buffer.from('false') };

class UsualHead {
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  /** False as soon as something else stands there than is expected. */
  #isUsual = true;
  #model = '';
  #source = '';

  read(block: Buffer, start: number, limit: number): CallHead | null {
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
    };
  }

  #expect(bytes: Buffer): void {
    if (!this.#skip(bytes)) this.#isUsual = false;
  }

  #skip(bytes: Buffer): boolean {
    const block = this.#block;
    const start = this.#at;
    for (let i = 0; i < bytes.length; i++) if (block[start + i] !== bytes[i]) return false;
    this.#at = start + bytes.length;
    return true;
  }

  /** A number without sign and exponent. */
  #number(key?: Buffer): number {
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
    return Number(block.toString('latin1', start, at));
  }

  /** A text of plain signs, up to its closing quote. @param last what it was in the line before. */
  #text(key: Buffer, last = ''): string {
    this.#expect(key);
    const block = this.#block;
    const start = this.#at;
    let at = start;
    while (isPlain(block[at])) at++;
    this.#at = at;
    let same = at - start === last.length;
    for (let i = 0; same && i < last.length; i++) same = block[start + i] === last.charCodeAt(i);
    return same ? last : block.toString('latin1', start, at);
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;
/** ASCII that stands in a JSON text as it is. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 32 && byte < 127 && byte !== QUOTE && byte !== BACKSLASH;

const reader = new UsualHead();

/**
 * Reads a head in the form in which `cassetteLine` writes nearly all of them, straight from the bytes and several times
 * as fast as JSON.parse.
 * @param limit where the head must have ended.
 * @returns null for every other form, which may be whole all the same.
 */
export function readUsualHead(block: Buffer, start: number, limit: number): CallHead | null {
  return reader.read(block, start, limit);
}
