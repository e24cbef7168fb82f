import { printable, UserError } from '@itinera/base';
import { decodeArray, type NdArray, parseDType, shapeSize } from './nd-array.js';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const MAX_HEADER = 10_000;

/**
 * Reads a numpy `.npy` file of numbers, booleans or text: versions 1 to 3, either byte order, C or Fortran order.
 * Objects (a pickle inside), complex and structured types are rejected by name. Bytes after the data are ignored.
 *
 * @param bytes the whole file
 * @param name for messages
 * @throws UserError when it is not such a file, is cut short, or has an unsupported type
 * @see https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
export function readNpy(bytes: Uint8Array, name = 'array.npy'): NdArray {
  const refuse = (problem: string): never => {
    throw new UserError(`${name}: ${problem}`);
  };
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) {
    refuse('this is not a .npy file (it does not start with \\x93NUMPY). Save the array with numpy.save.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) refuse(`the file ends after ${bytes.length} bytes, inside its header.`);
  const version = bytes[6]!;
  if (version < 1 || version > 3) refuse(`unsupported format version ${version}.${bytes[7]}; expected 1 to 3.`);
  const start = version === 1 ? 10 : 12;
  const headerLength = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (headerLength > MAX_HEADER) refuse(`the header length of ${headerLength} bytes is out of range.`);
  if (start + headerLength > bytes.length) refuse(`the file ends after ${bytes.length} bytes, inside its header.`);

  const header = parseHeader(new TextDecoder().decode(bytes.subarray(start, start + headerLength)));
  if (!header) return refuse('the header is not the dictionary of descr, fortran_order and shape that numpy writes.');
  const { descr, fortranOrder, shape } = header;
  if (/^[|<>=]?O/.test(descr)) {
    refuse('it contains Python objects, which only a pickle can restore. Save it as numbers: array.astype(float).');
  }
  const dtype =
    parseDType(descr) ?? refuse(`unsupported type ${printable(descr)}; expected numbers, booleans or text.`);
  const size = shapeSize(shape) * dtype.size;
  const data = bytes.subarray(start + headerLength);
  if (!(size <= data.length)) {
    refuse(`shape (${shape.join(', ')}) of ${descr} needs ${size} bytes, but there are ${data.length}.`);
  }
  return decodeArray(data.subarray(0, size), dtype, shape, fortranOrder);
}

/** The header is a Python literal; it is parsed, never evaluated. */
function parseHeader(text: string): { descr: string; fortranOrder: boolean; shape: number[] } | null {
  const tokens = text.match(/'[^'\\\n]*'|"[^"\\\n]*"|\w+|[^\s\w]/g) ?? [];
  let at = 0;
  const entries = new Map<string, unknown>();
  if (tokens[at++] !== '{') return null;
  while (at < tokens.length && tokens[at] !== '}') {
    const key = unquote(tokens[at++]);
    if (key === null || tokens[at++] !== ':' || entries.has(key)) return null;
    const from = at;
    for (let depth = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (depth === 0 && (token === ',' || token === '}')) break;
      depth += '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0;
    }
    entries.set(key, parseValue(tokens.slice(from, at)));
    if (tokens[at] === ',') at++;
  }
  if (tokens[at] !== '}' || at !== tokens.length - 1 || entries.size !== 3) return null;
  const descr = entries.get('descr');
  const fortranOrder = entries.get('fortran_order');
  const shape = entries.get('shape');
  if (typeof descr !== 'string' || typeof fortranOrder !== 'boolean' || !Array.isArray(shape)) return null;
  return { descr, fortranOrder, shape };
}

function parseValue(tokens: readonly string[]): string | boolean | number[] | null {
  const [first] = tokens;
  if (tokens.length === 1 && (first === 'True' || first === 'False')) return first === 'True';
  if (tokens.length === 1) return unquote(first);
  if (first === '[') return tokens.join(''); // a structured type, kept as text for the message
  const inside = tokens.slice(1, -1).join('').replace(/,$/, '');
  if (first !== '(' || tokens.at(-1) !== ')') return null;
  const numbers = inside === '' ? [] : inside.split(',');
  return numbers.every((part) => /^\d+L?$/.test(part)) ? numbers.map((part) => Number.parseInt(part, 10)) : null;
}

function unquote(token: string | undefined): string | null {
  return token !== undefined && /^(['"]).*\1$/.test(token) ? token.slice(1, -1) : null;
}
