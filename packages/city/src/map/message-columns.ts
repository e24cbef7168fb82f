import type { CityMap, MapColumns } from './city-map.js';
import type { FieldColumns, TableBuilder } from './column-builder.js';
import type { MapBuilder } from './map-builder.js';
import type { Header, MapMessage, PointMessage } from './message.js';
import { type Field, type Fields, mapSchema } from './schema.js';
import type { ColumnArray } from './shared-columns.js';
import type { StringPool } from './string-pool.js';

type Value = { readonly [name: string]: unknown };

/** The tables of a map, by the names of their fields. */
export type MapTableName = Exclude<keyof MapMessage, 'header'>;

/** A message whose lists of points are x, y pairs in one array, since an object for each point costs much. */
export type FlatRow<M> = M extends PointMessage[]
  ? Float64Array
  : M extends (infer E)[]
    ? FlatRow<E>[]
    : M extends object
      ? { [K in keyof M]: FlatRow<M[K]> }
      : M;

/** A row of a table, with lists of points as objects or flat. */
export type MapRow<T extends MapTableName> = MapMessage[T][number] | FlatRow<MapMessage[T][number]>;

/**
 * Adds a row to a table of a map that grows. The object is not kept, so that a map larger than memory has room for
 * objects can be made row by row.
 *
 * @throws RangeError when a number does not fit its field
 */
export function addRow<T extends MapTableName>({ root, strings }: MapBuilder, table: T, row: MapRow<T>): void {
  addToTable(root.fields[mapSchema[table].number]!.table!, row as unknown as Value, strings);
}

/** Counts a row that will be added to a table, so that `MapBuilder.reserve` makes room for it. */
export function countRow<T extends MapTableName>({ root, strings }: MapBuilder, table: T, row: MapRow<T>): void {
  countInTable(root.fields[mapSchema[table].number]!.table!, row as unknown as Value, strings);
}

/** Sets the header of a map that grows. */
export function setHeader({ root, strings }: MapBuilder, header: Header): void {
  addFields(root.fields, 0, { header }, strings);
}

function addToTable(table: TableBuilder, value: Value, strings: StringPool): void {
  const row = table.begin();
  addFields(table.fields, row, value, strings);
  table.end();
}

function addFields(
  columns: readonly (FieldColumns | undefined)[],
  row: number,
  message: Value,
  strings: StringPool,
): void {
  for (const column of columns) {
    const value = column === undefined ? undefined : message[column.name];
    if (column === undefined || value === undefined || value === null) continue;
    const { field } = column;
    switch (field.kind) {
      case 'int32':
      case 'double':
      case 'enum':
      case 'bool':
      case 'string':
        setValue(column, row, field.kind === 'string' ? strings.intern(value as string) : Number(value));
        if (field.optional) column.present[row] = 1;
        break;
      case 'message':
        column.present[row] = 1;
        addFields(column.fields, row, value as Value, strings);
        break;
      case 'messages':
        for (const inner of value as readonly Value[]) addToTable(column.table!, inner, strings);
        break;
      case 'point':
        column.present[row] = 1;
        addPoint(column, row, value as PointMessage);
        break;
      case 'points':
        if (value instanceof Float64Array) column.addPoints(value);
        else for (const point of value as readonly PointMessage[]) addPoint(column, column.nextEntry(), point);
        break;
      case 'strings':
        for (const text of value as readonly string[]) setValue(column, column.nextEntry(), strings.intern(text));
        break;
      default:
        for (const number of value as readonly number[]) setValue(column, column.nextEntry(), number);
    }
  }
}

function countInTable(table: TableBuilder, value: Value, strings: StringPool): void {
  table.counted++;
  countFields(table.fields, value, strings);
}

