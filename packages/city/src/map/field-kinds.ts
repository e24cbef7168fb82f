import {
  type ColumnsByName,
  type FieldColumns,
  type FieldKind,
  type FieldList,
  isPlain,
  type MapSource,
  partsOf,
  type RowTable,
} from './field-columns.js';
import { lazyProperty } from './lazy-property.js';
import type { PointMessage } from './message.js';
import type { Field, Fields } from './schema.js';
import type { StringPool } from './string-pool.js';
import { Wire } from './wire-reader.js';

/** A message as an object. */
export type MessageFields = { readonly [name: string]: unknown };

type TextOf = (number: number) => string;

function setValue({ values, path, field }: FieldColumns, at: number, value: number): void {
  values[at] = value;
  if (values[at] !== value && !Number.isNaN(value))
    throw new RangeError(`${path}: ${value} does not fit a ${field.kind} field.`);
}

const int32: FieldKind = {
  wire: Wire.VARINT,
  parts: ['values'],
  Values: Int32Array,
  read({ wire }, { values }, at) {
    values[at] = wire.int32();
  },
  add: (column, at, value) => setValue(column, at, Number(value)),
  get: ({ values }, at) => (values as Int32Array)[at],
};

const double: FieldKind = {
  ...int32,
  wire: Wire.FIXED64,
  Values: Float64Array,
  read({ wire }, { values }, at) {
    values[at] = wire.double();
  },
};

const enumeration: FieldKind = {
  ...int32,
  Values: Uint8Array,
  read({ wire }, { values, path }, at) {
    const value = wire.int32();
    if (value < 0 || value > 255) wire.fail(`has the unknown value ${value} for ${path}`);
    values[at] = value;
  },
};

const bool: FieldKind = {
  ...int32,
  Values: Uint8Array,
  read({ wire }, { values }, at) {
    const from = wire.position;
    wire.int32();
    values[at] = wire.bytes.subarray(from, wire.position).some((byte) => (byte & 0x7f) !== 0) ? 1 : 0;
  },
  get: ({ values }, at) => (values as Uint8Array)[at] === 1,
};

const string: FieldKind = {
  ...int32,
  wire: Wire.BYTES,
  read({ wire, builder }, { values }, at) {
    const end = wire.lengthEnd();
    values[at] = builder.strings.internBytes(wire.bytes, wire.position, end);
    wire.position = end;
  },
  write({ wire, map }, { number, values }, at) {
    const before = wire.length;
    wire.bytes(map.textBytes(values[at]));
    wire.closeBytes(number, before);
  },
  add: (column, at, value, strings) => setValue(column, at, strings.intern(value as string)),
  get: ({ values }, at, _field, text) => text((values as Int32Array)[at]),
};

/** Fields of a point, which are doubles. */
const [X, Y, Z] = [1, 2, 3].map((number) => number * 8 + Wire.FIXED64) as [number, number, number];

const point: FieldKind = {
  wire: Wire.BYTES,
  parts: ['xy', 'z', 'hasZ'],
  Values: Int32Array,
  /**
   * Points make up most of a file. Nearly all are x, y and perhaps z in this order:
   *
   *     18 09 x······· 11 y·······       27 09 x······· 11 y······· 19 z·······
   */
  read(source, column, entry) {
    const { wire } = source;
    const { bytes, view, position: at } = wire;
    const length = bytes[at];
    const hasZ = length === 27;
    const isPlainPoint =
      (hasZ || length === 18) &&
      at + length < wire.end &&
      bytes[at + 1] === X &&
      bytes[at + 10] === Y &&
      (!hasZ || bytes[at + 19] === Z);
    if (!isPlainPoint) return readPoint(source, column, entry);
    column.xy[2 * entry] = view.getFloat64(at + 2, true);
    column.xy[2 * entry + 1] = view.getFloat64(at + 11, true);
    if (hasZ) column.setZ(entry, view.getFloat64(at + 20, true));
    wire.position = at + 1 + length;
  },
  write(sink, bound, at) {
    const { number, xy, z, hasZ } = bound;
    const { wire } = sink;
    const x = xy[2 * at];
    const y = xy[2 * at + 1];
    const isWhole = !Object.is(x, 0) && !Object.is(y, 0);
    if (isWhole && !bound.hasUnknown && z.length === 0) return wire.pair(number, X, x, Y, y);
    const before = wire.length;
    sink.writeUnknown(bound.path, at);
    if (hasZ[at] === 1) wire.tagged(Z, z[at]);
    if (!Object.is(y, 0)) wire.tagged(Y, y);
    if (!Object.is(x, 0)) wire.tagged(X, x);
    wire.closeBytes(number, before);
  },
  add(column, at, value) {
    const { x, y, z } = value as PointMessage;
    column.xy[2 * at] = x;
    column.xy[2 * at + 1] = y;
    if (z !== undefined) column.setZ(at, z);
  },
  get(column, at) {
    const { xy, z, hasZ } = column as { xy: Float64Array; z: Float64Array; hasZ: Uint8Array };
    const message: PointMessage = { x: xy[2 * at], y: xy[2 * at + 1] };
    if (hasZ[at] === 1) message.z = z[at];
    return message;
  },
};

