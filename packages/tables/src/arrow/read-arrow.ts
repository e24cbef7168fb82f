import { type FileBudget, tenTo } from '@itinera/base';
import { type Column, CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import type { ByteSource } from '../byte-source.js';
import { saysSynthetic } from '../note.js';
import type { OpenFile } from '../open-file.js';
import {
  CellRow,
  type Cells,
  type OnStart,
  type RowTaker,
  receiverOf,
  takeCells,
  timeOfDayText,
  WallTime,
  ZonedTime,
} from '../row.js';
import { lz4Frame } from '../unpack/lz4.js';
import { zstdDecoder } from '../unpack/zstd.js';
import { type ArrowMessage, checkMessage, MessageKind } from './check-message.js';
import { readFooter } from './footer.js';

/** Length of the footer, and the magic word. */
const TAIL_BYTES = 10;
const MARK = 0xffffffff;
/** Bytes of batches that are decoded together, so that their dictionaries are decoded only once. */
const BATCH_BYTES = 2 ** 25;
const MOST_METADATA = 2 ** 26;
/** Minimum cost of a row, regardless of its columns. */
const ROW_BYTES = 32;
/** Length before each compressed buffer; -1 for an uncompressed one. */
const LENGTH_BYTES = 8;
const NOT_PACKED = -1;
/** Flat column types, as the format numbers them; all others are nested. */
const Type = { NULL: 1, INT: 2, FLOAT: 3, UTF8: 5, BOOL: 6, DECIMAL: 7, DATE: 8, TIME: 9, TIMESTAMP: 10 } as const;
const [DICTIONARY, DURATION, LARGE_UTF8, UTF8_VIEW, VIEW_BYTES] = [-1, 18, 20, 24, 16];
const READ: ReadonlySet<number> = new Set([...Object.values(Type), DICTIONARY, DURATION, LARGE_UTF8, UTF8_VIEW]);
const TEXTS: ReadonlySet<number> = new Set([Type.UTF8, LARGE_UTF8, UTF8_VIEW]);

type Decode = (bytes: Uint8Array, length: number) => Uint8Array;

/**
 * Reads an Arrow IPC file or stream batch by batch; both are sequences of messages. Every length is checked before
 * flechette uses it. Nested columns are omitted.
 */
export async function* readArrow(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const codecs: readonly Decode[] = [lz4Frame, await zstdDecoder()];
  const encode = () => new Uint8Array(0);
  setCompressionCodec(CompressionType.LZ4_FRAME, { decode: codecs[CompressionType.LZ4_FRAME]!, encode });
  setCompressionCodec(CompressionType.ZSTD, { decode: codecs[CompressionType.ZSTD]!, encode });
  const reader = new BatchReader(file, codecs, onStart);
  for await (const [message, bytes] of messagesOf(await file.random())) {
    reader.add(message, bytes);
    yield;
  }
  reader.finish();
  yield;
}

/** Messages and their bytes; bodies are aligned as the format requires. */
async function* messagesOf({ size, read }: ByteSource): AsyncGenerator<[ArrowMessage, Uint8Array]> {
  /** @returns undefined at the end of a stream */
  const messageAt = async (at: number): Promise<[ArrowMessage, Uint8Array, number] | undefined> => {
    const start = await read(at, at + 8);
    if (start.length < 8) return undefined;
    const view = new DataView(start.buffer, start.byteOffset, start.length);
    const prefix = view.getUint32(0, true) === MARK ? 8 : 4;
    const length = view.getUint32(prefix - 4, true);
    if (length === 0) return undefined;
    const body = at + prefix + length;
    if (length > MOST_METADATA || body > size) throw new Error('a message is cut short');
    const message = checkMessage(await read(at + prefix, body));
    const end = body + message.bodyLength;
    if (end > size) throw new Error('a message is cut short');
    return [message, aligned(await read(at, end), prefix + length), end];
  };
  const [first] = await read(0, 1);
  if (first === MARK % 256) {
    for (let at = 0, found = await messageAt(at); found; found = await messageAt(at)) {
      yield [found[0], found[1]];
      at = found[2];
    }
    return;
  }
  const tail = await read(size - TAIL_BYTES, size);
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (length > MOST_METADATA || length + TAIL_BYTES > size) throw new Error('it is cut short');
  const { schema, places } = readFooter(await read(size - TAIL_BYTES - length, size - TAIL_BYTES));
  yield [checkMessage(schema), framed(schema)];
  for (const at of places) {
    const found = at >= 0 && at < size ? await messageAt(at) : undefined;
    if (found === undefined) throw new Error('a batch is not at its declared position');
    yield [found[0], found[1]];
  }
}

function framed(metadata: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + metadata.length);
  new DataView(bytes.buffer).setUint32(0, MARK);
  new DataView(bytes.buffer).setUint32(4, metadata.length, true);
  bytes.set(metadata, 8);
  return bytes;
}

function aligned(bytes: Uint8Array, head: number): Uint8Array {
  if ((bytes.byteOffset + head) % 8 === 0) return bytes;
  const shift = (8 - (head % 8)) % 8;
  const copy = new Uint8Array(shift + bytes.length);
  copy.set(bytes, shift);
  return copy.subarray(shift);
}

/** Collects batches and passes on their rows. */
class BatchReader {
  #schema: ArrowMessage | undefined;
  #schemaBytes = new Uint8Array(0);
  /** Messages of each dictionary, the first one followed by its extensions. */
  readonly #dictionaries = new Map<number, Uint8Array[]>();
  /** The initial dictionaries, then the messages in order. */
  #pending: Uint8Array[] = [];
  #length = 0;
  #hasBatches = false;
  #first = 1;
  #taker: RowTaker | undefined;
  readonly #budget: FileBudget;

