import type { CityMap } from './city-map.js';
import { type BoundField, type ColumnPart, type ColumnsByName, isPlain, type MapSink } from './field-columns.js';
import { FIELD_KINDS } from './field-kinds.js';
import { type Fields, mapSchema } from './schema.js';
import type { ColumnArray } from './shared-columns.js';
import { UnknownFinder } from './unknown-fields.js';
import { Wire } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

/**
 * Writes a map as a file (`city.map.v2.Map`, protobuf): fields in the order of their numbers, numbers packed, zeros
 * omitted unless optional, and unknown fields at the end of each message. The same map produces the same bytes.
 */
export function writeMap(map: CityMap): Uint8Array {
  const chunks = Array.from(mapChunks(map), (chunk) => chunk.slice());
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Rows written at a time. */
const CHUNK_ROWS = 1024;

/** Yields the same file in chunks, so it is never in memory as a whole. A chunk is valid until the next one. */
export function* mapChunks(map: CityMap): Generator<Uint8Array> {
  const unknown = new UnknownFinder(map.unknownFields, (number) => map.text(number));
  const writer = new MapWriter(map, unknown);
  for (const field of bind('', mapSchema, map.columns as ColumnsByName, unknown).reverse()) {
    const rows = field.offsets[1] ?? 1;
    for (let row = 0; row < rows; row += CHUNK_ROWS) {
      if (field.many) writer.writeEntries(field, row, Math.min(row + CHUNK_ROWS, rows));
      else writer.writeField(field, 0);
      yield writer.wire.take();
    }
  }
  writer.writeUnknown('', 0);
  yield writer.wire.take();
}

type Arrays = { readonly [P in ColumnPart]?: ColumnArray };
/** For the arrays that a field lacks. */
const EMPTY: Required<Arrays> = {
  present: new Uint8Array(0),
  offsets: new Uint32Array(0),
  values: new Uint8Array(0),
  xy: new Float64Array(0),
  z: new Float64Array(0),
  hasZ: new Uint8Array(0),
};

/** The fields with content, with their arrays, from last to first. */
function bind(outer: string, schema: Fields, columns: ColumnsByName, unknown: UnknownFinder): BoundField[] {
  return Object.entries(schema)
    .map(([name, field]) => {
      const path = outer === '' ? name : `${outer}.${name}`;
      const column = columns[name] as ColumnsByName;
      const arrays = (isPlain(field, 'values') ? { values: column } : column) as Arrays;
      const { present, offsets, values, xy, z, hasZ } = { ...EMPTY, ...arrays };
      const { number, many, optional } = field;
      const { wire, write } = FIELD_KINDS[field.kind];
      const inner = bind(path, field.fields ?? {}, column, unknown);
      const hasUnknown = unknown.has(path);
      // All of one shape, for faster property access.
      return { path, number, many, optional, wire, write, inner, hasUnknown, present, offsets, values, xy, z, hasZ };
    })
    .filter(({ many, optional, present, offsets }) => (many ? offsets.at(-1)! > 0 : !optional || present.includes(1)))
    .reverse();
}

class MapWriter implements MapSink {
  readonly wire = new WireWriter();

  constructor(
    readonly map: CityMap,
    private readonly unknown: UnknownFinder,
  ) {}

  /** Writes the entries `start … end - 1` of a list. */
  writeEntries(bound: BoundField, start: number, end: number): void {
    const { wire } = this;
    const { values } = bound;
    if (bound.wire === Wire.BYTES) for (let entry = end - 1; entry >= start; entry--) this.#writeEntry(bound, entry);
    else if (end > start) {
      const before = wire.length;
      for (let entry = end - 1; entry >= start; entry--) wire.number(bound.wire, values[entry]);
      wire.closeBytes(bound.number, before);
    }
  }

  /** Writes one field of a row. */
  writeField(bound: BoundField, row: number): void {
    const { many, optional, offsets, present, values } = bound;
    if (many) this.writeEntries(bound, offsets[row], offsets[row + 1]);
    else if (optional ? present[row] === 1 : !Object.is(values[row], 0)) this.#writeEntry(bound, row);
  }

  #writeMessage(bound: BoundField, row: number): void {
    const before = this.wire.length;
    if (bound.hasUnknown) this.writeUnknown(bound.path, row);
    for (const inner of bound.inner) this.writeField(inner, row);
    this.wire.closeBytes(bound.number, before);
  }

  #writeEntry(bound: BoundField, at: number): void {
    const { wire } = this;
    if (bound.wire !== Wire.BYTES) {
      wire.number(bound.wire, bound.values[at]);
      wire.uint32(bound.number * 8 + bound.wire);
    } else if (bound.write) bound.write(this, bound, at);
    else this.#writeMessage(bound, at);
  }

  writeUnknown(path: string, row: number): void {
    for (const bytes of this.unknown.lastToFirst(path, row)) this.wire.bytes(bytes);
  }
}
