import { counted, printable } from '@itinera/base';
import { PickleError } from './pickle-classes.js';

const MAX_INTEGER_BYTES = 8192;
const MAX_INTEGER_DIGITS = 4300;

/** A cursor over a pickle: no read goes past the end, whatever length the file claims. */
export class PickleBytes {
  position = 0;
  readonly #view: DataView;
  /** Never a Buffer, because its slices are not copies. */
  readonly #bytes: Uint8Array;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** The next bytes, as a view of the file. */
  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.#bytes.length - this.position)) {
      throw new PickleError(
        `it is cut short: ${counted(length, 'byte is', 'bytes are')} announced at ${this.position}, but only ${counted(this.#bytes.length - this.position, 'follows', 'follow')}.`,
      );
    }
    this.position += length;
    return this.#bytes.subarray(this.position - length, this.position);
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u16(): number {
    return this.#view.getUint16(this.#skip(2), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#skip(4), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  u64(): number {
    return Number(this.#view.getBigUint64(this.#skip(8), true));
  }

  f64(): number {
    return this.#view.getFloat64(this.#skip(8), false);
  }

  /** Text up to the next line feed, excluded; one letter per byte. */
  line(): string {
    const end = this.#bytes.indexOf(10, this.position);
    if (end < 0) throw new PickleError(`it is cut short: the line that begins at ${this.position} has no end.`);
    const text = latin1(this.take(end - this.position));
    this.position++;
    return text;
  }

  /** Little-endian two's complement. */
  integer(length: number): number | bigint {
    if (length > MAX_INTEGER_BYTES) throw new PickleError(`an integer of ${length} bytes is out of range.`);
    let hex = '';
    for (const byte of this.take(length)) hex = byte.toString(16).padStart(2, '0') + hex;
    return exact(BigInt.asIntN(8 * length, BigInt(`0x${hex || '0'}`)));
  }

  /** UTF-8 as Python writes it, which may contain unpaired surrogates. */
  text(length: number): string {
    const bytes = this.take(length);
    try {
      return strictUtf8.decode(bytes);
    } catch {
      return latin1(bytes).replace(/\xed[\xa0-\xbf][\x80-\xbf]|[^\xed]+|\xed/g, (part) => {
        const isHalf = part.length === 3 && part.charCodeAt(0) === 0xed && part.charCodeAt(1) >= 0xa0;
        if (!isHalf) return looseUtf8.decode(Uint8Array.from(part, (letter) => letter.charCodeAt(0)));
        return String.fromCharCode(0xd000 | ((part.charCodeAt(1) & 63) << 6) | (part.charCodeAt(2) & 63));
      });
    }
  }

  #skip(length: number): number {
    this.take(length);
    return this.position - length;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

/** A number if it is exact, otherwise a big integer. */
export function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

export function parseInteger(text: string): number | bigint {
  if (text.length > MAX_INTEGER_DIGITS || !/^[+-]?\d+$/.test(text)) {
    throw new PickleError(`${printable(text)} is not an integer.`);
  }
  return exact(BigInt(text.replace('+', '')));
}

export function parseFloatText(text: string): number {
  const special: Record<string, number> = { inf: Infinity, '-inf': -Infinity, nan: Number.NaN };
  const value = special[text] ?? (text.trim() === '' ? Number.NaN : Number(text));
  if (Number.isNaN(value) && text !== 'nan') throw new PickleError(`${printable(text)} is not a number.`);
  return value;
}

/** A quoted byte string of Python 2, as `repr` writes it. */
export function parseQuoted(line: string): string {
  const quoted = /^(['"])([\s\S]*)\1$/.exec(line.trim());
  if (!quoted) throw new PickleError('a string is not in quotes.');
  const short: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', b: '\b', f: '\f', v: '\v' };
  return quoted[2]!.replace(/\\(?:x([0-9a-f]{2})|([\s\S]))/gi, (_, hex, letter) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (short[letter] ?? letter),
  );
}

/** Letters above 255 and control characters are written as \uXXXX in protocol 0. */
export function parseRawUnicode(line: string): string {
  return line.replace(/\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})/g, (_, short, long) => {
    const code = Number.parseInt(short ?? long, 16);
    if (code > 0x10ffff) throw new PickleError(`\\U${long} is not a character.`);
    return String.fromCodePoint(code);
  });
}
