import { open } from 'node:fs/promises';
import { UserError } from '../../user-error.js';
import type { OsmFile } from './elements.js';
import { OverpassFile } from './overpass-file.js';
import { PbfFile } from './pbf-file.js';
import { XmlFile } from './xml-file.js';

/** Formats of the field that we do not read, by their first bytes. */
const OTHERS: readonly [start: string, name: string][] = [
  ['BZh', 'bzip2'],
  ['PK\u0003\u0004', 'a zip archive'],
  ['\xff\xe0', 'o5m'],
  ['\x28\xb5\x2f\xfd', 'Zstandard'],
];

/**
 * Opens a file of OpenStreetMap data by what is in it, not by its name: `.osm.pbf`, `.osm` XML (also `.osm.gz`), or
 * the JSON of an Overpass query.
 *
 * @throws UserError when there is no such file, or it is something else
 */
export async function openOsm(path: string): Promise<OsmFile> {
  const start = await firstBytes(path);
  const text = start.toString('latin1');
  if (text.slice(4, 64).includes('OSMHeader')) return new PbfFile(path);
  if (start[0] === 0x1f && start[1] === 0x8b) return new XmlFile(path, 'gzip');
  const first = text.replace(/^\xef\xbb\xbf/, '').trimStart()[0];
  if (first === '<') return new XmlFile(path, 'plain');
  if (first === '{') return new OverpassFile(path);
  const other =
    OTHERS.find(([bytes]) => text.startsWith(bytes))?.[1] ?? (start.length === 0 ? 'empty' : 'unknown data');
  throw new UserError(
    `${path}: ${other}, expected .osm.pbf, .osm XML or the JSON of an Overpass query. Extracts: https://download.geofabrik.de`,
  );
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(256);
      const { bytesRead } = await file.read(buffer, 0, 256, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UserError(`${path}: cannot be read (${error instanceof Error ? error.message : error}). Check the path.`);
  }
}