function countFields(columns: readonly (FieldColumns | undefined)[], message: Value, strings: StringPool): void {
  for (const column of columns) {
    const value = column === undefined ? undefined : message[column.name];
    if (column === undefined || value === undefined || value === null) continue;
    switch (column.field.kind) {
      case 'string':
        strings.intern(value as string);
        break;
      case 'message':
        countFields(column.fields, value as Value, strings);
        break;
      case 'messages':
        for (const inner of value as readonly Value[]) countInTable(column.table!, inner, strings);
        break;
      case 'points':
        column.counted += value instanceof Float64Array ? value.length / 2 : (value as readonly Value[]).length;
        break;
      case 'strings':
        for (const text of value as readonly string[]) strings.intern(text);
        column.counted += (value as readonly string[]).length;
        break;
      case 'int32s':
      case 'doubles':
      case 'enums':
        column.counted += (value as readonly number[]).length;
    }
  }
}

function setValue(column: FieldColumns, entry: number, value: number): void {
  column.values[entry] = value;
  if (column.values[entry] !== value && !Number.isNaN(value)) {
    throw new RangeError(`${column.path}: ${value} does not fit into a ${column.field.kind.replace(/s$/, '')} field.`);
  }
}

function addPoint(column: FieldColumns, entry: number, { x, y, z }: PointMessage): void {
  column.xy[2 * entry] = x;
  column.xy[2 * entry + 1] = y;
  if (z !== undefined) column.setZ(entry, z);
}

/** The message of a map's columns, or of one of its fields. */
export function toMessage(
  columns: MapColumns,
  text: (number: number) => string,
  only?: keyof typeof mapSchema,
): MapMessage {
  const schema = only === undefined ? mapSchema : { [only]: mapSchema[only] };
  return readFields(schema, columns as unknown as Columns, 0, text) as unknown as MapMessage;
}

/** One row of a table as an object. */
export function rowToMessage<T>(map: CityMap, table: MapTableName, row: number): T {
  const columns = map.columns[table] as unknown as Columns;
  return readFields(mapSchema[table].fields, columns, row, (number) => map.text(number)) as T;
}

type Columns = { readonly [name: string]: unknown };

function readFields(schema: Fields, columns: Columns, row: number, text: (number: number) => string): Value {
  const message: { [name: string]: unknown } = {};
  for (const [name, field] of Object.entries(schema)) {
    const value = readField(field, columns[name] as Columns, row, text);
    if (value !== undefined) message[name] = value;
  }
  return message;
}

function readField(field: Field, column: Columns, row: number, text: (number: number) => string): unknown {
  const isHere = () => (column.present as Uint8Array)[row] === 1;
  const list = (read: (entry: number) => unknown) => {
    const offsets = column.offsets as Uint32Array;
    const from = offsets[row];
    return Array.from({ length: offsets[row + 1] - from }, (_, i) => read(from + i));
  };
  switch (field.kind) {
    case 'int32':
    case 'double':
    case 'enum':
    case 'bool':
    case 'string': {
      if (field.optional && !isHere()) return undefined;
      const value = ((field.optional ? column.values : column) as ColumnArray)[row];
      if (field.kind === 'bool') return value === 1;
      return field.kind === 'string' ? text(value) : value;
    }
    case 'message':
      return isHere() ? readFields(field.fields, column, row, text) : undefined;
    case 'messages':
      return list((entry) => readFields(field.fields, column, entry, text));
    case 'point':
      return isHere() ? readPoint(column, row) : undefined;
    case 'points':
      return list((entry) => readPoint(column, entry));
    case 'strings':
      return list((entry) => text((column.values as Int32Array)[entry]));
    default:
      return list((entry) => (column.values as ColumnArray)[entry]);
  }
}

function readPoint(column: Columns, entry: number): PointMessage {
  const xy = column.xy as Float64Array;
  const point: PointMessage = { x: xy[2 * entry], y: xy[2 * entry + 1] };
  if ((column.hasZ as Uint8Array)[entry] === 1) point.z = (column.z as Float64Array)[entry];
  return point;
}
