import type { ReadBudget } from './read-budget.js';
import type { Field } from './schema.js';
import type { ColumnArray } from './shared-columns.js';
import type { StringPool } from './string-pool.js';
import type { WireReader } from './wire-reader.js';
import type { WireWriter } from './wire-writer.js';

/** The arrays that can store a field. */
export type ColumnPart = 'present' | 'offsets' | 'values' | 'xy' | 'z' | 'hasZ';

/** The arrays of a field in a finished map. */
export type ColumnsByName = { readonly [name: string]: unknown };

/** Helpers of a kind for reading a value. */
export interface MapSource {
  readonly wire: WireReader;
  readonly builder: { readonly strings: StringPool };
  readMessage(fields: FieldList, path: string, row: number, end: number): void;
  keepUnknown(path: string, row: number, start: number): void;
}

/** Helpers of a kind for writing a value. */
export interface MapSink {
  readonly wire: WireWriter;
  readonly map: { textBytes(text: number): Uint8Array };
  /** Writes the unknown fields of a message, if there are any. */
  writeUnknown(path: string, row: number): void;
}

/** A field with its arrays (empty ones for those it lacks) and the fields of its messages, from last to first. */
export interface BoundField extends Readonly<Record<ColumnPart, ColumnArray>> {
  readonly path: string;
  readonly number: number;
  readonly many: boolean;
  readonly optional: boolean;
  /** As in its kind. */
  readonly wire: number;
  readonly write: FieldKind['write'];
  readonly inner: readonly BoundField[];
  /** Whether any of its messages has unknown fields. */
  readonly hasUnknown: boolean;
}

/** Everything that depends on the kind of a field. Index `at` is the row, or the position among the entries of a list. */
export interface FieldKind {
  /** Wire type. Lists of types other than bytes are packed. */
  readonly wire: number;
  /** The arrays that hold entries, in the order of the buffer. */
  readonly parts: readonly ColumnPart[];
  /** Type of the array `values`. */
  readonly Values: new (
    length: number,
  ) => ColumnArray;
  /** Reads an entry whose tag has just been read. */
  read(source: MapSource, column: FieldColumns, at: number): void;
  /** Writes an entry of type bytes that is not a message, from the last byte to the first. */
  write?(sink: MapSink, bound: BoundField, at: number): void;
  /** Stores an entry of an object message. */
  add(column: FieldColumns, at: number, value: unknown, strings: StringPool): void;
  /** Returns an entry as in an object message. */
  get(column: ColumnsByName, at: number, field: Field, text: (number: number) => string): unknown;
}

export type FieldList = readonly (FieldColumns | undefined)[];

/** The rows of a repeated message while they are read or added. */
export interface RowTable {
  readonly fields: FieldList;
  readonly rows: number;
  /** Opens a row, all zero and absent, and returns its number. */
  begin(): number;
  /** Closes the row opened last. */
  end(): void;
  /** Fills the empty table with the columns of a finished map; what is omitted is zero, absent or empty. */
  setRows(rows: number, columns: ColumnsByName): void;
  eachArray(callback: OnArray): void;
}

/** Receives the name of an array in a map, the array, and its length. */
export type OnArray = (name: string, column: FieldColumns, part: ColumnPart, length: number) => void;

/** The arrays of a field, in the order of the buffer. */
export function partsOf({ many, optional }: Field, { parts }: FieldKind): ColumnPart[] {
  return many ? ['offsets', ...parts] : optional ? ['present', ...parts] : [...parts];
}

/** The growing arrays of one field. Fields of a single message share the rows of the message that contains it. */
export class FieldColumns {
  present = new Uint8Array(0);
  offsets = new Uint32Array(0);
  values: ColumnArray;
  xy = new Float64Array(0);
  /** Empty until a point has a z. */
  z = new Float64Array(0);
  hasZ = new Uint8Array(0);
  /** Entries of a list, and reserved space for them. */
  entries = 0;
  room = 0;

  readonly many: boolean;
  readonly optional: boolean;
  /** The last part of the path. */
  readonly name: string;

  /**
   * @param fields of the messages that it contains
   * @param table if it contains several of them per row
   */
  constructor(
    readonly path: string,
    readonly field: Field,
    readonly kind: FieldKind,
    readonly budget: ReadBudget,
    readonly fields: FieldList,
    readonly table: RowTable | undefined,
  ) {
    this.many = field.many;
    this.optional = field.optional;
    this.name = path.slice(path.lastIndexOf('.') + 1);
    this.values = new kind.Values(0);
  }

  /** Reserves space for `rows` rows of the message that has this field. */
  growRows(rows: number): void {
    if (this.many) this.offsets = this.budget.grow(this.offsets, rows + 1);
    else this.#growEntries(rows);
    if (this.optional) this.present = this.budget.grow(this.present, rows);
  }

  /** The index for one more entry of a list. */
  nextEntry(): number {
    if (this.entries === this.room) {
      this.room = Math.max(16, 2 * this.room);
      this.#growEntries(this.room);
    }
    return this.entries++;
  }

  /**
   * Takes the column of a finished map as its own; what it omits is zero, absent or empty.
   * @param rows of the message that has this field
   */
  take(rows: number, given: ColumnArray | ColumnsByName): void {
    const arrays = (isPlain(this.field, 'values') ? { values: given } : given) as ColumnsByName;
    for (const part of partsOf(this.field, this.kind)) if (arrays[part]) Object.assign(this, { [part]: arrays[part] });
    if (this.many) {
      this.entries = this.offsets[rows] ?? 0;
      this.room = this.entries;
      this.table?.setRows(this.entries, arrays);
    } else takeColumns(this.fields, rows, arrays);
  }

  setZ(entry: number, z: number): void {
    if (this.z.length === 0) {
      this.z = this.budget.grow(this.z, this.xy.length / 2);
      this.hasZ = this.budget.grow(this.hasZ, this.xy.length / 2);
    }
    this.z[entry] = z;
    this.hasZ[entry] = 1;
  }

  eachArray(rows: number, callback: OnArray): void {
    const entries = this.many ? this.entries : rows;
    const points = this.z.length === 0 ? 0 : entries;
    const length = { offsets: rows + 1, present: rows, values: entries, xy: 2 * entries, z: points, hasZ: points };
    for (const part of partsOf(this.field, this.kind))
      callback(isPlain(this.field, part) ? this.path : `${this.path}.${part}`, this, part, length[part]);
    this.table?.eachArray(callback);
  }

  #growEntries(count: number): void {
    const { budget, kind } = this;
    if (kind.parts.includes('values')) this.values = budget.grow(this.values, count);
    if (!kind.parts.includes('xy')) return;
    this.xy = budget.grow(this.xy, 2 * count);
    if (this.z.length === 0) return;
    this.z = budget.grow(this.z, count);
    this.hasZ = budget.grow(this.hasZ, count);
  }
}

/** Gives fields the columns of a finished map. */
export function takeColumns(fields: FieldList, rows: number, columns: ColumnsByName): void {
  for (const column of fields) {
    const given = column && columns[column.name];
    if (given) column.take(rows, given as ColumnArray | ColumnsByName);
  }
}

/** Whether a field has a single array, which then has the field's name. */
export const isPlain = ({ many, optional }: Field, part: ColumnPart) => part === 'values' && !many && !optional;
