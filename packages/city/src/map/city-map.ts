import { readColumn, readPages } from './column-pages.js';
import { viewFields } from './field-kinds.js';
import { MapBuilder } from './map-builder.js';
import type { MapColumns } from './map-columns.js';
import type { Header, MapMessage } from './message.js';
import { addRow, type MapTableName, setHeader, toMessage } from './message-columns.js';
import { mapSchema } from './schema.js';
import { type SharedColumns, viewColumn } from './shared-columns.js';
import type { UnknownColumns } from './unknown-fields.js';

const tables = ['lanes', 'roads', 'junctions', 'aois', 'pois', 'sublines'] as const satisfies MapTableName[];

/**
 * A city map as flat columns in one buffer that worker threads share.
 *
 * The columns follow the message: what is `map.lanes[i].centerLine.nodes[j].x` in the message is
 * `map.lanes.centerLine.nodes.xy[2 * (map.lanes.centerLine.nodes.offsets[i] + j)]` here. By kind of field:
 *
 * | field | column |
 * |---|---|
 * | int32 | `Int32Array`, a value per row |
 * | double | `Float64Array` |
 * | enum, bool | `Uint8Array` |
 * | string | `Int32Array` of string numbers; equal strings have equal numbers, 0 is ''; see `text` |
 * | optional scalar | `{present, values}` |
 * | repeated scalar | `{offsets, values}` |
 * | repeated XYPosition | `{offsets, xy, z, hasZ}`; a Polyline is `{present, nodes: {offsets, xy, …}}` |
 * | XYPosition | `{present, xy, z, hasZ}` |
 * | message | `{present, …its columns}`, by the row that holds it |
 * | repeated message | `{count, offsets, …its columns}`: row r holds the rows `offsets[r] … offsets[r + 1] - 1` of them |
 *
 * References are by id; `laneIndex(id)` and similar methods return the row, or -1. The content of a map read from a
 * file is not checked: see `inspectMap`.
 */
export class CityMap implements SharedColumns {
  readonly lanes: MapColumns['lanes'];
  readonly roads: MapColumns['roads'];
  readonly junctions: MapColumns['junctions'];
  readonly aois: MapColumns['aois'];
  readonly pois: MapColumns['pois'];
  readonly sublines: MapColumns['sublines'];
  /** The header as an object; undefined when the file has none. */
  readonly header: Header | undefined;
  /** All columns, the header's included. */
  readonly columns: MapColumns;

  /** The rows of a table by id: empty where the ids ascend, so that the rows themselves are. */
  readonly #order: Record<MapTableName, Int32Array>;
  readonly #shapes: Float64Array;
  #centroids: Float64Array | undefined;
  readonly #textOffsets: Uint32Array;
  readonly #textBytes: Uint8Array;
  readonly #texts: (string | undefined)[] = [];
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  private constructor(
    readonly buffer: ArrayBufferLike,
    readonly layout: SharedColumns['layout'],
    readonly pages: SharedColumns['pages'],
  ) {
    const view = (name: string) => readColumn(this, name);
    const columns = viewFields(mapSchema, '', view) as MapColumns;
    this.columns = columns;
    this.lanes = columns.lanes;
    this.roads = columns.roads;
    this.junctions = columns.junctions;
    this.aois = columns.aois;
    this.pois = columns.pois;
    this.sublines = columns.sublines;

    this.#order = Object.fromEntries(tables.map((table) => [table, view(`${table}.order`)])) as Record<
      MapTableName,
      Int32Array
    >;
    this.#shapes = viewColumn(buffer, layout['lanes.centerLine.nodes.xy']) as Float64Array;
    this.#textOffsets = view('strings.offsets') as Uint32Array;
    this.#textBytes = view('strings.bytes') as Uint8Array;
    this.header = toMessage(columns, (number) => this.text(number), 'header').header;
  }

  /** The map that another thread shared: `worker.postMessage(columnsOf(map))`. */
  static open({ buffer, layout, pages }: SharedColumns): CityMap {
    return new CityMap(buffer, layout, pages);
  }

