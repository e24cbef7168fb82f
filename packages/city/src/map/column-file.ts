import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { UserError } from '@itinera/base';
import { makeFolder, partPath } from '@itinera/base/node';
import { readPartsBy, unreadPages } from './column-pages.js';
import { allocate, type ColumnPages, type ColumnPlace, type SharedColumns } from './shared-columns.js';

const MAGIC = 'itinera columns 1\n';
const MAX_HEADER_BYTES = 1 << 20;
const BYTES_PER_ELEMENT = { uint8: 1, uint16: 2, int32: 4, uint32: 4, float64: 8 } as const;

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
 * Opens the columns of a file, checks them, and reads them when they are first needed, directly into memory that threads can
 * share.
 *
 * @returns undefined if the file is missing, damaged, or was built from other inputs, by another version or on another
 * kind of machine: the columns then have to be rebuilt
 */
export function openColumnFile(path: string, identity: ColumnFileIdentity): SharedColumns | undefined {
  readColumnsFromFiles();
  return withColumns(path, identity, (columns, descriptor) => {
    keepOpen(columns.pages, descriptor);
    return columns;
  });
}

/** The same, with everything in memory. */
export function readColumnFile(path: string, identity: ColumnFileIdentity): SharedColumns | undefined {
  return withColumns(path, identity, ({ buffer, layout, pages }, descriptor) => {
    if (!isFilled(new Uint8Array(buffer), descriptor, pages.start)) return undefined;
    closeSync(descriptor);
    return { buffer, layout };
  });
}

/** @param use receives the checked columns, of which none has been read, and the open file; returns undefined if it cannot be read */
function withColumns(
  path: string,
  identity: ColumnFileIdentity,
  use: (columns: OpenColumns, descriptor: number) => SharedColumns | undefined,
): SharedColumns | undefined {
  let descriptor: number | undefined;
  let used: SharedColumns | undefined;
  try {
    descriptor = openSync(path, 'r');
    const columns = checkedColumns(path, descriptor, identity);
    used = columns && use(columns, descriptor);
  } catch (error) {
    // Everything else means that the columns have to be rebuilt.
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code!)) throw error;
  } finally {
    if (used === undefined && descriptor !== undefined) closeSync(descriptor);
  }
  return used;
}

/** The open files of this thread: each thread has descriptors of its own, so that none closes that of another. */
const descriptors = new WeakMap<ColumnPages, number>();
/** Closes the files of columns that are no longer used. */
const unused = new FinalizationRegistry<number>(closeSync);

function keepOpen(pages: ColumnPages, descriptor: number): number {
  descriptors.set(pages, descriptor);
  unused.register(pages, descriptor);
  return descriptor;
}

/** Lets columns that other threads have opened be read here, too. */
export function readColumnsFromFiles(): void {
  readPartsBy((pages, bytes, at) => {
    const descriptor = descriptors.get(pages) ?? reopened(pages);
    if (!isFilled(bytes, descriptor, at)) throw changed(pages);
  });
}

/** Files are read in pieces of this size: the system reads less than 2 GiB at once. */
const PIECE = 2 ** 26;

/** Fills `bytes` from byte `at` of a file. @returns false if the file ends before */
function isFilled(bytes: Uint8Array, descriptor: number, at: number): boolean {
  for (let done = 0, read = -1; done < bytes.length; done += read) {
    read = readSync(descriptor, bytes, done, Math.min(PIECE, bytes.length - done), at + done);
    if (read === 0) return false;
  }
  return true;
}

/** Opens the file that another thread has opened, or one with the same content that has replaced it. */
function reopened(pages: ColumnPages): number {
  let descriptor: number;
  try {
    descriptor = openSync(pages.path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw changed(pages);
    throw error;
  }
  const found = headerOf(descriptor);
  if (found?.header.crc === pages.crc && found.size === pages.size) return keepOpen(pages, descriptor);
  closeSync(descriptor);
  throw changed(pages);
}

function changed({ path }: ColumnPages): UserError {
  return new UserError(`${path} was changed while it was used. Start again: it is rebuilt.`);
}

type OpenColumns = SharedColumns & { readonly pages: ColumnPages };

function checkedColumns(path: string, descriptor: number, identity: ColumnFileIdentity): OpenColumns | undefined {
  const found = headerOf(descriptor);
  if (found === undefined) return undefined;
  const { header, start, size } = found;
  const { byteLength, layout, crc } = header;
  if (!isAsAskedFor(header, identity) || size !== start + byteLength) return undefined;
  if (crcOf(descriptor, start) !== crc) return undefined;
  return { buffer: allocate(byteLength), layout, pages: { path, crc, size, start, isRead: unreadPages(byteLength) } };
}

/** The header of a file of columns, where their content starts, and the size of the file; undefined for other files. */
function headerOf(descriptor: number): { header: Header; start: number; size: number } | undefined {
  const magic = Buffer.alloc(MAGIC.length + 4);
  readSync(descriptor, magic, 0, magic.length, 0);
  const headerBytes = magic.readUInt32LE(MAGIC.length);
  if (magic.toString('latin1', 0, MAGIC.length) !== MAGIC || headerBytes > MAX_HEADER_BYTES) return undefined;
  const json = Buffer.alloc(headerBytes);
  readSync(descriptor, json, 0, headerBytes, magic.length);
  try {
    const header = JSON.parse(json.toString()) as Header;
    return { header, start: payloadStart(headerBytes), size: fstatSync(descriptor).size };
  } catch {
    return undefined;
  }
}

/** The checksum of a file from `start` to its end. */
function crcOf(descriptor: number, start: number): number {
  const piece = Buffer.allocUnsafeSlow(2 ** 20);
  let crc = 0;
  for (let at = start, read = -1; read !== 0; at += read) {
    read = readSync(descriptor, piece, 0, piece.length, at);
    crc = crc32(piece.subarray(0, read), crc);
  }
  return crc;
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
