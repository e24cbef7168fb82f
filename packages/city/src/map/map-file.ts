import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../user-error.js';
import { CityMap } from './city-map.js';
import { readColumnFile, writeColumnFile } from './column-file.js';
import { readMap } from './read-map.js';
import { mapChunks } from './write-map.js';

/** Raised when the columns of a map change. */
const CACHE_VERSION = 1;

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
 * @param options.cacheFolder - where to keep the parsed columns, under the file's hash; left out: nowhere. What is
 *   there is used only when it was made from these very bytes and is undamaged, and made again otherwise
 * @throws UserError when the file is not there, empty, damaged or no map
 */
export async function readMapFile(path: string, { cacheFolder }: { cacheFolder?: string } = {}): Promise<MapFile> {
  const bytes = await readBytes(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const identity = { kind: 'map', version: CACHE_VERSION, source: sha256 };
  const cachePath = cacheFolder === undefined ? undefined : join(cacheFolder, `${sha256}.map`);
  const cached = cachePath === undefined ? undefined : await readColumnFile(cachePath, identity);
  if (cached !== undefined) return { map: CityMap.open(cached), sha256, bytes: bytes.length };

  const map = readMap(bytes, { name: path });
  if (cachePath !== undefined) {
    // Without a cache everything works, only slower: a full or read-only disk is no reason to stop.
    await writeColumnFile(cachePath, identity, map).catch(() => undefined);
  }
  return { map, sha256, bytes: bytes.length };
}

/** Writes a map file. It appears under its name only when it is whole. @throws UserError when that cannot be. */
export async function writeMapFile(path: string, map: CityMap): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, mapChunks(map));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UserError(`${path}: cannot be written (${(error as Error).message}). Choose another place with -o.`);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'is a folder, expected a map file (.pb)'
          : `cannot be read (${message})`;
    throw new UserError(`${path}: ${reason}. Make a map with: asbench map synth --seed 1 --size town -o town.pb`);
  }
  if (bytes.length === 0) throw new UserError(`${path}: the file is empty, expected a city.map.v2 map. Get it again.`);
  return bytes;
}
