import { createHash, webcrypto } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { asUserError, UserError, withPath } from '@itinera/base';
import { readableStats, readWithin, requireUnchanged, similarFile, writeDurably } from '@itinera/base/node';
import { CityMap } from './city-map.js';
import { openColumnFile, writeColumnFile } from './column-file.js';
import { requireKnownContent } from './content-version.js';
import { MapBuilder } from './map-builder.js';
import { readMap } from './read-map.js';
import { mapChunks } from './write-map.js';

/** Increased when the columns of a map change. */
const CACHE_VERSION = 5;

export interface MapFile {
  readonly map: CityMap;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** Bytes of the file. */
  readonly bytes: number;
}

/**
 * Reads a map file from disk.
 *
 * @param options - `cacheFolder`: folder for the parsed columns, named by the file's hash; no cache by default. A cache
 *   that is damaged or was built from other bytes is rebuilt
 * @throws UserError if the file is missing, empty, damaged, not a map, or built by a later version
 */
export async function readMapFile(path: string, { cacheFolder }: { cacheFolder?: string } = {}): Promise<MapFile> {
  const cached = cacheFolder === undefined ? undefined : await readCached(path, cacheFolder);
  if (cached !== undefined) return cached;
  const bytes = await readBytes(path);
  // In another thread, while this one reads the map.
  const hashing = sha256Of(bytes);
  const map = parse(path, bytes);
  const sha256 = await hashing;
  // Without a cache everything works, only slower, so a full or read-only disk is not an error.
  if (cacheFolder !== undefined)
    await writeColumnFile(cachePathOf(cacheFolder, sha256), identityOf(sha256), map).catch(() => undefined);
  return { map, sha256, bytes: bytes.length };
}

const identityOf = (sha256: string) => ({ kind: 'map', version: CACHE_VERSION, source: sha256 });
const columnNames = (): string[] => Object.keys(new MapBuilder().finish().layout);
const cachePathOf = (folder: string, sha256: string) => join(folder, `${sha256}.map`);

/** The columns of a map that was read before. The file itself, which is as large, is never in memory. */
async function readCached(path: string, cacheFolder: string): Promise<MapFile | undefined> {
  // What is wrong with the file is reported when it is read.
  const file = await hashInPieces(path).catch(() => undefined);
  if (file === undefined) return undefined;
  const columns = openColumnFile(cachePathOf(cacheFolder, file.sha256), identityOf(file.sha256));
  // Columns that came to the format since are missing, whatever the version says.
  if (columns === undefined || columnNames().some((name) => columns.layout[name] === undefined)) return undefined;
  const map = CityMap.open(columns);
  requireKnownContent(path, map);
  return { map, ...file };
}

/** @returns undefined for a pipe, which can be read only once, and a file that is changed meanwhile */
async function hashInPieces(path: string): Promise<Pick<MapFile, 'sha256' | 'bytes'> | undefined> {
  if (!readableStats(path).isFile()) return undefined;
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafeSlow(2 ** 20);
    let bytes = 0;
    for (let read = -1; read !== 0; bytes += read) {
      read = (await file.read(piece, 0, piece.length, bytes)).bytesRead;
      hash.update(piece.subarray(0, read));
    }
    requireUnchanged(path, stats, await file.stat());
    return { sha256: hash.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

async function sha256Of(bytes: Buffer<ArrayBuffer>): Promise<string> {
  if (bytes.length > PIECE) {
    const hash = createHash('sha256');
    for (let at = 0; at < bytes.length; at += PIECE) hash.update(bytes.subarray(at, at + PIECE));
    return hash.digest('hex');
  }
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function parse(path: string, bytes: Buffer): CityMap {
  try {
    return readMap(bytes, { name: path });
  } catch (error) {
    const other = otherFormat(bytes);
    throw other === undefined ? error : new UserError(`${path}: ${other}`);
  }
}

/** Names a format that is often mistaken for a map, and the next step. */
function otherFormat(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 64);
  const other = OTHER_FORMATS.find(([pattern]) => pattern.test(start));
  return other && `${other[1]}, expected a city.map.v2 map (.pb). ${other[2]}`;
}

const BUILD = 'Convert it with: asbench map build';
const OTHER_FORMATS: readonly (readonly [pattern: RegExp, what: string, next: string])[] = [
  [/^[^ -~]\x8b/, 'the file is compressed with gzip', 'Unpack it with: gzip -d'],
  [/^PK[^ -~]{2}/, 'the file is a zip archive', 'Unpack it with: unzip'],
  [/^.{4,60}OSMHeader/s, 'the file is an OpenStreetMap extract', BUILD],
  [/^\0/, 'the file begins with a zero byte', 'Download it again.'],
  [/^\s*(<\?xml.*)?<osm/s, 'the file is OpenStreetMap XML', BUILD],
  [/^\s*<(!doctype|html|\?xml)/i, 'the file is a web page or other XML', 'Download the map again.'],
  [/^\s*\{/, 'the file is JSON', `If it is the result of an Overpass query: ${BUILD}`],
  [/^version https:\/\/git-lfs/, 'the file is a Git LFS pointer', 'Fetch the map with: git lfs pull'],
];

/** Writes a map file, which appears under its name only when complete. @throws UserError if it cannot be written. */
export async function writeMapFile(path: string, map: CityMap): Promise<void> {
  try {
    writeDurably(path, mapChunks(map));
  } catch (error) {
    throw new UserError(`${path} cannot be written (${(error as Error).message}). Choose another place with -o.`);
  }
}

/** Node reads and hashes at most 2 GiB at once, and maps of countries are larger. */
const PIECE = 2 ** 30;
const LARGEST_MAP = 2 ** 32 - 1;

async function readInPieces(path: string): Promise<Buffer<ArrayBuffer>> {
  // The size of a pipe is unknown.
  if (!readableStats(path).isFile()) return readWithin(path) as Buffer<ArrayBuffer>;
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    const { size } = stats;
    if (size > LARGEST_MAP) throw new UserError(`${path}: ${size} bytes exceed the limit of a map, ${LARGEST_MAP}.`);
    const { bytesRead, buffer: start } = await file.read(Buffer.alloc(64), 0, 64, 0);
    if (bytesRead > 0 && start[0] === 0) throw new UserError(`${path}: ${otherFormat(start)}`);
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, Math.min(PIECE, bytes.length - length), length)).bytesRead;
    requireUnchanged(path, stats, await file.stat());
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

async function readBytes(path: string): Promise<Buffer<ArrayBuffer>> {
  let bytes: Buffer<ArrayBuffer>;
  try {
    bytes = await readInPieces(path);
  } catch (error) {
    const fault = asUserError(withPath(error, path));
    const { code } = error as NodeJS.ErrnoException;
    if (!(fault instanceof UserError) || (code !== 'ENOENT' && code !== 'EISDIR')) throw fault;
    const similar = code === 'ENOENT' ? similarFile(path) : '';
    throw new UserError(
      `${fault.message}${similar} To create a map: asbench map synth --seed 1 --size town -o town.pb`,
    );
  }
  if (bytes.length === 0)
    throw new UserError(`${path}: the file is empty, expected a city.map.v2 map. Download it again.`);
  return bytes;
}
