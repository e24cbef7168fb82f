import { extname } from 'node:path';
import { checkParquet } from '@itinera/humob';
import { UserError } from '@itinera/metrics';
import { parseJson } from '@itinera/run';
import { wholeBytes } from '../trajectories/open-bytes.js';
import { parquetCompressors } from '../trajectories/parquet-compressors.js';
import { csvRecords, type TableRecord } from './csv-records.js';

/** What is read into memory as a whole, and so is bounded. */
const MOST_BYTES = 2 ** 30;

const readers: Readonly<Record<string, (path: string) => Promise<TableRecord[]>>> = {
  '.csv': async (path) => csvRecords(await wholeBytes(path, MOST_BYTES), path),
  '.tsv': async (path) => csvRecords(await wholeBytes(path, MOST_BYTES), path),
  '.json': async (path) => listOf(parseJson(await textOf(path), path), path),
  '.jsonl': async (path) =>
    (await textOf(path))
      .split('\n')
      .flatMap((line, i) => (line.trim() === '' ? [] : [recordOf(parseJson(line, `${path}:${i + 1}`), path, i + 1)])),
  '.parquet': parquetRecords,
};

/** Whether a table of this name can be read. */
export function isRecordFile(path: string): boolean {
  return extname(path).toLowerCase() in readers;
}

/**
 * Reads a table with named columns: CSV (also with semicolons or tabs), a list of objects as JSON or a line each, Parquet.
 * @throws UserError when it cannot be read, with where and why.
 */
export async function readRecords(path: string): Promise<TableRecord[]> {
  const read = readers[extname(path).toLowerCase()];
  if (read !== undefined) return await read(path);
  throw new UserError(`${path}: expected a file whose name ends in ${Object.keys(readers).join(', ')}.`);
}

async function textOf(path: string): Promise<string> {
  return (await wholeBytes(path, MOST_BYTES / 2)).toString('utf8').replace(/^\uFEFF/, '');
}

function listOf(value: unknown, path: string): TableRecord[] {
  if (Array.isArray(value)) return value.map((entry, i) => recordOf(entry, path, i + 1));
  throw new UserError(`${path}: expected a list of objects, got ${typeof value}.`);
}

function recordOf(value: unknown, path: string, number: number): TableRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(
      `${path}: entry ${number}: expected an object, got ${JSON.stringify(value)?.slice(0, 40)}. Correct the file.`,
    );
  return Object.fromEntries(Object.entries(value).filter(([, cell]) => cell !== null && cell !== undefined));
}

async function parquetRecords(path: string): Promise<TableRecord[]> {
  const parquet = await import('hyparquet');
  try {
    const file = await parquet.asyncBufferFromFile(path);
    const metadata = await parquet.parquetMetadataAsync(file);
    const names = parquet.parquetSchema(metadata).children.map(({ element }) => element.name);
    await checkParquet(file, metadata, names);
    const rows = await parquet.parquetReadObjects({ file, metadata, compressors: parquetCompressors });
    return rows.map((row, i) =>
      recordOf(Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, plain(cell)])), path, i + 1),
    );
  } catch (error) {
    if (error instanceof UserError || 'syscall' in (error as object)) throw error;
    throw new UserError(`${path}: expected Parquet, but it cannot be read (${(error as Error).message}).`);
  }
}

function plain(cell: unknown): unknown {
  if (typeof cell === 'bigint') return Number(cell);
  return cell instanceof Date ? cell.toISOString() : cell;
}
