import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { UserError } from '@itinera/metrics';

const MAGIC = 'ITC1';
const CHECKSUM_BYTES = 32;
const ALIGNMENT = 8;

const columnTypes = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
type ColumnType = keyof typeof columnTypes;

export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
/** Named columns with a small header of JSON. */
export interface Columns {
  readonly header: Readonly<Record<string, unknown>>;
  readonly columns: Readonly<Record<string, Column>>;
}

/**
 * Writes columns to a file that appears in one move, complete and on disk:
 * `ITC1`, length of the header (u32), header (JSON), the columns (little-endian, each on a multiple of 8), SHA-256 of it all.
 */
export function writeColumns(path: string, { header, columns }: Columns): void {
  const layout = Object.entries(columns).map(([name, column]) => ({
    name,
    type: typeOf(column),
    length: column.length,
  }));
  const head = Buffer.from(JSON.stringify({ ...header, columns: layout }));
  const parts: Uint8Array[] = [Buffer.from(MAGIC), u32(head.length), head];
  let offset = MAGIC.length + 4 + head.length;
  for (const column of Object.values(columns)) {
    const gap = (ALIGNMENT - (offset % ALIGNMENT)) % ALIGNMENT;
    parts.push(new Uint8Array(gap), new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    offset += gap + column.byteLength;
  }
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  writeDurably(path, [...parts, hash.digest()]);
}

/** @throws UserError when the file is cut short, damaged or no file of columns. */
export function readColumns(path: string): Columns {
  const bytes = readFileSync(path);
  const bad = (what: string) =>
    new UserError(`${path}: ${what}. Delete the file and resume the run to write it again.`);
  if (bytes.length < MAGIC.length + 4 + CHECKSUM_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw bad('not a file of columns');
  const body = bytes.subarray(0, bytes.length - CHECKSUM_BYTES);
  if (!createHash('sha256').update(body).digest().equals(bytes.subarray(body.length)))
    throw bad('its checksum does not match, so it is damaged');
  const headLength = bytes.readUInt32LE(MAGIC.length);
  let offset = MAGIC.length + 4 + headLength;
  const { columns: layout, ...header } = JSON.parse(bytes.toString('utf8', MAGIC.length + 4, offset)) as {
    columns: { name: string; type: ColumnType; length: number }[];
  };
  const columns: Record<string, Column> = {};
  for (const { name, type, length } of layout) {
    offset += (ALIGNMENT - (offset % ALIGNMENT)) % ALIGNMENT;
    const Type = columnTypes[type];
    const end = offset + length * Type.BYTES_PER_ELEMENT;
    if (end > body.length) throw bad(`column ${name} ends after the file`);
    columns[name] = new Type(body.buffer.slice(body.byteOffset + offset, body.byteOffset + end));
    offset = end;
  }
  return { header, columns };
}

/** True when the file exists and its checksum holds. */
export function columnsAreSound(path: string): boolean {
  try {
    readColumns(path);
    return true;
  } catch {
    return false;
  }
}

/** Writes a file so that after a crash there is either all of it or the one that was there before. */
export function writeDurably(path: string, parts: Iterable<Uint8Array | string>): void {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  try {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

function typeOf(column: Column): ColumnType {
  return (Object.keys(columnTypes) as ColumnType[]).find((type) => column instanceof columnTypes[type])!;
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
