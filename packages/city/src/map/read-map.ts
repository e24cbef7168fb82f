import { UserError } from '@itinera/metrics';
import { CityMap } from './city-map.js';
import { type FieldColumns, ReadBudget, type TableBuilder } from './column-builder.js';
import { MapBuilder } from './map-builder.js';
import type { StringPool } from './string-pool.js';
import { Wire, WireReader } from './wire-reader.js';

/** Columns may take this many times the bytes of their file. A real map takes less than once, twice while it grows. */
const MAX_EXPANSION = 16;

/**
 * Reads a map file (`city.map.v2.Map`, protobuf) straight into columns. Nothing but its form is checked; whether the
 * map makes sense is for `inspectMap` to say. Fields that the format does not know are kept for `writeMap`.
 *
 * @param bytes - the whole file
 * @param options - `name`: what errors call the file
 * @returns the map, in memory of its own
 * @throws UserError with the offset, when the bytes are cut short, damaged or not a map
 */
export function readMap(bytes: Uint8Array, { name = 'map' }: { name?: string } = {}): CityMap {
  const wire = new WireReader(bytes, (what, position) => {
    throw new UserError(
      `${name}: the file ${what} (at byte ${position} of ${bytes.length}). ` +
        'It is damaged or no city.map.v2 map; get it again.',
    );
  });
  const budget = new ReadBudget(MAX_EXPANSION * bytes.length + 65536, () =>
    wire.fail('holds masses of empty entries and would fill the memory'),
  );
  const builder = new MapBuilder(budget);
  new MapReader(wire, builder).readMessage(builder.root.fields, '', 0, bytes.length);
  checkTexts(builder.strings, wire);
  return CityMap.fromBuilder(builder);
}

class MapReader {
  constructor(
    readonly wire: WireReader,
    readonly builder: MapBuilder,
  ) {}

  readMessage(fields: readonly (FieldColumns | undefined)[], path: string, row: number, end: number): void {
    const { wire } = this;
    const outerEnd = wire.end;
    wire.end = end;
    while (wire.position < end) {
      const start = wire.position;
      const tag = wire.tag();
      const column = fields[tag >>> 3];
      if (column === undefined) {
        wire.skip(tag);
        this.#keepUnknown(path, row, start);
        continue;
      }
      const type = tag & 7;
      switch (column.field.kind) {
        case 'int32':
          this.#expect(type, Wire.VARINT, column);
          column.values[row] = wire.int32();
          if (column.field.optional) column.present[row] = 1;
          break;
        case 'double':
          this.#expect(type, Wire.FIXED64, column);
          column.values[row] = wire.double();
          if (column.field.optional) column.present[row] = 1;
          break;
        case 'enum':
          this.#expect(type, Wire.VARINT, column);
          column.values[row] = this.#enum(column);
          if (column.field.optional) column.present[row] = 1;
          break;
        case 'bool':
          this.#expect(type, Wire.VARINT, column);
          column.values[row] = this.#bool();
          break;
        case 'string':
          this.#expect(type, Wire.BYTES, column);
          column.values[row] = this.#string();
          if (column.field.optional) column.present[row] = 1;
          break;
        case 'message':
          this.#expect(type, Wire.BYTES, column);
          column.present[row] = 1;
          this.readMessage(column.fields, column.path, row, wire.lengthEnd());
          break;
        case 'messages':
          this.#expect(type, Wire.BYTES, column);
          this.#readRow(column.table!, wire.lengthEnd());
          break;
        case 'point':
          this.#expect(type, Wire.BYTES, column);
          column.present[row] = 1;
          this.#readPoint(column, row, wire.lengthEnd());
          break;
        case 'points':
          this.#expect(type, Wire.BYTES, column);
          this.#readPoints(column, tag);
          break;
        case 'strings': {
          this.#expect(type, Wire.BYTES, column);
          const entry = column.nextEntry();
          column.values[entry] = this.#string();
          break;
        }
        default:
          this.#readNumbers(column, type);
      }
    }
    wire.end = outerEnd;
  }