  constructor(
    private readonly file: OpenFile,
    private readonly codecs: readonly Decode[],
    private readonly onStart: OnStart,
  ) {
    this.#budget = file.budget;
  }

  add(message: ArrowMessage, bytes: Uint8Array): void {
    if (message.kind === MessageKind.SCHEMA) {
      this.#schema ??= message;
      this.#schemaBytes = new Uint8Array(bytes);
      return;
    }
    const body = bytes.subarray(bytes.length - message.bodyLength);
    let unpacked = 0;
    for (const [i, { size }] of message.buffers.entries()) {
      const length = declared(message, body, i);
      unpacked += length === NOT_PACKED ? size : length;
    }
    // A row takes at least one bit.
    if (message.rows > 8 * unpacked) throw new Error(`${message.rows} rows in ${unpacked} bytes`);
    this.#budget.spend(unpacked + message.rows * ROW_BYTES);
    if (message.kind === MessageKind.DICTIONARY) {
      this.#checkDictionary(message, body);
      const before = message.isDelta ? this.#dictionaries.get(message.id) : undefined;
      this.#dictionaries.set(message.id, [...(before ?? []), bytes]);
    } else this.#hasBatches = true;
    this.#pending.push(bytes);
    this.#length += bytes.length;
    if (this.#length > BATCH_BYTES && this.#hasBatches) this.#flush();
  }

  finish(): void {
    if (this.#hasBatches || this.#taker === undefined) this.#flush();
  }

  #piece(message: ArrowMessage, body: Uint8Array, i: number): DataView {
    const { codec, buffers } = message;
    const { from, size } = buffers[i] ?? { from: 0, size: 0 };
    let bytes = body.subarray(from, from + size);
    if (codec !== undefined && size > 0) {
      const length = declared(message, body, i);
      bytes = bytes.subarray(LENGTH_BYTES);
      if (length !== NOT_PACKED) bytes = this.codecs[codec]!(bytes, length);
    }
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Flechette decodes all texts of a dictionary at once, and they may overlap. */
  #checkDictionary(message: ArrowMessage, body: Uint8Array): void {
    const type = this.#schema?.dictionaries.get(message.id) ?? 0;
    if (!READ.has(type)) throw new Error(`a dictionary of type ${type}`);
    if (!TEXTS.has(type)) return;
    const places = this.#piece(message, body, 1);
    const width = type === UTF8_VIEW ? VIEW_BYTES : type === LARGE_UTF8 ? 8 : 4;
    const at = (i: number) =>
      width === 8 ? Number(places.getBigInt64(8 * i, true)) : places.getInt32(width * i, true);
    const count = Math.floor(places.byteLength / width);
    let length = 0;
    if (type === UTF8_VIEW) for (let i = 0; i < count; i++) length += Math.max(0, at(i));
    else for (let i = 1; i < count; i++) length += Math.max(0, at(i) - at(i - 1));
    this.#budget.spend(length);
  }

  #flush(): void {
    if (this.#schema === undefined) throw new Error('it has no columns');
    const { schema, children } = tableFromIPC([this.#schemaBytes, ...this.#pending], { useBigInt: true });
    const places = [...schema.fields.keys()].filter((i) => READ.has(schema.fields[i]!.type.typeId));
    const names = places.map((i) => schema.fields[i]!.name);
    const nested = schema.fields.filter((_, i) => !places.includes(i)).map(({ name }) => name);
    if (this.#taker === undefined && nested.length > 0) this.file.note(`${nested.length} nested columns were omitted.`);
    const isSynthetic = saysSynthetic(schema.metadata?.get('description'));
    this.#taker ??= receiverOf(this.onStart, { names, cells: names, isSynthetic }, nested);
    const row = new CellRow(names.length);
    for (const [batch, { length }] of (children[0]?.data ?? []).entries()) {
      const cells = (place: number) => cellsOf(children[places[place]!] as Column<unknown>, batch, this.#budget);
      takeCells(this.#taker, row, cells, { first: this.#first, length });
      this.#first += length;
    }
    this.#pending = [...this.#dictionaries.values()].flat();
    this.#length = 0;
    this.#hasBatches = false;
  }
}

/** The unpacked length that a buffer declares. */
function declared({ codec, buffers }: ArrowMessage, body: Uint8Array, i: number): number {
  const { from, size } = buffers[i]!;
  if (codec === undefined || size === 0) return NOT_PACKED;
  if (size < LENGTH_BYTES) throw new Error(`a compressed column of ${size} bytes`);
  return Number(new DataView(body.buffer, body.byteOffset).getBigInt64(from, true));
}

/** A cell as a number, a text, an instant if a time zone is given, or a local time if not. */
function cellsOf({ type, data }: Column<unknown>, batch: number, budget: FileBudget): Cells {
  const values = data[batch]!;
  if (type.typeId === Type.TIMESTAMP || type.typeId === Type.DATE) {
    const zone = 'timezone' in type && type.timezone ? type.timezone : undefined;
    return (row) => {
      const milliseconds = values.at(row) as number | null;
      if (milliseconds === null) return null;
      return zone ? new ZonedTime(milliseconds, zone) : new WallTime(milliseconds / 1000);
    };
  }
  if (type.typeId === Type.TIME) {
    const perSecond = tenTo(3 * type.unit);
    return (row) => {
      const value = values.at(row) as number | bigint | null;
      return value === null ? null : timeOfDayText(Number(value) / perSecond);
    };
  }
  if (!TEXTS.has(type.typeId)) return (row) => values.at(row);
  // Texts may overlap, so that together they exceed the file.
  return (row) => {
    const text = values.at(row) as string | null;
    budget.spend(text?.length ?? 0);
    return text;
  };
}
