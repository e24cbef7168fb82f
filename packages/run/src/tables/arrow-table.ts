import { UserError } from '@itinera/base';
import {
  batchType,
  bool,
  Column,
  columnFromArray,
  type DataType,
  dictionary,
  Endianness,
  type Field,
  field,
  float64,
  int8,
  int16,
  int32,
  int64,
  list,
  Table,
  tableFromIPC,
  tableToIPC,
  uint8,
  utf8,
  Version,
} from '@uwdata/flechette';
import { checkArrowFile } from './check-arrow.js';
import { footerStart } from './checksum.js';
import { TABLE_FORMAT } from './table-format.js';

/** Metadata of a column, such as its unit. */
export type Notes = Readonly<Record<string, string>>;
export type Numbers = Uint8Array | Int16Array | Int32Array | Float64Array;
/** Ids: whole numbers; doubles if one of them exceeds 32 bits. */
export type Ids = Int32Array | Float64Array;

/** One number per row. */
export interface NumberColumn {
  readonly values: Numbers;
  /** The number that is stored as null. */
  readonly missing?: number;
  /** Doubles that are whole numbers, and are written as such. */
  readonly isWhole?: boolean;
  readonly notes?: Notes;
}

/** One text per row: its position in a list of distinct texts, -1 for null. */
export interface TextColumn {
  readonly keys: Int8Array | Int16Array | Int32Array;
  readonly texts: readonly string[];
  readonly notes?: Notes;
}

/**
 * Whole numbers or flags (0 or 1), one list per row: row i has `items[offsets[i]]` to `items[offsets[i + 1]]`,
 * excluded.
 */
export interface ListColumn {
  readonly offsets: Int32Array;
  readonly items: Int32Array | Uint8Array;
  readonly notes?: Notes;
}

export type TableColumn = NumberColumn | TextColumn | ListColumn;

/** Int32Array if all fit, otherwise doubles. */
export function idsOf(values: ArrayLike<number>): Ids {
  for (let i = 0; i < values.length; i++) if ((values[i]! | 0) !== values[i]) return Float64Array.from(values);
  return Int32Array.from(values);
}

/** Texts by number, for the column that they become. */
export function textKeys(texts: readonly string[]): TextColumn {
  const numbers = new Map<string, number>();
  const keys = new Int32Array(texts.length);
  for (let i = 0; i < keys.length; i++) {
    const text = texts[i]!;
    // Most rows repeat the one before.
    const number = i > 0 && text === texts[i - 1] ? keys[i - 1]! : (numbers.get(text) ?? numbers.size);
    if (number === numbers.size) numbers.set(text, number);
    keys[i] = number;
  }
  return { keys: numbers.size <= MAX_SHORT_KEYS ? Int16Array.from(keys) : keys, texts: [...numbers.keys()] };
}

const MAX_SHORT_KEYS = 2 ** 15;
const NOTHING = new Uint8Array(0);

/**
 * A table as an Arrow IPC file (Feather v2) of one record batch. Equal tables have equal bytes.
 * @param about is stored in the schema's metadata under `itinera`, as JSON.
 * @see https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format
 */
export function encodeTable(columns: Readonly<Record<string, TableColumn>>, about: object): Uint8Array {
  const fields: Field[] = [];
  const children = Object.entries(columns).map(([name, column]) => {
    const made = columnOf(column);
    const notes = column.notes === undefined ? null : new Map(Object.entries(column.notes));
    fields.push(field(name, made.type, !('offsets' in column), notes));
    return made;
  });
  const metadata = new Map([['itinera', JSON.stringify(about)]]);
  const schema = { version: Version.V5, endianness: Endianness.Little, fields, metadata };
  return tableToIPC(new Table(schema, children), { format: 'file' })!;
}

function columnOf(column: TableColumn): Column<unknown> {
  if ('texts' in column) return textColumn(column);
  if ('offsets' in column) return listColumn(column);
  const { values, missing, isWhole } = column;
  const validity = missing === undefined ? null : validityOf(values, missing);
  if (isWhole && values instanceof Float64Array)
    return batchOf(int64(), { values: BigInt64Array.from(values, whole), length: values.length, ...validity });
  return batchOf(typeOf(values), { values, length: values.length, ...validity });
}

