import { UserError } from '@itinera/metrics';
import type { Limits } from './budget.js';
import type { FileLike } from './byte-source.js';
import { readRows } from './formats.js';
import type { OnStart } from './row.js';

/** A row by the names of its columns: numbers, texts, flags; empty cells are omitted. */
export type TableRecord = Readonly<Record<string, unknown>>;

/** Rows of a table that has names, by column. */
export interface Table {
  readonly length: number;
  /** Columns in their order: numbers with NaN for an empty cell if all cells are numbers, otherwise values. */
  readonly columns: ReadonlyMap<string, Float64Array | readonly unknown[]>;
  /** What the user should know. */
  readonly notes: readonly string[];
}

/** Options of `readTable` and `readRecords`. */
export interface TableOptions extends Limits {
  /** Columns that have to be there. */
  readonly required?: readonly string[];
}

/**
 * Reads a table with named columns: CSV with any separator, a list of objects as JSON or JSON Lines, Parquet, Arrow; packed by
 * gzip or not.
 *
 * @param file `openFile(path)` of `@itinera/tables/node`, or a browser's `File`
 * @throws UserError when the file is not a table, or a row has another number of cells than the first line
 */
export async function readTable(file: FileLike, options: TableOptions = {}): Promise<Table> {
  let names: readonly string[] = [];
  const columns: unknown[][] = [];
  const { notes } = await readNamed(file, options, (found) => {
    names = found;
    columns.push(...found.map(() => []));
    return (value) => {
      for (const [i, column] of columns.entries()) column.push(value(i));
    };
  });
  return {
    length: columns[0]?.length ?? 0,
    columns: new Map(names.map((name, i) => [name, typed(columns[i]!)])),
    notes,
  };
}

/** Reads a table as `readTable`, row by row. */
export async function readRecords(file: FileLike, options: TableOptions = {}): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  await readNamed(file, options, (names) => (value) => {
    const record: Record<string, unknown> = {};
    for (const [i, name] of names.entries()) {
      const cell = value(i);
      if (cell !== undefined) record[name] = cell;
    }
    records.push(record);
  });
  return records;
}

async function readNamed(
  file: FileLike,
  { required = [], ...limits }: TableOptions,
  onNames: (names: readonly string[]) => (value: (column: number) => unknown) => void,
): Promise<{ notes: string[] }> {
  const { name } = file;
  const start: OnStart = ({ names, cells }) => {
    const lower = names?.map((name) => name.toLowerCase());
    const missing = required.filter((column) => !lower?.includes(column));
    if (names === undefined || missing.length > 0)
      throw new UserError(
        `${name}: no column ${missing.join(', ') || 'has a name'}; the first line is "${cells.join(', ').slice(0, 200)}". ` +
          `Expected ${required.length > 0 ? `the columns ${required.join(', ')}` : 'a line with the names of the columns'}.`,
      );
    const take = onNames(names);
    return {
      columns: [...names.keys()],
      take(row) {
        if (row.cells !== names.length) {
          if (row.text(0).startsWith('#')) return;
          throw new UserError(
            `${name}:${row.line}: ${row.cells} cells, expected ${names.length} as in the first line.`,
          );
        }
        take((column) => row.value(column));
      },
    };
  };
  return { notes: await readRows(file, start, limits) };
}

function typed(column: readonly unknown[]): Float64Array | readonly unknown[] {
  const isNumeric = column.some((cell) => cell !== undefined);
  if (!isNumeric || !column.every((cell) => cell === undefined || typeof cell === 'number')) return column;
  return Float64Array.from(column, (cell) => (cell === undefined ? Number.NaN : (cell as number)));
}
