import { FlatBytes } from './flat-bytes.js';

const MOST_FIELDS = 10_000;
const DEEPEST = 16;
/** Maximum number of entries that hold the length of a column or the position of a buffer. */
const NODE_BYTES = 16;
const UNION = 14;
const LAST_TYPE = 26;

export const MessageKind = { SCHEMA: 1, DICTIONARY: 2, BATCH: 3 } as const;

/** Checked metadata of a message. */
export interface ArrowMessage {
  readonly kind: number;
  readonly bodyLength: number;
  /** Number of rows of a batch or a dictionary. */
  readonly rows: number;
  /** Compression codec, as numbered by the format; undefined if the buffers are not compressed. */
  readonly codec: number | undefined;
  /** Buffers of the body, relative to its start. */
  readonly buffers: readonly { readonly from: number; readonly size: number }[];
  /** Id of a dictionary, and whether it extends the previous one. */
  readonly id: number;
  readonly isDelta: boolean;
  /** Types of all columns of a schema, and the value types of the dictionaries by id. */
  readonly types: ReadonlySet<number>;
  readonly dictionaries: ReadonlyMap<number, number>;
}

/**
 * Checks the metadata of an Arrow IPC message before a reader trusts it, because a reader that trusts a false list
 * length never ends.
 *
 * @throws RangeError if a length or position is out of bounds
 * @see https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc
 */
export function checkMessage(metadata: Uint8Array): ArrowMessage {
  const file = new FlatBytes(metadata);
  const message = file.table(file.follow(0));
  const [type, header, length] = [message(1), message(2), message(3)];
  if (type === 0 || header === 0) throw new RangeError('an empty message');
  const kind = file.byte(type);
  const bodyLength = length === 0 ? 0 : file.long(length);
  if (!(bodyLength >= 0)) throw new RangeError(`a message of ${bodyLength} bytes`);
  checkWords(file, message(4));
  let at = file.follow(header);
  const none = { kind, bodyLength, rows: 0, codec: undefined, buffers: [], id: 0, isDelta: false };
  if (kind === MessageKind.SCHEMA) return { ...none, ...checkSchema(file, at) };
  const known = { ...none, types: new Set<number>(), dictionaries: new Map<number, number>() };
  if (kind === MessageKind.DICTIONARY) {
    const dictionary = file.table(at);
    const [id, data, delta] = [dictionary(0), dictionary(1), dictionary(2)];
    if (data === 0) throw new RangeError('a dictionary has no values');
    known.id = id === 0 ? 0 : file.long(id);
    known.isDelta = delta !== 0 && file.byte(delta) !== 0;
    at = file.follow(data);
  } else if (kind !== MessageKind.BATCH) throw new RangeError(`a message of kind ${kind}`);
  return { ...known, ...checkBatch(file, at, bodyLength) };
}

function checkBatch(file: FlatBytes, at: number, bodyLength: number) {
  const batch = file.table(at);
  const count = (place: number) => {
    const rows = file.long(place);
    if (!(rows >= 0 && rows <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`${rows} rows`);
    return rows;
  };
  let rows = batch(0) === 0 ? 0 : count(batch(0));
  const nodes = file.vector(batch(1), NODE_BYTES, MOST_FIELDS);
  for (let i = 0; i < nodes.count; i++) {
    rows = Math.max(rows, count(nodes.at + NODE_BYTES * i));
    count(nodes.at + NODE_BYTES * i + 8);
  }
  const pieces = file.vector(batch(2), NODE_BYTES, 4 * MOST_FIELDS);
  const buffers = Array.from({ length: pieces.count }, (_, i) => {
    const [from, size] = [file.long(pieces.at + NODE_BYTES * i), file.long(pieces.at + NODE_BYTES * i + 8)];
    if (!(from >= 0 && size >= 0 && from + size <= bodyLength)) throw new RangeError('a column outside its batch');
    return { from, size };
  });
  const views = file.vector(batch(4), 8, MOST_FIELDS);
  let viewed = 0;
  for (let i = 0; i < views.count; i++) viewed += count(views.at + 8 * i);
  if (viewed > buffers.length) throw new RangeError(`texts in ${viewed} pieces`);
  if (batch(3) === 0) return { rows, codec: undefined, buffers };
  const codec = file.table(file.follow(batch(3)))(0);
  return { rows, codec: codec === 0 ? 0 : file.byte(codec), buffers };
}

function checkSchema(file: FlatBytes, at: number): Pick<ArrowMessage, 'types' | 'dictionaries'> {
  const schema = file.table(at);
  const dictionaries = new Map<number, number>();
  const types = new Set<number>();
  let fields = 0;
  const walk = (place: number, depth: number) => {
    const { at: first, count } = file.vector(place, 4, MOST_FIELDS);
    fields += count;
    if (depth > DEEPEST || fields > MOST_FIELDS) throw new RangeError('too many columns');
    for (let i = 0; i < count; i++) {
      const field = file.table(file.follow(first + 4 * i));
      const [name, type, details, dictionary] = [field(0), field(2), field(3), field(4)];
      if (name !== 0) file.text(file.follow(name));
      const kind = type === 0 ? 0 : file.byte(type);
      if (kind === 0 || kind === UNION || kind > LAST_TYPE) throw new RangeError(`a column of type ${kind}`);
      types.add(kind);
      if (details !== 0) file.table(file.follow(details));
      if (dictionary !== 0) {
        const encoding = file.table(file.follow(dictionary));
        const [id, index] = [encoding(0), encoding(1)];
        if (index !== 0) file.table(file.follow(index));
        dictionaries.set(id === 0 ? 0 : file.long(id), kind);
      }
      walk(field(5), depth + 1);
      checkWords(file, field(6));
    }
  };
  walk(schema(1), 0);
  checkWords(file, schema(2));
  return { types, dictionaries };
}

/** Pairs of words. */
export function checkWords(file: FlatBytes, place: number): void {
  const { at, count } = file.vector(place, 4, MOST_FIELDS);
  for (let i = 0; i < count; i++) {
    const pair = file.table(file.follow(at + 4 * i));
    for (const word of [pair(0), pair(1)]) if (word !== 0) file.text(file.follow(word));
  }
}
