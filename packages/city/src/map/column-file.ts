import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { UserError } from '@itinera/base';
import { makeFolder, partPath } from '@itinera/base/node';
import { readPages, readPartsBy, unreadPages } from './column-pages.js';
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
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const opened = checkedColumns(path, descriptor, identity);
    if (opened === undefined) closeSync(descriptor);
    else keepOpen(opened.pages, descriptor);
    return opened;
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }
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
    if (readSync(descriptor, bytes, 0, bytes.length, at) < bytes.length) throw changed(pages);
  });
}

/** Opens the file that another thread has opened. */
function reopened(pages: ColumnPages): number {
  let descriptor: number;
  try {
    descriptor = openSync(pages.path, 'r');
  } catch {
    throw changed(pages);
  }
  const { ino, size } = fstatSync(descriptor);
  if (ino === pages.inode && size === pages.size) return keepOpen(pages, descriptor);
  closeSync(descriptor);
  throw changed(pages);
}

function changed({ path }: ColumnPages): UserError {
  return new UserError(`${path} was changed while it was used. Start again: it is rebuilt.`);
}

/** The same, with everything in memory. */
export function readColumnFile(path: string, identity: ColumnFileIdentity): SharedColumns | undefined {
  const columns = openColumnFile(path, identity);
  if (columns === undefined) return undefined;
  readPages(columns, 0, columns.buffer.byteLength);
  const { buffer, layout } = columns;
  return { buffer, layout };
}

function checkedColumns(path: string, descriptor: number, identity: ColumnFileIdentity) {
  const { ino, size } = fstatSync(descriptor);
  const start = Buffer.alloc(MAGIC.length + 4);
  readSync(descriptor, start, 0, start.length, 0);
  const headerBytes = start.readUInt32LE(MAGIC.length);
  if (start.toString('latin1', 0, MAGIC.length) !== MAGIC || headerBytes > MAX_HEADER_BYTES) return undefined;

  const json = Buffer.alloc(headerBytes);
  readSync(descriptor, json, 0, headerBytes, start.length);
  const header = JSON.parse(json.toString()) as Header;
  const { byteLength, layout } = header;
  const payload = payloadStart(headerBytes);
  if (!isAsAskedFor(header, identity) || size !== payload + byteLength) return undefined;
  if (crcOf(descriptor, payload) !== header.crc) return undefined;
  const pages: ColumnPages = { path, inode: ino, size, start: payload, isRead: unreadPages(byteLength) };
  return { buffer: allocate(byteLength), layout, pages };
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
