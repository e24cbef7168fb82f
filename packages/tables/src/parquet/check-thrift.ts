/** Types of Thrift's compact protocol. */
const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
const DEEPEST = 32;
const MOST_ELEMENTS = 2 ** 21;
const LONGEST_NUMBER = 10;

/**
 * Checks a structure in Thrift's compact protocol before a reader uses it: no length in it may reach beyond the bytes,
 * because a reader allocates a declared list before it notices that the list is missing.
 *
 * @returns the end of the structure
 * @throws RangeError if it is damaged or cut short
 */
export function checkThrift(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let elements = 0;
  const fail = (what: string): never => {
    throw new RangeError(`its metadata are damaged: ${what}`);
  };
  const byte = (): number => (at < end ? bytes[at++]! : fail('cut short'));
  const number = (): number => {
    let value = 0;
    for (let i = 0; i < LONGEST_NUMBER; i++) {
      const next = byte();
      value += (next & 0x7f) * 2 ** (7 * i);
      if (next < 0x80) return value;
    }
    return fail('an unterminated number');
  };
  const skip = (length: number): void => {
    if (length > end - at) fail(`${length} bytes beyond the end`);
    at += length;
  };
  const element = (type: number, depth: number): void => {
    if (++elements > MOST_ELEMENTS) fail('too many elements');
    if (type === BYTE) skip(1);
    else if (type === I16 || type === I32 || type === I64) number();
    else if (type === DOUBLE) skip(8);
    else if (type === BINARY) skip(number());
    else if (type === LIST) list(depth);
    else if (type === STRUCT) struct(depth + 1);
    else if (type !== TRUE && type !== FALSE) fail(`a value of type ${type}`);
  };
  const list = (depth: number): void => {
    const head = byte();
    const [type, short] = [head & 15, head >> 4];
    const count = short === 15 ? number() : short;
    // An element takes at least one byte.
    if (count > end - at) fail(`a list of ${count}`);
    if (depth > DEEPEST) fail('nested too deeply');
    for (let i = 0; i < count; i++) element(type === TRUE || type === FALSE ? BYTE : type, depth + 1);
  };
  const struct = (depth: number): void => {
    if (depth > DEEPEST) fail('nested too deeply');
    for (;;) {
      const head = byte();
      if ((head & 15) === STOP) return;
      if (head >> 4 === 0) number();
      element(head & 15, depth);
    }
  };
  struct(0);
  return at;
}
