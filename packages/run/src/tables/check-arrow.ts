import { footerStart } from './checksum.js';

/** More of these than any table of ours has. */
const MOST_FIELDS = 1000;
const MOST_BLOCKS = 10_000;
const DEEPEST = 8;
/** Types of columns that our tables have, as the format numbers them: whole numbers, reals, texts, flags, lists. */
const TYPES: ReadonlySet<number> = new Set([2, 3, 5, 6, 12]);
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
const BLOCK_BYTES = 24;
/** Of the entries that say how long a column is, and where a piece of it lies. */
const NODE_BYTES = 16;
/** What stands before a message: a mark and its length. */
const MESSAGE_HEAD = 8;

/**
 * Walks over what an Arrow IPC file says of itself, before a reader believes it: every length and place has to lie
 * within the file. A reader that takes a list for as long as it claims to be never ends.
 * @throws RangeError when something lies outside, or is of a kind that our tables do not have.
 * @see https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc
 * @see https://flatbuffers.dev/internals
 */
export function checkArrowFile(bytes: Uint8Array): void {
  const file = new FlatBytes(bytes);
  const start = footerStart(bytes);
  const footer = file.table(file.follow(start));
  const schema = footer(1);
  if (schema === 0) throw new RangeError('no schema');
  checkSchema(file, file.follow(schema));
  for (const field of [2, 3]) {
    const blocks = file.vector(footer(field), BLOCK_BYTES, MOST_BLOCKS);
    for (let i = 0; i < blocks.count; i++) checkMessage(file, file.long(blocks.at + i * BLOCK_BYTES));
  }
  checkWords(file, footer(4));
}

function checkSchema(file: FlatBytes, at: number): void {
  const schema = file.table(at);
  let fields = 0;
  const walk = (place: number, depth: number) => {
    const { at: first, count } = file.vector(place, 4, MOST_FIELDS);
    fields += count;
    if (depth > DEEPEST || fields > MOST_FIELDS) throw new RangeError('too many columns');
    for (let i = 0; i < count; i++) {
      const field = file.table(file.follow(first + 4 * i));
      const [name, type, details, dictionary] = [field(0), field(2), field(3), field(4)];
      if (name !== 0) file.text(file.follow(name));
      if (type === 0 || !TYPES.has(file.byte(type)) || details === 0) throw new RangeError('a column of another type');
      file.table(file.follow(details));
      if (dictionary !== 0) {
        const index = file.table(file.follow(dictionary))(1);
        if (index !== 0) file.table(file.follow(index));
      }
      walk(field(5), depth + 1);
      checkWords(file, field(6));
    }
  };
  walk(schema(1), 0);
  checkWords(file, schema(2));
  file.vector(schema(3), 8, MOST_FIELDS);
}

/** Pairs of words. */
function checkWords(file: FlatBytes, place: number): void {
  const { at, count } = file.vector(place, 4, MOST_FIELDS);
  for (let i = 0; i < count; i++) {
    const pair = file.table(file.follow(at + 4 * i));
    for (const word of [pair(0), pair(1)]) if (word !== 0) file.text(file.follow(word));
  }
}

/** A message, and that all of its body lies in the file. */
function checkMessage(file: FlatBytes, offset: number): void {
  const start = offset + MESSAGE_HEAD;
  const message = file.table(file.follow(start));
  const [type, header, length] = [message(1), message(2), message(3)];
  if (type === 0 || header === 0) throw new RangeError('an empty message');
  const kind = file.byte(type);
  if (kind !== DICTIONARY_BATCH && kind !== RECORD_BATCH) throw new RangeError('a message of another kind');
  const bodyLength = length === 0 ? 0 : file.long(length);
  file.within(start + file.int(offset + 4), bodyLength);
  checkWords(file, message(4));
  let at = file.follow(header);
  if (kind === DICTIONARY_BATCH) {
    const data = file.table(at)(1);
    if (data === 0) throw new RangeError('no texts');
    at = file.follow(data);
  }
  const batch = file.table(at);
  if (batch(0) !== 0) file.rows(file.long(batch(0)));
  const nodes = file.vector(batch(1), NODE_BYTES, MOST_FIELDS);
  for (let i = 0; i < 2 * nodes.count; i++) file.rows(file.long(nodes.at + 8 * i));
  const buffers = file.vector(batch(2), NODE_BYTES, 3 * MOST_FIELDS);
  for (let i = 0; i < buffers.count; i++) {
    const [from, size] = [file.long(buffers.at + NODE_BYTES * i), file.long(buffers.at + NODE_BYTES * i + 8)];
    if (from < 0 || size < 0 || from + size > bodyLength) throw new RangeError('a column outside its batch');
  }
  if (batch(3) !== 0 || batch(4) !== 0) throw new RangeError('packed columns');
}

/** Bytes in the layout of FlatBuffers; every look is within them. */
class FlatBytes {
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  byte(at: number): number {
    return this.#view.getUint8(at);
  }

  int(at: number): number {
    return this.#view.getInt32(at, true);
  }

  long(at: number): number {
    return Number(this.#view.getBigInt64(at, true));
  }

  within(at: number, length: number): void {
    if (!(at >= 0 && length >= 0 && at + length <= this.#view.byteLength)) throw new RangeError('outside the file');
  }

  /** As many rows as there are can be: a bit is the least that one takes. */
  rows(count: number): void {
    if (!(count >= 0 && count <= 8 * this.#view.byteLength)) throw new RangeError(`${count} rows`);
  }

  /** Where an offset leads. */
  follow(at: number): number {
    const to = at + this.int(at);
    this.within(to, 4);
    return to;
  }

  /** The places of a table's fields by number, 0 for one that it lacks. */
  table(table: number): (field: number) => number {
    const layout = table - this.int(table);
    const size = this.#view.getUint16(layout, true);
    this.within(layout, size);
    return (field) => {
      const entry = 4 + 2 * field;
      if (entry + 2 > size) return 0;
      const offset = this.#view.getUint16(layout + entry, true);
      if (offset !== 0) this.within(table + offset, 1);
      return offset === 0 ? 0 : table + offset;
    };
  }

  /** A list: where its items begin, and how many. */
  vector(place: number, stride: number, most: number): { readonly at: number; readonly count: number } {
    if (place === 0) return { at: 0, count: 0 };
    const at = this.follow(place);
    const count = this.int(at);
    if (!(count >= 0 && count <= most)) throw new RangeError(`a list of ${count}`);
    this.within(at + 4, count * stride);
    return { at: at + 4, count };
  }

  text(at: number): void {
    this.within(at + 4, this.int(at));
  }
}
