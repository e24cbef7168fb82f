import { UserError } from '@itinera/base';

/**
 * Writes plain data as a Python pickle of protocol 4, for Python's own `pickle.load`: null, booleans, numbers (whole
 * ones as int, others as float), big integers, text, arrays (list), Uint8Arrays (bytes), Sets, UUIDs, Maps and plain objects
 * (dict; entries that are undefined are left out).
 *
 * @returns the whole file
 * @throws UserError for any other value, such as a function or a class instance
 */
export function writePickle(value: unknown): Uint8Array {
  const out = new PickleOutput();
  out.bytes(0x80, 4);
  write(value, out);
  out.bytes(STOP);
  return out.finish();
}

/** A text that Python reads as `uuid.UUID`. */
export class PythonUuid {
  constructor(readonly text: string) {}
}

const STOP = 0x2e;
const MARK = 0x28;

function write(value: unknown, out: PickleOutput): void {
  if (value === null || value === undefined) out.bytes(0x4e);
  else if (typeof value === 'boolean') out.bytes(value ? 0x88 : 0x89);
  else if (typeof value === 'number') writeNumber(value, out);
  else if (typeof value === 'bigint') writeBigInt(value, out);
  else if (typeof value === 'string') writeText(value, out);
  else if (value instanceof Uint8Array) out.sized(0x8e, 8, value);
  else if (Array.isArray(value)) writeItems(0x5d, 0x65, value, out);
  else if (value instanceof Set) writeItems(0x8f, 0x90, [...value], out);
  else if (value instanceof Map) writeItems(0x7d, 0x75, [...value].flat(1), out);
  else if (value instanceof PythonUuid) writeUuid(value, out);
  else if (isPlainObject(value)) {
    const entries = Object.entries(value).filter((entry) => entry[1] !== undefined);
    writeItems(0x7d, 0x75, entries.flat(1), out);
  } else
    throw new UserError(
      `writePickle: a ${describe(value)} cannot be written; expected numbers, text, lists and objects.`,
    );
}

/** An empty container, then its items as one group. */
function writeItems(empty: number, add: number, items: readonly unknown[], out: PickleOutput): void {
  out.bytes(empty);
  if (items.length === 0) return;
  out.bytes(MARK);
  for (const item of items) write(item, out);
  out.bytes(add);
}

function writeNumber(value: number, out: PickleOutput): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) out.double(value);
  else if (value >= 0 && value < 256) out.bytes(0x4b, value);
  else if (value === (value | 0)) out.bytes(0x4a, value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);
  else writeBigInt(BigInt(value), out);
}

function writeBigInt(value: bigint, out: PickleOutput): void {
  const bytes: number[] = [];
  let rest = value;
  // Two's complement: stop when the rest is only the sign of the byte before.
  do {
    bytes.push(Number(rest & 255n));
    rest >>= 8n;
  } while (!(rest === 0n && bytes.at(-1)! < 128) && !(rest === -1n && bytes.at(-1)! >= 128));
  out.sized(0x8b, 4, Uint8Array.from(bytes));
}

function writeText(value: string, out: PickleOutput): void {
  if (/\p{Cs}/u.test(value)) throw new UserError('writePickle: a string contains an unpaired surrogate.');
  out.sized(0x58, 4, new TextEncoder().encode(value));
}

/** An empty object of the class, then its state: `{"int": …}`. */
function writeUuid({ text }: PythonUuid, out: PickleOutput): void {
  writeText('uuid', out);
  writeText('UUID', out);
  out.bytes(0x93, 0x29, 0x81);
  write({ int: BigInt(`0x${text.replaceAll('-', '')}`) }, out);
  out.bytes(0x62);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  return typeof value === 'object' ? (value?.constructor?.name ?? 'object') : typeof value;
}

/** Bytes that grow by doubling. */
class PickleOutput {
  #buffer = new Uint8Array(1024);
  #length = 0;

  bytes(...values: number[]): void {
    const at = this.#grow(values.length);
    for (let i = 0; i < values.length; i++) this.#buffer[at + i] = values[i]!;
  }

  double(value: number): void {
    const at = this.#grow(9);
    this.#buffer[at] = 0x47;
    new DataView(this.#buffer.buffer).setFloat64(at + 1, value, false);
  }

  /** An instruction, the length of its bytes in little-endian order, and the bytes. */
  sized(opcode: number, lengthBytes: 4 | 8, content: Uint8Array): void {
    const at = this.#grow(1 + lengthBytes + content.length);
    this.#buffer[at] = opcode;
    new DataView(this.#buffer.buffer).setUint32(at + 1, content.length, true);
    this.#buffer.set(content, at + 1 + lengthBytes);
  }

  finish(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #grow(by: number): number {
    const at = this.#length;
    this.#length += by;
    if (this.#length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#buffer.length));
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    return at;
  }
}
