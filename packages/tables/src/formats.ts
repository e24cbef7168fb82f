import { type Limits, UserError } from '@itinera/base';
import type { Chunks, FileLike } from './byte-source.js';
import { readCsv } from './csv/read-csv.js';
import { isArrow, isJson, isParquet, isSqlite, refuseOthers } from './file-kinds.js';
import { OpenFile } from './open-file.js';
import type { OnStart } from './row.js';
import { isDays, isGpx, isKml, isPlt, readDays, readGpx, readKml, readPlt } from './tracks.js';

/** A file format. To add one, add a row to `formats`. */
export interface Format {
  readonly name: string;
  /** File name extensions, for files in a folder; otherwise the first bytes decide. */
  readonly endings: readonly string[];
  readonly is: (head: Uint8Array) => boolean;
  /** Reads all rows and yields from time to time. Throws a `UserError`; any other error is reported as damage. */
  readonly read: (file: OpenFile, onStart: OnStart) => AsyncIterable<void>;
}

/** Tried in this order; any other text is CSV. */
export const formats: readonly Format[] = [
  {
    name: 'Parquet',
    endings: ['parquet', 'pq'],
    is: isParquet,
    async *read(file, onStart) {
      yield* (await import('./parquet/read-parquet.js')).readParquet(file, onStart);
    },
  },
  {
    name: 'Arrow',
    endings: ['arrow', 'arrows', 'feather', 'ipc'],
    is: isArrow,
    async *read(file, onStart) {
      yield* (await import('./arrow/read-arrow.js')).readArrow(file, onStart);
    },
  },
  { name: 'days of LLMob', endings: [], is: isDays, read: readDays },
  {
    name: 'JSON',
    endings: ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'jsonl', 'json'],
    is: isJson,
    async *read(file, onStart) {
      yield* (await import('./json/read-json.js')).readJson(file, onStart);
    },
  },
  {
    name: 'SQLite',
    endings: ['db', 'gpkg', 'sqlite', 'sqlite3'],
    is: isSqlite,
    async *read(file, onStart) {
      yield* (await import('./sqlite/read-sqlite.js')).readSqlite(file, onStart);
    },
  },
  {
    name: 'GeoLife',
    endings: ['plt'],
    is: isPlt,
    read: readPlt,
  },
  {
    name: 'GPX',
    endings: ['gpx'],
    is: isGpx,
    read: readGpx,
  },
  { name: 'KML', endings: ['kml'], is: isKml, read: readKml },
  { name: 'CSV', endings: ['csv', 'tsv', 'txt', 'dyna'], is: () => true, read: readCsv },
];

/** The format of a file name's extension, compressed or not. */
export function formatOfName(name: string): Format | undefined {
  const ending = /\.([^.]+?)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  return formats.find(({ endings }) => ending !== undefined && endings.includes(ending));
}

/**
 * Reads a table of any format row by row.
 *
 * @returns warnings for the user
 * @throws UserError if the file is not a table, is damaged, or unpacks to more than `limits` allow
 */
export async function readRows(file: FileLike, onStart: OnStart, limits: Limits = {}): Promise<string[]> {
  const open = await OpenFile.open(file, limits);
  for await (const _ of rowsOf(open, formatOf(open), onStart)) {
    // The rows have been read.
  }
  return open.notes;
}

/** Whether the description that a table carries (Parquet, Arrow, GeoJSON) calls its people synthetic. False for other files. */
export async function isTableOfSynthetic(file: FileLike): Promise<boolean> {
  let found = false;
  const onStart: OnStart = ({ isSynthetic = false }) => {
    found = isSynthetic;
    throw new UserError('Only the start is of interest.');
  };
  if (/\.(parquet|arrow|feather|geojson)(\.gz)?$/i.test(file.name)) await readRows(file, onStart).catch(() => {});
  return found;
}

const LINES_AT_ONCE = 1 << 14;

/**
 * Returns the unpacked bytes of a CSV file. A table of another format is converted to CSV, with the requested `columns` that it
 * contains (ignoring case), or with all columns if it contains none of them. For readers that split lines themselves.
 */
export async function* csvChunks(file: FileLike, columns: readonly string[], limits: Limits = {}): Chunks {
  const open = await OpenFile.open(file, limits);
  const format = formatOf(open);
  if (format.read === readCsv) {
    yield* open.chunks();
    return;
  }
  const encoder = new TextEncoder();
  let lines: string[] = [];
  const onStart: OnStart = ({ cells: names }) => {
    const found = names.filter((name) => columns.includes(name.toLowerCase()));
    const chosen = found.length > 0 ? found : names;
    lines.push(chosen.join());
    return {
      columns: chosen.map((name) => names.indexOf(name)),
      take: (row) => void lines.push(chosen.map((_, i) => row.text(i)).join()),
    };
  };
  for await (const _ of rowsOf(open, format, onStart)) {
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      yield encoder.encode(`${lines.slice(at, at + LINES_AT_ONCE).join('\n')}\n`);
    lines = [];
  }
}

/** @throws UserError if it is not a table */
function formatOf({ name, head }: OpenFile): Format {
  const format = formats.find(({ is }) => is(head))!;
  if (format.read !== readCsv) return format;
  const named = formatOfName(name);
  if (named !== undefined && named !== format && head.length > 0)
    throw new UserError(`${name}: expected ${named.name}, as the file name suggests. Rename or export the file.`);
  refuseOthers(name, head);
  return format;
}

async function* rowsOf(open: OpenFile, { name, read }: Format, onStart: OnStart): AsyncGenerator<void> {
  try {
    yield* read(open, onStart);
  } catch (error) {
    if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new UserError(
      `${open.name}: expected ${name}, but it cannot be read (${(error as Error).message}). Export the file again.`,
    );
  } finally {
    await open.close();
  }
}
