import { beyondLimits, limitOf } from '@itinera/base';
import { keyHash, type PythonDict, type PythonValue } from './python-value.js';

/** Maximum nesting of brackets that Python's tokenizer accepts. */
const MAX_DEPTH = 200;
/** Maximum number of digits of a decimal integer that Python accepts. */
const MAX_DIGITS = 4300;

/** A text that `ast.literal_eval` rejects. */
class NotALiteral extends Error {}

/** Directly after a number. */
const NAME_PART = /[A-Za-z0-9_\u0080-\uffff]/;
const PREFIX = /(?:[rR][bB]?|[bB][rR]?|[uU])?(?=['"])/y;
const NAME = /[A-Za-z_]+/y;

/** How a value was written, which decides whether a sign may precede it. */
type Written = 'number' | 'signed' | 'other';

/**
 * Python's `ast.literal_eval` of one line: the same texts are accepted, with the same value; nothing is evaluated. The escapes
 * `\N{…}` are rejected.
 *
 * @returns undefined for a text that Python rejects
 * @throws UserError if the text has too many values for the memory limit
 */
export function pythonLiteral(text: string, name: string): PythonValue | undefined {
  try {
    return new LiteralParser(text, name).parse();
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

class LiteralParser {
  #at = 0;
  #depth = 0;
  #values = 0;
  #written: Written = 'other';
  readonly #maxValues = limitOf('literalValues');

  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {}

  parse(): PythonValue {
    if (this.text.includes('\0')) this.#fail();
    const value = this.#items('');
    this.#blank();
    return this.#at < this.text.length ? this.#fail() : value;
  }

  #fail(): never {
    throw new NotALiteral();
  }

  /** Skips blanks and a comment. @returns the next character, empty at the end */
  #blank(): string {
    for (;;) {
      const sign = this.text[this.#at] ?? '';
      if (sign === '#') this.#at = this.text.length;
      else if (sign === ' ' || sign === '\t' || sign === '\f') this.#at++;
      else return sign;
    }
  }

  #take(sign: string): boolean {
    if (this.#blank() !== sign) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** One value, or a tuple if commas follow, up to a closing bracket that is not consumed. */
  #items(close: string): PythonValue {
    const first = this.#sum();
    if (this.#blank() !== ',') return first;
    const items = [first];
    while (this.#take(',') && this.#blank() !== close) items.push(this.#sum());
    this.#written = 'other';
    return { type: 'tuple', items };
  }

  /** A value, with a sign if it is a number, or a complex number as a sum. */
  #sum(): PythonValue {
    const left = this.#signed();
    const sign = this.#blank();
    if (sign !== '+' && sign !== '-') return left;
    const isReal = this.#written !== 'other' && (typeof left === 'number' || typeof left === 'bigint');
    this.#at++;
    const right = this.#atom();
    const isImaginary = this.#written === 'number' && typeof right === 'object' && right?.type === 'complex';
    const next = this.#blank();
    if (!isReal || !isImaginary || next === '+' || next === '-') this.#fail();
    const real = Number(left);
    if (typeof left === 'bigint' && !Number.isFinite(real)) this.#fail();
    this.#written = 'other';
    return { type: 'complex', real, imag: sign === '+' ? right.imag : -right.imag };
  }

  #signed(): PythonValue {
    const sign = this.#blank();
    if (sign !== '+' && sign !== '-') return this.#atom();
    this.#at++;
    const value = this.#atom();
    if (this.#written !== 'number') this.#fail();
    this.#written = 'signed';
    if (sign === '+') return value;
    if (typeof value === 'bigint' || typeof value === 'number') return -value;
    if (typeof value !== 'object' || value?.type !== 'complex') return this.#fail();
    return { type: 'complex', real: -value.real, imag: -value.imag };
  }

  #atom(): PythonValue {
    if (++this.#values > this.#maxValues)
      throw beyondLimits(this.name, `has a line with more than ${this.#maxValues} values in an unusual spelling`);
    const sign = this.#blank();
    const value = this.#bracketed(sign);
    if (value !== undefined) return value;
    this.#written = 'other';
    if (/['"bBrRuU]/.test(sign)) {
      const text = this.#strings();
      if (text !== undefined) return text;
    }
    if (/[0-9.]/.test(sign)) return this.#number();
    const name = this.#match(NAME);
    if (name === undefined || NAME_PART.test(this.text[this.#at] ?? '')) this.#fail();
    if (name === 'None') return null;
    if (name === 'True' || name === 'False') return name === 'True';
    return name === 'set' ? this.#emptySet() : this.#fail();
  }

  #bracketed(sign: string): PythonValue | undefined {
    if (sign !== '(' && sign !== '[' && sign !== '{') return undefined;
    if (++this.#depth > MAX_DEPTH) this.#fail();
    this.#at++;
    let value: PythonValue;
    if (sign === '{') value = this.#braces();
    else if (sign === '[') value = this.#list();
    else if (this.#isSetName()) value = this.#emptySet();
    else if (this.#take(')')) value = this.#closed({ type: 'tuple', items: [] });
    else {
      value = this.#items(')');
      const written = this.#written;
      if (!this.#take(')')) this.#fail();
      this.#written = written;
    }
    this.#depth--;
    return value;
  }

  #closed(value: PythonValue): PythonValue {
    this.#written = 'other';
    return value;
  }

  #list(): PythonValue {
    const items: PythonValue[] = [];
    while (!this.#take(']')) {
      items.push(this.#sum());
      if (this.#blank() !== ']' && !this.#take(',')) this.#fail();
    }
    return this.#closed({ type: 'list', items });
  }

  /** A dict or a set, after its opening brace. */
  #braces(): PythonValue {
    const entries = new Map<string, [PythonValue, PythonValue]>();
    let repeated = 0;
    let isSet: boolean | undefined;
    while (!this.#take('}')) {
      const key = this.#sum();
      const isItem = !this.#take(':');
      if (isItem === !(isSet ?? isItem)) this.#fail();
      isSet = isItem;
      const value = isItem ? null : this.#sum();
      const hash = keyHash(key) ?? this.#fail();
      const known = entries.get(hash);
      if (known === undefined) entries.set(hash, [key, value]);
      else {
        known[1] = value;
        repeated++;
      }
      if (this.#blank() !== '}' && !this.#take(',')) this.#fail();
    }
    const held = [...entries.values()];
    const dict: PythonDict = { type: 'dict', entries: held, repeated };
    return this.#closed(isSet ? { type: 'set', items: held.map(([key]) => key) } : dict);
  }

  /** `(set)` before its call. */
  #isSetName(): boolean {
    const found = /[ \t\f]*set[ \t\f]*\)/y;
    found.lastIndex = this.#at;
    if (!found.test(this.text)) return false;
    this.#at = found.lastIndex;
    return true;
  }

  #emptySet(): PythonValue {
    if (!this.#take('(') || !this.#take(')')) this.#fail();
    return this.#closed({ type: 'set', items: [] });
  }

  #number(): PythonValue {
    if (this.text.startsWith('...', this.#at)) {
      this.#at += 3;
      return { type: 'ellipsis' };
    }
    const start = this.#at;
    const isBased = /0[xXoObB]/y;
    isBased.lastIndex = start;
    const isWhole = isBased.test(this.text) ? this.#based() : this.#decimal();
    const isImaginary = /[jJ]/.test(this.text[this.#at] ?? '') && !isBased.lastIndex;
    const number = this.text.slice(start, this.#at).replaceAll('_', '');
    if (isImaginary) this.#at++;
    if (NAME_PART.test(this.text[this.#at] ?? '')) this.#fail();
    this.#written = 'number';
    if (isImaginary) return { type: 'complex', real: 0, imag: Number(number) };
    if (!isWhole) return Number(number);
    if (!isBased.lastIndex && (number.length > MAX_DIGITS || /^0.*[1-9]/.test(number))) this.#fail();
    return BigInt(number.toLowerCase());
  }

  /** An integer of another base, with its prefix. */
  #based(): true {
    const digit = { x: /[0-9a-f]/i, o: /[0-7]/, b: /[01]/ }[this.text[this.#at + 1]!.toLowerCase() as 'x' | 'o' | 'b'];
    this.#at += 2;
    if (this.text[this.#at] === '_') this.#at++;
    return this.#digits(digit) || this.#fail();
  }

  /** @returns whether it is an integer */
  #decimal(): boolean {
    const hasWhole = this.#digits();
    const hasPoint = this.text[this.#at] === '.';
    if (hasPoint) this.#at++;
    if (!(hasPoint && this.#digits()) && !hasWhole) this.#fail();
    const exponent = /[eE][+-]?(?=[0-9])/y;
    exponent.lastIndex = this.#at;
    if (!exponent.test(this.text)) return !hasPoint;
    this.#at = exponent.lastIndex;
    this.#digits();
    return false;
  }

  /** Digits with single underscores between them. Scanned without a regular expression, because a number may have millions of digits. */
  #digits(digit = /[0-9]/): boolean {
    const isDigit = (at: number) => at < this.text.length && digit.test(this.text[at]!);
    if (!isDigit(this.#at)) return false;
    while (isDigit(this.#at)) this.#at += this.text[this.#at + 1] === '_' && isDigit(this.#at + 2) ? 2 : 1;
    return true;
  }

  /** Adjacent strings are one. @returns undefined if none starts here */
  #strings(): PythonValue | undefined {
    let text = '';
    let isBytes: boolean | undefined;
    for (;;) {
      this.#blank();
      const prefix = this.#match(PREFIX)?.toLowerCase();
      if (prefix === undefined) break;
      if (isBytes !== undefined && isBytes !== prefix.includes('b')) this.#fail();
      isBytes = prefix.includes('b');
      const inside = this.#quoted();
      if (isBytes && /[^\0-\x7f]/.test(inside)) this.#fail();
      text += prefix.includes('r') ? inside : this.#unescaped(inside, isBytes);
    }
    if (isBytes === undefined) return undefined;
    return isBytes ? { type: 'bytes', text } : text;
  }

  /** The text up to the closing quote, which is consumed. */
  #quoted(): string {
    const sign = this.text[this.#at] as string;
    const quote = this.text.startsWith(sign.repeat(3), this.#at) ? sign.repeat(3) : sign;
    const from = this.#at + quote.length;
    for (let i = from; i < this.text.length; i++) {
      if (this.text[i] === '\\') i++;
      else if (this.text.startsWith(quote, i)) {
        this.#at = i + quote.length;
        return this.text.slice(from, i);
      }
    }
    return this.#fail();
  }

  #unescaped(text: string, isBytes: boolean): string {
    if (!text.includes('\\')) return text;
    const escapes = isBytes
      ? /\\([0-7]{1,3}|x[0-9a-fA-F]{2}|[\s\S])/g
      : /\\([0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g;
    return text.replace(escapes, (all, code: string) => {
      const simple = SIMPLE_ESCAPES[code];
      if (simple !== undefined) return simple;
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & (isBytes ? 255 : 511));
      if (code.length > 1) {
        const point = Number.parseInt(code.slice(1), 16);
        return point > 0x10_ffff ? this.#fail() : String.fromCodePoint(point);
      }
      // A cut escape; bytes have no others than \x.
      return code === 'x' || (!isBytes && /[uUN]/.test(code)) ? this.#fail() : all;
    });
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
