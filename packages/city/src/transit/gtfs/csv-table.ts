import { UserError } from '@itinera/base';
import { CsvScanner, scanCsv } from '@itinera/tables';
import type { StringPool } from '../../map/string-pool.js';
import type { GtfsFiles } from './gtfs-files.js';

const [COLON, ZERO] = [58, 48];
/** A time or number that is missing. */
export const MISSING = -1;

/** The current row of a table; columns are numbered as requested. Valid until the next row. */
export class GtfsRow {
  constructor(private readonly scanner: CsvScanner) {}

  /** The line in the file: 2 is the first row. */
  get line(): number {
    return this.scanner.line;
  }

  text(column: number): string {
    return this.scanner.text(column);
  }

  isEmpty(column: number): boolean {
    return this.scanner.isEmpty(column);
  }

  /** A whole number of at most nine digits, `MISSING` if empty, NaN if invalid. */
  integer(column: number): number {
    const { scanner } = this;
    return scanner.isEmpty(column) ? MISSING : this.#digits(scanner.start(column), scanner.end(column));
  }

  /** Decimal number; NaN if empty. */
  number(column: number): number {
    return this.scanner.number(column);
  }

  /** `H:MM:SS` in seconds, including 24 hours and more; `MISSING` if empty, NaN if invalid. */
  time(column: number): number {
    const { scanner } = this;
    if (scanner.isEmpty(column)) return MISSING;
    const [start, end] = [scanner.start(column), scanner.end(column)];
    const { bytes } = scanner;
    if (end - start < 7 || bytes[end - 3] !== COLON || bytes[end - 6] !== COLON) return NaN;
    const minutes = this.#digits(end - 5, end - 3);
    const seconds = this.#digits(end - 2, end);
    if (minutes > 59 || seconds > 59) return NaN;
    return this.#digits(start, end - 6) * 3600 + minutes * 60 + seconds;
  }

  /** The number of its text in a pool. */
  intern(column: number, pool: StringPool): number {
    const { scanner } = this;
    if (scanner.isEmpty(column)) return 0;
    if (scanner.isDoubled(column)) return pool.intern(scanner.text(column));
    return pool.internBytes(scanner.bytes, scanner.start(column), scanner.end(column));
  }

  #digits(start: number, end: number): number {
    if (end - start > 9 || end === start) return NaN;
    let value = 0;
    for (let i = start; i < end; i++) {
      const digit = this.scanner.bytes[i] - ZERO;
      if (digit < 0 || digit > 9) return NaN;
      value = value * 10 + digit;
    }
    return value;
  }
}

/**
 * Reads a table of a feed row by row, by column name.
 * @param columns requested columns; those missing from the table are empty in every row
 * @param required columns that must be present
 * @throws UserError if a required column is missing, or a row never ends
 */
export async function readGtfsTable(
  files: GtfsFiles,
  file: string,
  columns: readonly string[],
  required: readonly string[],
  onRow: (row: GtfsRow) => void,
): Promise<void> {
  const name = `${files.name}: ${file}`;
  const fail = (what: string): never => {
    throw new UserError(`${name} ${what}. See https://gtfs.org/documentation/schedule/reference/`);
  };
  const scanner = new CsvScanner(name, ({ cells: names }) => {
    const missing = required.filter((column) => !names.includes(column));
    if (missing.length > 0) fail(`has no column ${missing.join(', ')}; it has ${names.join(', ').slice(0, 500)}`);
    return { columns: columns.map((column) => names.indexOf(column)), take: () => onRow(row) };
  });
  const row = new GtfsRow(scanner);
  for await (const _ of scanCsv(files.chunks(file), scanner)) {
    // The rows have been read.
  }
  if (!scanner.hasStarted) fail('is empty, expected a line with the names of its columns');
}
