import { beyondLimits, limitOf } from '@itinera/base';
import { type FileMetaData, parquetMetadata, parquetSchema } from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { isFlatColumn } from 'hyparquet/src/schema.js';
import type { ByteSource } from '../byte-source.js';
import { saysSynthetic } from '../note.js';
import type { OpenFile } from '../open-file.js';
import {
  CellRow,
  type Cells,
  type OnStart,
  receiverOf,
  takeCells,
  timeOfDayText,
  WallTime,
  ZonedTime,
} from '../row.js';
import type { ColumnDecoder } from './check-page.js';
import { checkThrift } from './check-thrift.js';
import { ColumnPages } from './column-pages.js';

/** Length of the metadata, and the magic word. */
const TAIL_BYTES = 8;
const DEEPEST = 64;

// Geometry columns are not decoded.
const bytesOf = (bytes: Uint8Array) => bytes;
const parsers = { ...DEFAULT_PARSERS, geometryFromBytes: bytesOf, geographyFromBytes: bytesOf };

/**
 * Reads a Parquet file page by page. Every length in it is checked first, because hyparquet trusts them. Nested columns are
 * omitted.
 */
export async function* readParquet(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const source = await file.random();
  const metadata = await readMetadata(source);
  const schema = parquetSchema(metadata);
  const flat = schema.children.filter((child) => isFlatColumn([schema, child]));
  const nested = schema.children.filter((child) => !flat.includes(child)).map(({ element }) => element.name);
  if (nested.length > 0) file.note(`${nested.length} nested columns were omitted.`);
  const zones = await zonesOf(metadata);
  const names = flat.map(({ element }) => element.name);
  const description = metadata.key_value_metadata?.find(({ key }) => key === 'description')?.value;
  const taker = receiverOf(onStart, { names, cells: names, isSynthetic: saysSynthetic(description) }, nested);
  const row = new CellRow(names.length);
  let first = 1;
  for (const { num_rows, columns } of metadata.row_groups) {
    const pages = new Map<number, ColumnPages>();
    for (const place of taker.columns) {
      if (place < 0) continue;
      const child = flat[place]!;
      const meta = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === child.element.name)?.meta_data;
      if (meta === undefined) throw new Error(`no column ${child.element.name} in a row group`);
      const column: ColumnDecoder = {
        pathInSchema: meta.path_in_schema,
        type: meta.type,
        element: child.element,
        schemaPath: [schema, child],
        codec: meta.codec,
        parsers,
      };
      pages.set(place, new ColumnPages(file, source, column, meta));
    }
    let left = Number(num_rows);
    while (left > 0) {
      for (const column of pages.values()) await column.fill();
      const length = Math.min(left, ...[...pages.values()].map((column) => column.left));
      if (length === 0) throw new Error(`${left} rows are missing`);
      takeCells(taker, row, (place) => cellsOf(pages.get(place)!, flat[place]!.element, zones), { first, length });
      for (const column of pages.values()) column.next += length;
      left -= length;
      first += length;
      yield;
      if (pages.size === 0) break;
    }
    for (const column of pages.values()) {
      await column.fill();
      if (column.left > 0) throw new Error(`a column has more values than the ${num_rows} rows of its group`);
    }
  }
}

function cellsOf({ values, next }: ColumnPages, element: ColumnDecoder['element'], zones: Zones): Cells {
  const { name, logical_type: type, converted_type: former } = element;
  const dates = (change: (value: Date) => unknown): Cells => {
    return (row) => {
      const value = values[next + row];
      return value instanceof Date ? change(value) : value;
    };
  };
  const zone = zones.get(name);
  const isWall = type?.type === 'TIMESTAMP' ? type.isAdjustedToUTC === false : zone === '';
  if (isWall || type?.type === 'DATE' || former === 'DATE')
    return dates((value) => new WallTime(value.getTime() / 1000));
  if (zone) return dates((value) => new ZonedTime(value.getTime(), zone));
  const perSecond = type?.type === 'TIME' ? PER_SECOND[type.unit] : former && TIMES_PER_SECOND.get(former);
  if (perSecond === undefined) return (row) => values[next + row];
  return (row) => {
    const value = values[next + row];
    return value === undefined || value === null ? value : timeOfDayText(Number(value) / perSecond);
  };
}

const PER_SECOND = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 } as const;
const TIMES_PER_SECOND: ReadonlyMap<string, number> = new Map([
  ['TIME_MILLIS', PER_SECOND.MILLIS],
  ['TIME_MICROS', PER_SECOND.MICROS],
]);

/** Time zones of columns of times; '' for those without one. */
type Zones = ReadonlyMap<string, string>;

/** The zones that Arrow keeps in the file's metadata, because types of Parquet have none. */
async function zonesOf({ key_value_metadata: entries = [] }: FileMetaData): Promise<Zones> {
  const schema = entries.find(({ key }) => key === 'ARROW:schema')?.value;
  if (schema === undefined) return new Map();
  return (await import('../arrow/zones-of-schema.js')).zonesOfSchema(schema);
}

async function readMetadata({ name, size, read }: ByteSource): Promise<FileMetaData> {
  if (size < 2 * TAIL_BYTES) throw new Error('it is cut short');
  const tail = await read(size - TAIL_BYTES, size);
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getUint32(0, true);
  if (tail[4] !== 0x50 || tail[7] !== 0x31 || length > size - TAIL_BYTES)
    throw new Error('its footer is missing, so it is cut short');
  const most = limitOf('metadataBytes') + limitOf('metadataRatio') * size;
  if (length > most)
    throw beyondLimits(name, `has ${length} bytes of metadata, but a file of its size has at most ${Math.floor(most)}`);
  const bytes = await read(size - TAIL_BYTES - length, size);
  checkThrift(bytes, 0, length);
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  checkDepth(metadata);
  return metadata;
}

/** The schema is a tree, stored in depth-first order. */
function checkDepth({ schema }: FileMetaData): void {
  const open: number[] = [];
  for (const { num_children = 0 } of schema) {
    if (!(num_children >= 0 && num_children < schema.length) || open.length > DEEPEST)
      throw new Error('its columns are nested too deeply');
    if (open.length > 0) open[open.length - 1]!--;
    open.push(num_children);
    while (open.at(-1) === 0) open.pop();
  }
  if (open.length > 0) throw new Error('columns are missing');
}