function textColumn({ keys, texts }: TextColumn): Column<unknown> {
  const text = utf8();
  const type = dictionary(text, keys instanceof Int8Array ? int8() : keys instanceof Int16Array ? int16() : int32());
  const validity = validityOf(keys, -1);
  // Some readers look a key up before they check whether it exists.
  const values = validity.nullCount === 0 ? keys : keys.map((key) => Math.max(0, key));
  const column = batchOf(type, { values, length: keys.length, ...validity });
  // One text at least: an empty dictionary has no batch, and not every reader accepts that.
  (column.data[0] as unknown as Dictionary).setDictionary(columnFromArray(texts.length > 0 ? [...texts] : [''], text));
  return column;
}

interface Dictionary {
  readonly values: Int8Array | Int16Array | Int32Array;
  readonly dictionary: Column<string>;
  setDictionary(texts: Column<string>): void;
}

function listColumn({ offsets, items }: ListColumn): Column<unknown> {
  const isFlags = items instanceof Uint8Array;
  const type = isFlags ? bool() : int32();
  const child = batchOf(type, { values: isFlags ? packBits(items) : items, length: items.length }).data[0]!;
  const length = offsets.length - 1;
  return batchOf(list(field('item', type, false)), { offsets, length, children: [child] });
}

/** A column of one batch, over the given arrays themselves. */
function batchOf(type: DataType, parts: { readonly length: number } & Record<string, unknown>): Column<unknown> {
  const Batch = batchType(type);
  return new Column([new Batch({ nullCount: 0, validity: NOTHING, type, ...parts })], type);
}

function validityOf(
  values: ArrayLike<number>,
  missing: number,
): { readonly nullCount: number; readonly validity: Uint8Array } {
  let nullCount = 0;
  for (let i = 0; i < values.length; i++) if (Object.is(values[i], missing)) nullCount++;
  if (nullCount === 0) return { nullCount, validity: NOTHING };
  const present = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) present[i] = Object.is(values[i], missing) ? 0 : 1;
  return { nullCount, validity: packBits(present) };
}

function packBits(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (let i = 0; i < flags.length; i++) bits[i >> 3]! |= flags[i]! << (i & 7);
  return bits;
}

function whole(value: number): bigint {
  return BigInt(Number.isFinite(value) ? value : 0);
}

function typeOf(values: Numbers): DataType {
  if (values instanceof Uint8Array) return uint8();
  if (values instanceof Int16Array) return int16();
  return values instanceof Int32Array ? int32() : float64();
}

/** A decoded table, column by column. */
export class ArrowTable {
  readonly length: number;
  /** Metadata of the file. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly #table: Table;
  readonly #name: string;
  /** Size of the file, the upper limit for everything in it. */
  readonly #bytes: number;

