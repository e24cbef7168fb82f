import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder, partPath } from '@itinera/base/node';
import { allocate, type ColumnPlace, type SharedColumns } from './shared-columns.js';

const MAGIC = 'itinera columns 1\n';
const MAX_HEADER_BYTES = 1 << 20;
const BYTES_PER_ELEMENT = { uint8: 1, int32: 4, uint32: 4, float64: 8 } as const;

/** Identity of a column file. The file is read only if everything matches. */
export interface ColumnFileIdentity {
  /** Kind of columns: `map`, `routing` … */
  readonly kind: string;
  /** Increased when the columns change. */
  readonly version: number;
  /** Hash of the inputs and the options. */
  readonly source: string;
}

/**
 * Keeps columns in a file, from which they can be read faster than they were built. The file holds data only:
 *
 *     "itinera columns 1\n"  header length (uint32)  header (JSON)  spaces up to a multiple of 8  the buffer
 *
 * in the byte order of the machine. It appears under its name only when it is complete.
 */
export async function writeColumnFile(
  path: string,
  identity: ColumnFileIdentity,
  { buffer, layout }: SharedColumns,
): Promise<void> {
  const payload = new Uint8Array(buffer);
  const header = {
    ...identity,
    littleEndian: isLittleEndian(),
    crc: crc32(payload),
    byteLength: payload.length,
    layout,
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = payloadStart(json.length);
  const head = Buffer.alloc(start, ' ');
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(json.length, MAGIC.length);
  json.copy(head, MAGIC.length + 4);

  makeFolder(dirname(path));
  const temporary = partPath(path);
  try {
    await writeFile(temporary, head);
    await writeFile(temporary, payload, { flag: 'a' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Reads columns back, directly into memory that threads can share.
 *
 * @returns undefined if the file is missing, damaged, or was built from other inputs, by another version or on another
 * kind
 *   of machine: the columns then have to be rebuilt
 */
export async function readColumnFile(path: string, identity: ColumnFileIdentity): Promise<SharedColumns | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = await file.stat();
    const start = Buffer.alloc(MAGIC.length + 4);
    await file.read(start, 0, start.length, 0);
    const headerBytes = start.readUInt32LE(MAGIC.length);
    if (start.toString('latin1', 0, MAGIC.length) !== MAGIC || headerBytes > MAX_HEADER_BYTES) return undefined;

    const json = Buffer.alloc(headerBytes);
    await file.read(json, 0, headerBytes, start.length);
    const header = JSON.parse(json.toString()) as Header;
    const payload = payloadStart(headerBytes);
    if (!isAsAskedFor(header, identity) || size !== payload + header.byteLength) return undefined;

    const buffer = allocate(header.byteLength);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(bytes.length - at, 1 << 26), payload + at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return crc32(bytes) === header.crc ? { buffer, layout: header.layout } : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

interface Header extends ColumnFileIdentity {
  readonly littleEndian: boolean;
  readonly crc: number;
  readonly byteLength: number;
  readonly layout: SharedColumns['layout'];
}

function isAsAskedFor(header: Header, identity: ColumnFileIdentity): boolean {
  const { kind, version, source, littleEndian, byteLength, layout } = header;
  return (
    kind === identity.kind &&
    version === identity.version &&
    source === identity.source &&
    littleEndian === isLittleEndian() &&
    Object.values(layout).every((place) => liesWithin(place, byteLength))
  );
}

function liesWithin({ type, byteOffset, length }: ColumnPlace, byteLength: number): boolean {
  return (
    Number.isInteger(byteOffset) &&
    Number.isInteger(length) &&
    byteOffset % 8 === 0 &&
    byteOffset >= 0 &&
    length >= 0 &&
    byteOffset + length * BYTES_PER_ELEMENT[type] <= byteLength
  );
}

function payloadStart(headerBytes: number): number {
  return Math.ceil((MAGIC.length + 4 + headerBytes) / 8) * 8;
}

function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}