function readPoint(source: MapSource, column: FieldColumns, entry: number): void {
  const { wire } = source;
  const end = wire.lengthEnd();
  const outerEnd = wire.end;
  wire.end = end;
  while (wire.position < end) {
    const start = wire.position;
    const tag = wire.tag();
    if (tag === X) column.xy[2 * entry] = wire.double();
    else if (tag === Y) column.xy[2 * entry + 1] = wire.double();
    else if (tag === Z) column.setZ(entry, wire.double());
    else {
      wire.skip(tag);
      source.keepUnknown(column.path, entry, start);
    }
  }
  wire.end = outerEnd;
}

const message: FieldKind = {
  wire: Wire.BYTES,
  parts: [],
  Values: Int32Array,
  read: (source, { fields, path }, row) => source.readMessage(fields, path, row, source.wire.lengthEnd()),
  add: ({ fields }, row, value, strings) => addFields(fields, row, value as MessageFields, strings),
  get: (columns, row, { fields }, text) => getFields(fields!, columns, row, text),
};

/** To add a kind of field, add a row. */
export const FIELD_KINDS: Readonly<Record<Field['kind'], FieldKind>> = {
  int32,
  double,
  enum: enumeration,
  bool,
  string,
  point,
  message,
};

/** The fields of lists by number without the gaps, which may be long. */
const dense = new WeakMap<FieldList, readonly FieldColumns[]>();

function withoutGaps(fields: FieldList): readonly FieldColumns[] {
  let known = dense.get(fields);
  if (known === undefined) {
    known = fields.filter((field) => field !== undefined);
    dense.set(fields, known);
  }
  return known;
}

/** Copies a message into a row. */
export function addFields(fields: FieldList, row: number, value: MessageFields, strings: StringPool): void {
  for (const column of withoutGaps(fields)) {
    const inner = value[column.name];
    if (inner === undefined || inner === null) continue;
    const { kind, table } = column;
    if (column.optional) column.present[row] = 1;
    if (!column.many) kind.add(column, row, inner, strings);
    else if (table !== undefined)
      for (const each of inner as readonly MessageFields[]) addToTable(table, each, strings);
    else for (const each of inner as readonly unknown[]) kind.add(column, column.nextEntry(), each, strings);
  }
}

export function addToTable(table: RowTable, value: MessageFields, strings: StringPool): void {
  addFields(table.fields, table.begin(), value, strings);
  table.end();
}

/** The fields of a schema with their kinds, listed once: a map has as many messages as rows. */
const listed = new WeakMap<Fields, readonly (readonly [name: string, field: Field, kind: FieldKind])[]>();

function fieldsOf(schema: Fields) {
  const known = listed.get(schema);
  if (known !== undefined) return known;
  const fields = Object.entries(schema).map(([name, field]) => [name, field, FIELD_KINDS[field.kind]] as const);
  listed.set(schema, fields);
  return fields;
}

/** Returns a row as a message of its schema. */
export function getFields<Message = MessageFields>(
  schema: Fields,
  columns: ColumnsByName,
  row: number,
  text: TextOf,
): Message {
  const result: { [name: string]: unknown } = {};
  for (const [name, field, kind] of fieldsOf(schema)) {
    const column = columns[name] as ColumnsByName;
    if (field.many) {
      const offsets = column.offsets as Uint32Array;
      const entries: unknown[] = [];
      for (let at = offsets[row]; at < offsets[row + 1]; at++) entries.push(kind.get(column, at, field, text));
      result[name] = entries;
    } else if (!field.optional) result[name] = kind.get({ values: column }, row, field, text);
    else if ((column.present as Uint8Array)[row] === 1) result[name] = kind.get(column, row, field, text);
  }
  return result as Message;
}

/**
 * Returns the arrays of a message's fields as an object of the same structure; `view` finds an array by its name when it is
 * first read.
 */
export function viewFields(schema: Fields, path: string, view: (name: string) => unknown, into = {}): ColumnsByName {
  for (const [name, field] of Object.entries(schema)) {
    const at = path === '' ? name : `${path}.${name}`;
    const parts = partsOf(field, FIELD_KINDS[field.kind]);
    if (isPlain(field, parts[0])) {
      lazyProperty(into, name, () => view(at));
      continue;
    }
    const arrays: { readonly offsets?: Uint32Array } = {};
    for (const part of parts) lazyProperty(arrays, part, () => view(`${at}.${part}`));
    if (field.many && field.fields) lazyProperty(arrays, 'count', () => arrays.offsets!.at(-1));
    Object.assign(into, { [name]: viewFields(field.fields ?? {}, at, view, arrays) });
  }
  return into;
}