  /**
   * @param bytes a complete Arrow IPC file from `encodeTable`, as checked by `isWholeTable` or its checksum.
   * @param name for messages.
   * @param table the expected table.
   * @throws UserError for any other file or format.
   */
  constructor(bytes: Uint8Array, name: string, table: string) {
    this.#name = name;
    this.#bytes = bytes.length;
    if (footerStart(bytes) < 0) throw this.#bad('not a table of a run, or cut short');
    try {
      checkArrowFile(bytes);
      this.#table = tableFromIPC(bytes);
      this.length = this.#table.numRows;
      const about: unknown = JSON.parse(this.#table.schema.metadata?.get('itinera') ?? '');
      if (typeof about !== 'object' || about === null) throw this.#bad('not a table of a run');
      this.about = about as Record<string, unknown>;
    } catch {
      throw this.#bad('not a table of a run, or damaged');
    }
    const { table: found, format } = this.about;
    if (found !== table) throw this.#bad(`expected ${table}, got ${String(found).slice(0, 20)}`);
    if (format !== TABLE_FORMAT)
      throw this.#bad(`unsupported table format ${String(format).slice(0, 20)}, expected ${TABLE_FORMAT}`);
  }

  /** Numbers, with `missing` for null. */
  numbers<T extends Numbers>(name: string, missing = Number.NaN): T {
    const { type, nullCount, data } = this.#column(name);
    const { values } = data[0]!;
    if (values instanceof BigInt64Array && values.length >= this.length) {
      const numbers = Float64Array.from(values, Number);
      for (let i = 0; i < numbers.length; i++) if (nullCount > 0 && data[0]!.at(i) === null) numbers[i] = missing;
      return numbers as T;
    }
    if (!ArrayBuffer.isView(values) || (type.typeId !== INT && type.typeId !== FLOAT))
      throw this.#bad(`column ${name} has no numbers`);
    if ((values as Numbers).length < this.length) throw this.#bad(`column ${name} ends before its last row`);
    const numbers = (values as Numbers).subarray(0, this.length);
    return (nullCount === 0 ? numbers : numbers.map((value, i) => (data[0]!.at(i) === null ? missing : value))) as T;
  }

  ids(name: string, missing = Number.NaN): Ids {
    return this.numbers<Ids>(name, missing);
  }

  texts(name: string): TextColumn {
    const { type, nullCount, data } = this.#column(name);
    if (type.typeId !== DICTIONARY) throw this.#bad(`column ${name} has no strings`);
    const batch = data[0]! as unknown as Dictionary & { at(row: number): unknown };
    const texts = this.#dictionary(name, batch);
    if (!(batch.values?.length >= this.length)) throw this.#bad(`column ${name} ends before its last row`);
    const stored = batch.values.subarray(0, this.length) as TextColumn['keys'];
    const keys = nullCount === 0 ? stored : stored.map((key, row) => (batch.at(row) === null ? -1 : key));
    for (let row = 0; row < keys.length; row++)
      if (keys[row]! < -1 || keys[row]! >= texts.length) throw this.#bad(`column ${name} refers to a missing string`);
    return { keys, texts };
  }

  /** The texts of a column. Pieces of a file may overlap, so that together they can exceed the whole file. */
  #dictionary(name: string, { dictionary }: Dictionary): string[] {
    const texts: string[] = [];
    if (!(dictionary?.length <= this.#bytes))
      throw this.#bad(`column ${name} has more strings than the file has bytes`);
    let total = 0;
    for (let i = 0; i < dictionary.length; i++) {
      const text: unknown = dictionary.at(i) ?? '';
      if (typeof text !== 'string') throw this.#bad(`column ${name} has no strings`);
      total += text.length;
      if (total > this.#bytes) throw this.#bad(`column ${name} has more strings than the file has bytes`);
      texts.push(text);
    }
    return texts;
  }

  /** Lists of whole numbers. */
  lists(name: string): { readonly offsets: Int32Array; readonly items: Int32Array } {
    const { offsets, items } = this.#lists(name);
    if (!(items.values instanceof Int32Array && items.values.length >= items.length))
      throw this.#bad(`column ${name} has no lists of whole numbers`);
    return { offsets, items: items.values.subarray(0, items.length) };
  }

  /** Lists of flags, 0 or 1. */
  flags(name: string): { readonly offsets: Int32Array; readonly items: Uint8Array } {
    const { offsets, items } = this.#lists(name);
    if (items.type.typeId !== BOOL || !((items.values as Uint8Array).length * 8 >= items.length))
      throw this.#bad(`column ${name} does not contain lists of flags`);
    const bits = items.values as Uint8Array;
    return { offsets, items: Uint8Array.from({ length: items.length }, (_, i) => (bits[i >> 3]! >> (i & 7)) & 1) };
  }

  #lists(name: string) {
    const { type, data } = this.#column(name);
    const { offsets, children } = data[0]! as { offsets: Int32Array; children: Items[] };
    const items = children?.[0];
    if (type.typeId !== LIST || items === undefined || !(offsets?.length > this.length))
      throw this.#bad(`column ${name} has no lists`);
    for (let row = 0; row < this.length; row++)
      if (!(offsets[row]! >= 0 && offsets[row]! <= offsets[row + 1]! && offsets[row + 1]! <= items.length))
        throw this.#bad(`column ${name} has a list that extends past the end of the file`);
    return { offsets: offsets.subarray(0, this.length + 1), items };
  }

  #column(name: string): Column<unknown> {
    const column = this.#table.getChild(name) as Column<unknown> | undefined;
    if (column === undefined || column === null) throw this.#bad(`column ${name} is missing`);
    if (column.data.length !== 1) throw this.#bad(`column ${name} is in ${column.data.length} pieces`);
    const { length, nullCount, validity } = column.data[0]! as {
      readonly length: number;
      readonly nullCount: number;
      readonly validity?: Uint8Array;
    };
    // A row needs at least one bit.
    if (length !== this.length || length > 8 * this.#bytes) throw this.#bad(`column ${name} has ${length} rows`);
    if (nullCount > 0 && !((validity?.length ?? 0) * 8 >= length))
      throw this.#bad(`column ${name} ends before its last row`);
    return column;
  }

  #bad(what: string): UserError {
    return new UserError(
      `${this.#name}: ${what}. Delete the files of this group and resume the run to write them again.`,
    );
  }
}

interface Items {
  readonly type: DataType;
  readonly length: number;
  readonly values: unknown;
}

const DICTIONARY = -1;
const INT = 2;
const FLOAT = 3;
const BOOL = 6;
const LIST = 12;
