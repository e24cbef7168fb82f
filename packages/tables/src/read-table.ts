import { type Limits, UserError } from '@itinera/base';
import type { FileLike } from './byte-source.js';
import { CsvScanner } from './csv/csv-scanner.js';
import { readRows } from './formats.js';
import type { OnStart } from './row.js';

/** A row by column name: numbers, texts, flags; empty cells are omitted. */
export type TableRecord = Readonly<Record<string, unknown>>;

/** Rows of a table with a header, by column. */
export interface Table {
  readonly length: number;
  /** Columns in order: as numbers (NaN for empty cells) if every cell is a number, otherwise as values. */
  readonly columns: ReadonlyMap<string, Float64Array | readonly unknown[]>;
  /** Warnings for the user. */
  readonly notes: readonly string[];
}

/** Options of `readTable` and `readRecords`. */
export interface ReadTableOptions extends Limits {
  /** Columns that must be present. */
  readonly required?: readonly string[];
}

/**
 * Reads a table with named columns: CSV with any separator, a list of objects as JSON or JSON Lines, Parquet, Arrow, SQLite; plain or
 * compressed with gzip.
 *
 * @param file `openFile(path)` of `@itinera/tables/node`, or a browser's `File`
 * @throws UserError if the file is not a table, or a row does not have as many cells as the first line
 */
export async function readTable(file: FileLike, options: ReadTableOptions = {}): Promise<Table> {
  let names: readonly string[] = [];
  const columns: unknown[][] = [];
  const start = namedStart(file.name, options.required ?? [], (found) => {
    names = found;
    columns.push(...found.map(() => []));
    return (value) => {
      for (const [i, column] of columns.entries()) column.push(value(i));
    };
  });
  const notes = await readRows(file, start, options);
  return {
    length: columns[0]?.length ?? 0,
    columns: new Map(names.map((name, i) => [name, typed(columns[i]!)])),
    notes,
  };
}

/** Same as `readTable`, row by row. */
export async function readRecords(file: FileLike, options: ReadTableOptions = {}): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  await readRows(file, namedStart(file.name, options.required ?? [], recorder(records)), options);
  return records;
}

/** Returns the records of a CSV text in memory, like `readRecords`. */
export function recordsOfText(text: string, name: string, { required = [] }: ReadTableOptions = {}): TableRecord[] {
  const records: TableRecord[] = [];
  const scanner = new CsvScanner(name, namedStart(name, required, recorder(records)));
  scanner.scan(new TextEncoder().encode(text), true);
  return records;
}

function recorder(records: TableRecord[]): OnNames {
  return (names) => (value) => {
    const record: Record<string, unknown> = {};
    for (const [i, name] of names.entries()) {
      const cell = value(i);
      if (cell !== undefined) record[name] = cell;
    }
    records.push(record);
  };
}

type OnNames = (names: readonly string[]) => (value: (column: number) => unknown) => void;

/** Required columns are matched without regard to case. */
function namedStart(file: string, required: readonly string[], onNames: OnNames): OnStart {
  return ({ names: found, cells }) => {
    const names = found?.map((name) => required.find((column) => column === name.toLowerCase()) ?? name);
    const missing = required.filter((column) => !names?.includes(column));
    if (names === undefined || missing.length > 0)
      throw new UserError(
        `${file} has no ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ') || 'with a name'}; its first line is "${cells.join(',').slice(0, 200)}". ` +
          `Expected ${required.length > 0 ? `the columns ${required.join(', ')}` : 'a line with the names of the columns'}.`,
      );
    const take = onNames(names);
    return {
      columns: [...names.keys()],
      take(row) {
        if (row.cells === names.length) take((column) => row.value(column));
        else if (!row.text(0).startsWith('#'))
          throw new UserError(
            `${file}:${row.line}: ${row.cells} cells, expected ${names.length} as in the first line.`,
          );
      },
    };
  };
}

function typed(column: readonly unknown[]): Float64Array | readonly unknown[] {
  const isNumeric = column.some((cell) => cell !== undefined);
  if (!isNumeric || !column.every((cell) => cell === undefined || typeof cell === 'number')) return column;
  return Float64Array.from(column, (cell) => (cell === undefined ? Number.NaN : (cell as number)));
}
