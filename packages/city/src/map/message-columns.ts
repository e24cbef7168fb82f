import type { ColumnsByName } from './field-columns.js';
import { addFields, addToTable, getFields, type MessageFields } from './field-kinds.js';
import type { MapBuilder } from './map-builder.js';
import type { MapColumns } from './map-columns.js';
import type { Header, MapMessage } from './message.js';
import { mapSchema } from './schema.js';

/** The tables of a map, by field name. */
export type MapTableName = Exclude<keyof MapMessage, 'header'>;

/** A row of a table. */
type MapRow<T extends MapTableName> = { readonly [K in keyof MapMessage[T][number]]: MapMessage[T][number][K] };

/**
 * Adds a row to a table of a growing map. The object is not kept, so that a map whose objects would not fit into memory can
 * be built row by row.
 *
 * @throws RangeError if a number does not fit its field
 */
export function addRow<T extends MapTableName>({ root, strings }: MapBuilder, table: T, row: MapRow<T>): void {
  addToTable(root.fields[mapSchema[table].number]!.table!, row as MessageFields, strings);
}

/** Columns of a finished map, some of which are left out. */
type SomeColumns<C> = C extends ArrayBufferView ? C : { readonly [K in keyof C]?: SomeColumns<C[K]> | undefined };

/** The columns of a table. */
export type RowColumns<T extends MapTableName> = SomeColumns<MapColumns[T]>;

/** Fills an empty table of a growing map with whole columns; what is omitted is zero, absent or empty. */
export function setRows<T extends MapTableName>(
  { root }: MapBuilder,
  table: T,
  rows: number,
  columns: RowColumns<T>,
): void {
  root.fields[mapSchema[table].number]!.table!.setRows(rows, columns as ColumnsByName);
}

/** Sets the header of a growing map. */
export function setHeader({ root, strings }: MapBuilder, header: Header): void {
  addFields(root.fields, 0, { header }, strings);
}

/** The message of a map's columns, or of one of its fields. */
export function toMessage(
  columns: MapColumns,
  text: (number: number) => string,
  only?: keyof typeof mapSchema,
): MapMessage {
  const schema = only === undefined ? mapSchema : { [only]: mapSchema[only] };
  return getFields<MapMessage>(schema, columns as ColumnsByName, 0, text);
}

interface MapRows {
  readonly columns: MapColumns;
  text(number: number): string;
}

/** One row of a table as an object. */
export function rowToMessage<T>(map: MapRows, table: MapTableName, row: number): T {
  const columns = map.columns[table] as ColumnsByName;
  return getFields<T>(mapSchema[table].fields, columns, row, (number) => map.text(number));
}