  /** The map of a message. Lists keep their order; nothing is added or checked. */
  static fromMessage(message: MapMessage): CityMap {
    const builder = new MapBuilder();
    if (message.header !== undefined) setHeader(builder, message.header);
    for (const table of tables) for (const row of message[table]) addRow(builder, table, row);
    return CityMap.fromBuilder(builder);
  }

  /** @internal */
  static fromBuilder(builder: MapBuilder): CityMap {
    return CityMap.open(builder.finish());
  }

  /** The whole map as an object. Fields that are not part of the format are left out. */
  toMessage(): MapMessage {
    return toMessage(this.columns, (number) => this.text(number));
  }

  /** The string of a text column's number. */
  text(number: number): string {
    // A copy, because decoders refuse shared memory.
    this.#texts[number] ??= this.#decoder.decode(this.textBytes(number).slice());
    return this.#texts[number];
  }

  /** The string of a text column's number as UTF-8. */
  textBytes(number: number): Uint8Array {
    return this.#textBytes.subarray(this.#textOffsets[number], this.#textOffsets[number + 1]);
  }

  /** Contents of the file that are not part of the format; `writeMap` writes them back. */
  get unknownFields(): UnknownColumns {
    const view = (name: keyof UnknownColumns) => readColumn(this, `unknown.${name}`);
    return {
      paths: view('paths') as Int32Array,
      rows: view('rows') as Int32Array,
      offsets: view('offsets') as Int32Array,
      bytes: view('bytes') as Uint8Array,
    };
  }

  /** The points of a lane's centre line: x and y in turn. Of a map from a file, only these are read. */
  laneShape(lane: number): Float64Array {
    const { offsets } = this.lanes.centerLine.nodes;
    const shape = this.#shapes.subarray(2 * offsets[lane], 2 * offsets[lane + 1]);
    readPages(this, shape.byteOffset, shape.byteLength);
    return shape;
  }

  /**
   * The centre of each AOI as x, y pairs in the order of the map: the centroid of its area as computed by GEOS, or its
   * first position if it is a point. NaN for an AOI without positions. Of a map from a file, the outlines are not read.
   */
  get aoiCentroids(): Float64Array {
    this.#centroids ??= readColumn(this, 'aois.centroids') as Float64Array;
    return this.#centroids;
  }

  /** Number of distinct strings: `text` accepts 0 … textCount - 1. */
  get textCount(): number {
    return this.#textOffsets.length - 1;
  }

  /** The row of a lane, or -1. If several have this id, the first. */
  laneIndex(id: number): number {
    return indexOf(this.lanes.id, this.#order.lanes, id);
  }

  /** The rows of lanes, -1 for those that are missing. */
  laneRows(ids: Int32Array): Int32Array {
    const { id } = this.lanes;
    const rows = new Int32Array(ids.length);
    for (let i = 0; i < ids.length; i++) rows[i] = indexOf(id, this.#order.lanes, ids[i]);
    return rows;
  }

  /** The row of a road, or -1. */
  roadIndex(id: number): number {
    return indexOf(this.roads.id, this.#order.roads, id);
  }

  /** The row of a junction, or -1. */
  junctionIndex(id: number): number {
    return indexOf(this.junctions.id, this.#order.junctions, id);
  }

  /** The row of an AOI, or -1. */
  aoiIndex(id: number): number {
    return indexOf(this.aois.id, this.#order.aois, id);
  }

  /** The row of a POI, or -1. */
  poiIndex(id: number): number {
    return indexOf(this.pois.id, this.#order.pois, id);
  }

  /** The row of a public transport line, or -1. */
  sublineIndex(id: number): number {
    return indexOf(this.sublines.id, this.#order.sublines, id);
  }
}

function indexOf(ids: Int32Array, order: Int32Array, id: number): number {
  // Ids mostly count up from the first one without gaps.
  const guess = id - ids[0];
  if (order.length === 0 && ids[guess] === id && ids[guess - 1] !== id) return guess;
  const sorted = order.length > 0;
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[sorted ? order[middle] : middle] < id) low = middle + 1;
    else high = middle;
  }
  const row = sorted ? order[low] : low;
  return row !== undefined && ids[row] === id ? row : -1;
}
