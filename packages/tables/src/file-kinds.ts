import { UserError } from '@itinera/base';

/** Precedes each object of a GeoJSON text sequence. */
export const RECORD_SEPARATOR = String.fromCharCode(30);

const starts = (head: Uint8Array, bytes: string | readonly number[]) =>
  [...bytes].every((byte, i) => head[i] === (typeof byte === 'number' ? byte : byte.charCodeAt(0)));

export const isGzip = (head: Uint8Array): boolean => starts(head, [0x1f, 0x8b]);
export const isParquet = (head: Uint8Array): boolean => starts(head, 'PAR1');
/** A file, or a stream, which begins with a message marker. */
export const isArrow = (head: Uint8Array): boolean => starts(head, 'ARROW1') || starts(head, [255, 255, 255, 255]);
export const isSqlite = (head: Uint8Array): boolean => starts(head, 'SQLite format 3\0');
/** An object or a list, possibly after a record separator. */
export const isJson = (head: Uint8Array): boolean =>
  /^[[{]/.test(new TextDecoder().decode(head).replaceAll(RECORD_SEPARATOR, '').trimStart());

/** Files often mistaken for tables: their first bytes, their name, and the next step. */
const others: readonly (readonly [start: readonly number[], what: string, next: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a zip archive (as Excel files are)', 'Unpack it, or save it as CSV.'],
  [[0x50, 0x4b, 5, 6], 'an empty zip archive', 'Pass a table.'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2', 'Unpack it with bunzip2, or compress it with gzip instead.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz', 'Unpack it with unxz, or compress it with gzip instead.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard', 'Unpack it with unzstd, or compress it with gzip instead.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive', 'Unpack it with 7z x.'],
  [[0x80, 2], 'a Python pickle', 'Save the table with pandas: to_csv or to_parquet.'],
  [[0x80, 4], 'a Python pickle', 'Save the table with pandas: to_csv or to_parquet.'],
  [[0x80, 5], 'a Python pickle', 'Save the table with pandas: to_csv or to_parquet.'],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], 'a NumPy array', 'Convert it to a table with pandas: to_csv.'],
  [[0xff, 0xfe], 'text in UTF-16', 'Save it as UTF-8.'],
  [[0xfe, 0xff], 'text in UTF-16', 'Save it as UTF-8.'],
];

/** Names of spreadsheets, which are zip archives. */
const SPREADSHEET = /\.(xlsx|xlsm|xlsb|ods)$/i;

/** @throws UserError if the first bytes are not text */
export function refuseOthers(name: string, head: Uint8Array): void {
  if (SPREADSHEET.test(name))
    throw new UserError(`${name}: the file is a spreadsheet, expected a table. Save its sheet as CSV.`);
  const other = others.find(([start]) => starts(head, start));
  if (other)
    throw new UserError(`${name}: the file is ${other[1]}, expected CSV, JSON, Parquet, Arrow or SQLite. ${other[2]}`);
  if (head.includes(0))
    throw new UserError(
      `${name} contains zero bytes, so it is not text. Expected CSV, JSON, Parquet, Arrow or SQLite.`,
    );
}
