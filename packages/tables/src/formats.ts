import { UserError } from '@itinera/metrics';
import type { Limits } from './budget.js';
import type { FileLike } from './byte-source.js';
import { readCsv } from './csv/read-csv.js';
import { isArrow, isJson, isParquet, refuseOthers } from './file-kinds.js';
import { OpenFile } from './open-file.js';
import type { OnStart } from './row.js';

/** A format of files. To add one, add a row to `formats`. */
export interface Format {
  readonly name: string;
  /** Endings of names, for files in a folder; a file is recognised by its first bytes. */
  readonly endings: readonly string[];
  readonly is: (head: Uint8Array) => boolean;
  /** Reads all rows. Throws a `UserError`, or any error, which is worded as damage. */
  readonly read: (file: OpenFile, onStart: OnStart) => Promise<void>;
}

/** In this order; a text that is nothing else is CSV. */
export const formats: readonly Format[] = [
  {
    name: 'Parquet',
    endings: ['parquet', 'pq'],
    is: isParquet,
    read: async (file, onStart) => (await import('./parquet/read-parquet.js')).readParquet(file, onStart),
  },
  {
    name: 'Arrow',
    endings: ['arrow', 'arrows', 'feather', 'ipc'],
    is: isArrow,
    read: async (file, onStart) => (await import('./arrow/read-arrow.js')).readArrow(file, onStart),
  },
  {
    name: 'JSON',
    endings: ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'jsonl', 'json'],
    is: isJson,
    read: async (file, onStart) => (await import('./json/read-json.js')).readJson(file, onStart),
  },
  { name: 'CSV', endings: ['csv', 'tsv', 'txt'], is: () => true, read: readCsv },
];

/** The format that a name ends in, packed or not. */
export function formatOfName(name: string): Format | undefined {
  const ending = /\.([^.]+?)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  return formats.find(({ endings }) => ending !== undefined && endings.includes(ending));
}

/**
 * Reads a table of any format row by row.
 *
 * @returns what the user should know
 * @throws UserError when the file is not a table, is damaged, or unpacks to more than `limits` allow
 */
export async function readRows(file: FileLike, onStart: OnStart, limits: Limits = {}): Promise<string[]> {
  const open = await OpenFile.open(file, limits);
  const format = formats.find(({ is }) => is(open.head))!;
  const named = formatOfName(open.name);
  try {
    if (format.name === 'CSV' && named !== undefined && named !== format && open.head.length > 0)
      throw new UserError(`${open.name}: expected ${named.name}, as its name says. Rename or export the file.`);
    if (format.name === 'CSV') refuseOthers(open.name, open.head);
    await format.read(open, onStart);
    return open.notes;
  } catch (error) {
    if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new UserError(
      `${open.name}: expected ${format.name}, but it cannot be read (${(error as Error).message}). Export the file again.`,
    );
  } finally {
    await open.close();
  }
}
