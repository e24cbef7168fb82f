import type { CityMap } from './city-map.js';
import { type Field, type Fields, mapSchema } from './schema.js';
import type { ColumnArray } from './shared-columns.js';
import { UnknownFinder } from './unknown-fields.js';
import { Wire } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

/**
 * Writes a map as a file (`city.map.v2.Map`, protobuf): fields in the order of their numbers, numbers packed, zeros
 * left out where the format has no presence, and at the end of each message what it held that the format does not
 * know. The same map gives the same bytes.
 */
export function writeMap(map: CityMap): Uint8Array {
  const chunks = [...mapChunks(map)];
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Rows that are written at a time. */
const CHUNK_ROWS = 1024;

/** The same file piece by piece, so that it need not be in memory as a whole. */
export function* mapChunks(map: CityMap): Generator<Uint8Array> {
  const writer = new MapWriter(map);
  for (const field of bind('', mapSchema, map.columns as unknown as Columns).reverse()) {
    const { offsets } = field.column;
    const rows = offsets instanceof Uint32Array ? offsets[1] : 1;
    for (let row = 0; row < rows; row += CHUNK_ROWS) {
      if (offsets === undefined) writer.writeField(field, 0);
      else writer.writeRows(field, row, Math.min(row + CHUNK_ROWS, rows));
      yield writer.wire.take();
    }
  }
  writer.writeUnknown('', 0);
  yield writer.wire.take();
}

type Columns = { readonly [name: string]: unknown };

/** A field, where its values are, and, when it holds messages, their fields from the last to the first. */
interface BoundField {
  readonly path: string;
  readonly field: Field;
  readonly column: Columns;
  readonly inner: readonly BoundField[];
}

function bind(outer: string, schema: Fields, columns: Columns): BoundField[] {
  return Object.entries(schema)
    .map(([name, field]) => {
      const path = outer === '' ? name : `${outer}.${name}`;
      const column = columns[name] as Columns;
      return { path, field, column, inner: 'fields' in field ? bind(path, field.fields, column) : [] };
    })
    .reverse();
}

class MapWriter {
  readonly wire = new WireWriter();
  readonly #unknown: UnknownFinder;

  constructor(readonly map: CityMap) {
    this.#unknown = new UnknownFinder(map.unknownFields, (number) => map.text(number));
  }

  /** Writes the rows `start … end - 1` of a table. */
  writeRows(table: BoundField, start: number, end: number): void {
    for (let row = end - 1; row >= start; row--) this.#writeInner(table, row);
  }

  /** Writes one field of a row. */
  writeField(bound: BoundField, row: number): void {
    const { wire } = this;
    const { field, column } = bound;
    switch (field.kind) {
      case 'int32':
      case 'double':
      case 'enum':
      case 'bool':
      case 'string': {
        if (field.optional && (column.present as Uint8Array)[row] === 0) return;
        const value = ((field.optional ? column.values : column) as unknown as ColumnArray)[row];
        if (!field.optional && Object.is(value, 0)) return;
        if (field.kind === 'string') this.#writeText(field.number, value);
        else if (field.kind === 'double') this.#writeDouble(field.number, value);
        else {
          wire.int32(value);
          wire.uint32(field.number * 8 + Wire.VARINT);
        }
        return;
      }
      case 'message':
        if ((column.present as Uint8Array)[row] === 1) this.#writeInner(bound, row);
        return;
      case 'point':
        if ((column.present as Uint8Array)[row] === 1) this.#writePoint(bound, row);
        return;
      case 'messages': {
        const offsets = column.offsets as Uint32Array;
        this.writeRows(bound, offsets[row], offsets[row + 1]);
        return;
      }
      default:
        this.#writeList(bound, row);
    }
  }

  #writeList(bound: BoundField, row: number): void {
    const { wire } = this;
    const { field, column } = bound;
    const offsets = column.offsets as Uint32Array;
    const first = offsets[row];
    const values = column.values as ColumnArray;
    const before = wire.length;
    for (let entry = offsets[row + 1] - 1; entry >= first; entry--) {
      switch (field.kind) {
        case 'points':
          this.#writePoint(bound, entry);
          break;
        case 'strings':
          this.#writeText(field.number, values[entry]);
          break;
        case 'doubles':
          wire.double(values[entry]);
          break;
        default:
          wire.int32(values[entry]);
      }
    }
    const isPacked = field.kind === 'int32s' || field.kind === 'enums' || field.kind === 'doubles';
    if (isPacked && wire.length > before) wire.closeBytes(field.number, before);
  }

  #writeInner({ path, field, inner }: BoundField, row: number): void {
    const before = this.wire.length;
    this.writeUnknown(path, row);
    // From the last field to the first.
    for (const bound of inner) this.writeField(bound, row);
    this.wire.closeBytes(field.number, before);
  }

  #writePoint({ path, field, column }: BoundField, entry: number): void {
    const { wire } = this;
    const xy = column.xy as Float64Array;
    const x = xy[2 * entry];
    const y = xy[2 * entry + 1];
    const before = wire.length;
    this.writeUnknown(path, entry);
    if ((column.hasZ as Uint8Array)[entry] === 1) this.#writeDouble(3, (column.z as Float64Array)[entry]);
    if (!Object.is(y, 0)) this.#writeDouble(2, y);
    if (!Object.is(x, 0)) this.#writeDouble(1, x);
    wire.closeBytes(field.number, before);
  }

  #writeDouble(number: number, value: number): void {
    this.wire.double(value);
    this.wire.uint32(number * 8 + Wire.FIXED64);
  }

  #writeText(number: number, text: number): void {
    const before = this.wire.length;
    this.wire.bytes(this.map.textBytes(text));
    this.wire.closeBytes(number, before);
  }

  /** Writes what a row held that the format does not know. */
  writeUnknown(path: string, row: number): void {
    if (this.#unknown.isEmpty) return;
    for (const bytes of this.#unknown.lastToFirst(path, row)) this.wire.bytes(bytes);
  }
}
