import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { asUserError, UserError, withPath } from '@itinera/base';
import type { OsmFile } from './elements.js';
import { OverpassFile } from './overpass-file.js';
import { PbfFile } from './pbf-file.js';
import { XmlFile } from './xml-file.js';

/** Related formats that are not supported, by their first bytes, and tools that convert them. */
const OTHERS: readonly [start: string, name: string, remedy: string][] = [
  ['BZh', 'compressed with bzip2', 'Unpack it first (bunzip2)'],
  ['PK\u0003\u0004', 'a zip archive', 'Unpack it first'],
  ['\xfd7zXZ', 'compressed with xz', 'Unpack it first (unxz)'],
  ['\x04\x22\x4d\x18', 'compressed with LZ4', 'Unpack it first (unlz4)'],
  ['\x28\xb5\x2f\xfd', 'compressed with Zstandard', 'Unpack it first (unzstd)'],
  ['\xff\xe0', 'o5m', 'Convert it first (osmium cat, or osmconvert)'],
  ['\xff\xfe', 'UTF-16 text', 'Save it as UTF-8'],
];

/**
 * Opens a file of OpenStreetMap data by content, not by name: `.osm.pbf`, `.osm` XML, or the JSON of an Overpass query; the
 * latter two may be compressed with gzip.
 *
 * @throws UserError if the file is missing or of another format
 */
export async function openOsm(path: string): Promise<OsmFile> {
  const bytes = await firstBytes(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isPacked ? unpackStart(bytes) : bytes).toString('latin1');
  if (!isPacked && text.slice(4, 64).includes('OSMHeader')) return new PbfFile(path);
  const first = text.replace(/^\xef\xbb\xbf/, '').trimStart()[0];
  const expected = 'expected .osm.pbf, .osm XML or the JSON of an Overpass query';
  if (first === '<') {
    if (/<osmChange[\s>]/.test(text))
      throw new UserError(
        `${path}: a change file (osmChange), ${expected}. It lists edits, not a map. Apply it to the extract that it belongs to ` +
          '(osmium apply-changes extract.osm.pbf changes.osc -o new.osm.pbf) and build from that.',
      );
    return new XmlFile(path);
  }
  if (first === '{') return new OverpassFile(path);
  const [, name, remedy] = OTHERS.find(([start]) => text.startsWith(start)) ?? [];
  if (name) throw new UserError(`${path}: ${name}, ${expected}. ${remedy}.`);
  throw new UserError(
    `${path}: ${bytes.length === 0 ? 'empty' : 'unknown data'}${isPacked ? ' compressed with gzip' : ''}, ${expected}. ` +
      'Extracts: https://download.geofabrik.de',
  );
}

/** The first unpacked bytes of a gzip file; none if it is damaged. */
function unpackStart(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(4096);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asUserError(withPath(error, path));
  }
}
