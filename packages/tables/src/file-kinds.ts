import { UserError } from '@itinera/metrics';

/** Stands before each object of a GeoJSON text sequence. */
export const RECORD_SEPARATOR = String.fromCharCode(30);

const starts = (head: Uint8Array, bytes: string | readonly number[]) =>
  [...bytes].every((byte, i) => head[i] === (typeof byte === 'number' ? byte : byte.charCodeAt(0)));

export const isGzip = (head: Uint8Array): boolean => starts(head, [0x1f, 0x8b]);
export const isParquet = (head: Uint8Array): boolean => starts(head, 'PAR1');
/** A file, or a stream, which begins with the mark of a message. */
export const isArrow = (head: Uint8Array): boolean => starts(head, 'ARROW1') || starts(head, [255, 255, 255, 255]);
/** An object or a list, perhaps after a record separator. */
export const isJson = (head: Uint8Array): boolean =>
  /^[[{]/.test(new TextDecoder().decode(head).replaceAll(RECORD_SEPARATOR, '').trimStart());

/** Files that are given for tables by mistake: their first bytes, what they are, and what to do. */
const others: readonly (readonly [start: readonly number[], what: string, next: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a zip archive (as Excel files are)', 'Unpack it, or save it as CSV.'],
  [[0x50, 0x4b, 5, 6], 'an empty zip archive', 'Pass a table.'],
  [[0x42, 0x5a, 0x68], 'packed by bzip2', 'Unpack it with bunzip2, or pack it with gzip instead.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'packed by xz', 'Unpack it with unxz, or pack it with gzip instead.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed by zstd', 'Unpack it with unzstd, or pack it with gzip instead.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive', 'Unpack it with 7z x.'],
  [[0x80, 2], 'a Python pickle', 'Write the table with to_csv or to_parquet.'],
  [[0x80, 4], 'a Python pickle', 'Write the table with to_csv or to_parquet.'],
  [[0x80, 5], 'a Python pickle', 'Write the table with to_csv or to_parquet.'],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], 'a NumPy array', 'Write it as a table, with to_csv of pandas.'],
  [[0xff, 0xfe], 'text in UTF-16', 'Save it as UTF-8.'],
  [[0xfe, 0xff], 'text in UTF-16', 'Save it as UTF-8.'],
];

/** @throws UserError when the first bytes are not those of a text */
export function refuseOthers(name: string, head: Uint8Array): void {
  const other = others.find(([start]) => starts(head, start));
  if (other) throw new UserError(`${name}: the file is ${other[1]}, expected CSV, JSON, Parquet or Arrow. ${other[2]}`);
  if (head.includes(0))
    throw new UserError(`${name}: has bytes of 0, so it is not text. Expected CSV, JSON, Parquet or Arrow.`);
}
