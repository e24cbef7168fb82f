import { UserError } from '@itinera/metrics';

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte);

/** What is no table of steps but is given for one, by its first bytes, and what to do with it. */
const others: readonly (readonly [start: readonly number[], what: string, next: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a zip archive (as Excel files are too)', 'Unpack it with unzip, and give the CSV file inside.'],
  [[0x50, 0x4b, 5, 6], 'an empty zip archive', 'Give a CSV file.'],
  [[0x42, 0x5a, 0x68], 'packed by bzip2', 'Unpack it with bunzip2, or pack it with gzip instead.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'packed by xz', 'Unpack it with unxz, or pack it with gzip instead.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed by zstd', 'Unpack it with unzstd, or pack it with gzip instead.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive', 'Unpack it with 7z x, and give the CSV file inside.'],
  [[0x80, 2], 'a pickle of Python', 'Write the table with to_csv or to_parquet.'],
  [[0x80, 4], 'a pickle of Python', 'Write the table with to_csv or to_parquet.'],
  [[0x80, 5], 'a pickle of Python', 'Write the table with to_csv or to_parquet.'],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], 'an array of NumPy', 'Write it as a table, with to_csv of pandas.'],
];

/** @throws UserError when the first bytes are those of an archive or another file that holds no lines */
export function refuseArchive(path: string, bytes: Uint8Array): void {
  const other = others.find(([start]) => startsWith(bytes, start));
  if (other)
    throw new UserError(`${path}: the file is ${other[1]}, expected CSV, plain or .gz, or Parquet. ${other[2]}`);
}

export const isParquet = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x41, 0x52, 0x31]);
