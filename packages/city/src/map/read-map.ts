import { limitOf, UserError } from '@itinera/base';
import { CityMap } from './city-map.js';
import { requireKnownContent } from './content-version.js';
import type { FieldColumns, FieldList, MapSource } from './field-columns.js';
import { MapBuilder } from './map-builder.js';
import { ReadBudget } from './read-budget.js';
import type { StringPool } from './string-pool.js';
import { Wire, WireReader } from './wire-reader.js';

/**
 * Reads a map file (`city.map.v2.Map`, protobuf) straight into columns. Only the encoding is checked; see `inspectMap`
 * for the content. Unknown fields are kept for `writeMap`.
 *
 * @param bytes - the whole file
 * @param options - `name`: name of the file in errors
 * @returns the map, in separate memory
 * @throws UserError with the offset if the bytes are cut short, damaged or not a map, or if a later version built it
 */
export function readMap(bytes: Uint8Array, { name = 'map' }: { name?: string } = {}): CityMap {
  const wire = new WireReader(bytes, (what, position) => {
    throw new UserError(
      `${name}: the file ${what} (at byte ${position} of ${bytes.length}). ` +
        'It is damaged or not a city.map.v2 map. Download it again.',
    );
  });
  const budget = new ReadBudget(limitOf('mapRatio') * bytes.length + limitOf('mapBytes'), () =>
    wire.fail('contains so many empty entries that it would fill the memory'),
  );
  const builder = new MapBuilder(budget);
  new MapReader(wire, builder).readMessage(builder.root.fields, '', 0, bytes.length);
  checkTexts(builder.strings, wire);
  const map = CityMap.fromBuilder(builder);
  requireKnownContent(name, map);
  return map;
}

class MapReader implements MapSource {
  constructor(
    readonly wire: WireReader,
    readonly builder: MapBuilder,
  ) {}

  readMessage(fields: FieldList, path: string, row: number, end: number): void {
    const { wire } = this;
    const outerEnd = wire.end;
    wire.end = end;
    while (wire.position < end) {
      const start = wire.position;
      const tag = wire.tag();
      const column = fields[tag >>> 3];
      if (column === undefined) {
        wire.skip(tag);
        this.keepUnknown(path, row, start);
        continue;
      }
      const type = tag & 7;
      if (type === column.kind.wire) {
        if (column.many) this.#readEntries(column, tag, end);
        else {
          if (column.optional) column.present[row] = 1;
          column.kind.read(this, column, row);
        }
      } else if (type === Wire.BYTES && column.many) this.#readPacked(column);
      else wire.fail(`has wire type ${type} for ${column.path}, expected ${column.kind.wire}`);
    }
    wire.end = outerEnd;
  }

  /** Reads an entry of a list, and the entries that follow directly. */
  #readEntries(column: FieldColumns, tag: number, end: number): void {
    const { wire } = this;
    const { kind, table } = column;
    do {
      kind.read(this, column, table === undefined ? column.nextEntry() : table.begin());
      table?.end();
      // Only tags of one byte are recognised, as nearly all are.
    } while (wire.position < end && wire.bytes[wire.position] === tag && ++wire.position > 0);
  }

  #readPacked(column: FieldColumns): void {
    const { wire } = this;
    const end = wire.lengthEnd();
    const outerEnd = wire.end;
    wire.end = end;
    while (wire.position < end) column.kind.read(this, column, column.nextEntry());
    wire.end = outerEnd;
  }

  keepUnknown(path: string, row: number, start: number): void {
    const bytes = this.wire.bytes.subarray(start, this.wire.position);
    // Twelve bytes plus its content, and as much again while the columns grow.
    this.builder.budget.spend(2 * (12 + bytes.length));
    this.builder.unknown.add(path, row, bytes);
  }
}

/** All strings are valid UTF-8 if all bytes together are and none begins inside a character. */
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
  if (!isText) wire.fail('contains names that are not UTF-8');
}