  #readRow(table: TableBuilder, end: number): void {
    const row = table.begin();
    this.readMessage(table.fields, table.path, row, end);
    table.end();
  }

  /**
   * A run of points, which is what most of a file consists of. Nearly all are x, y and perhaps z in this order:
   *
   *     tag 18 09 x······· 11 y·······       tag 27 09 x······· 11 y······· 19 z·······
   */
  #readPoints(column: FieldColumns, tag: number): void {
    const { wire } = this;
    const { bytes, view, end } = wire;
    for (;;) {
      const at = wire.position;
      const entry = column.nextEntry();
      const length = bytes[at];
      const hasZ = length === 27;
      const isPlain =
        (hasZ || length === 18) &&
        at + length < end &&
        bytes[at + 1] === 0x09 &&
        bytes[at + 10] === 0x11 &&
        (!hasZ || bytes[at + 19] === 0x19);
      if (isPlain) {
        column.xy[2 * entry] = view.getFloat64(at + 2, true);
        column.xy[2 * entry + 1] = view.getFloat64(at + 11, true);
        if (hasZ) column.setZ(entry, view.getFloat64(at + 20, true));
        wire.position = at + 1 + length;
      } else this.#readPoint(column, entry, wire.lengthEnd());
      // The tag of every field of points takes one byte.
      if (wire.position >= end || bytes[wire.position] !== tag) return;
      wire.position++;
    }
  }

  #readPoint(column: FieldColumns, entry: number, end: number): void {
    const { wire } = this;
    const { xy } = column;
    const outerEnd = wire.end;
    wire.end = end;
    while (wire.position < end) {
      const start = wire.position;
      const tag = wire.tag();
      if (tag === ((1 << 3) | Wire.FIXED64)) xy[2 * entry] = wire.double();
      else if (tag === ((2 << 3) | Wire.FIXED64)) xy[2 * entry + 1] = wire.double();
      else if (tag === ((3 << 3) | Wire.FIXED64)) column.setZ(entry, wire.double());
      else {
        wire.skip(tag);
        this.#keepUnknown(column.path, entry, start);
      }
    }
    wire.end = outerEnd;
  }

  /** A list of numbers, packed or one by one. */
  #readNumbers(column: FieldColumns, type: number): void {
    const { wire } = this;
    const { kind } = column.field;
    const plain = kind === 'doubles' ? Wire.FIXED64 : Wire.VARINT;
    let end = wire.position + 1;
    if (type === Wire.BYTES) end = wire.lengthEnd();
    else this.#expect(type, plain, column);
    const outerEnd = wire.end;
    if (type === Wire.BYTES) wire.end = end;
    while (wire.position < end) {
      const entry = column.nextEntry();
      if (kind === 'doubles') column.values[entry] = wire.double();
      else if (kind === 'enums') column.values[entry] = this.#enum(column);
      else column.values[entry] = wire.int32();
    }
    wire.end = outerEnd;
  }

  #enum(column: FieldColumns): number {
    const value = this.wire.int32();
    if (value < 0 || value > 255) this.wire.fail(`gives ${column.path} the unknown value ${value}`);
    return value;
  }

  #bool(): number {
    const from = this.wire.position;
    this.wire.int32();
    for (let at = from; at < this.wire.position; at++) if ((this.wire.bytes[at] & 0x7f) !== 0) return 1;
    return 0;
  }

  #string(): number {
    const end = this.wire.lengthEnd();
    const number = this.builder.strings.internBytes(this.wire.bytes, this.wire.position, end);
    this.wire.position = end;
    return number;
  }

  #keepUnknown(path: string, row: number, start: number): void {
    const bytes = this.wire.bytes.subarray(start, this.wire.position);
    // Twelve bytes and itself, and as much again while the columns grow.
    this.builder.budget.spend(2 * (12 + bytes.length));
    this.builder.unknown.add(path, row, bytes);
  }

  #expect(type: number, expected: number, column: FieldColumns): void {
    if (type !== expected) this.wire.fail(`has wire type ${type} for ${column.path}, expected ${expected}`);
  }
}

/** All strings are UTF-8 when the bytes of all are and none begins inside a character. */
function checkTexts({ bytes, offsets, count }: StringPool, wire: WireReader): void {
  let isText = true;
  for (let i = 0; i < count && isText; i++) {
    isText = offsets[i] === offsets[i + 1] || (bytes[offsets[i]] & 0xc0) !== 0x80;
  }
  try {
    if (isText) new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, offsets[count]));
  } catch {
    isText = false;
  }
  if (!isText) wire.fail('holds names that are not UTF-8');
}
