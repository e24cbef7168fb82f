import { existsSync, renameSync, rmSync } from 'node:fs';
import { UserError } from '@itinera/base';
import { hashFile, isPipe, partPath } from '@itinera/base/node';
import type { CityMap } from '../map/city-map.js';
import { readColumnFile, writeColumnFile } from '../map/column-file.js';
import { writeMapFile } from '../map/map-file.js';
import { TIMETABLE_VERSION, Timetable } from './timetable.js';

/** Path of the timetable of a map file: `city.timetable` for `city.pb`. */
export function timetablePathOf(mapPath: string): string {
  return `${mapPath.replace(/\.pb$/, '')}.timetable`;
}

/**
 * Writes a map and its timetable next to it: `city.pb` and `city.timetable`. The timetable comes first: if the process is
 * killed in between, an earlier map is refused for its timetable, and no map is read without it.
 * @returns the path of the timetable
 * @throws UserError if a file cannot be written
 */
export async function writeMapWithTimetable(mapPath: string, map: CityMap, timetable: Timetable): Promise<string> {
  if (isPipe(mapPath))
    throw new UserError(`${mapPath} is not a file, so the timetable cannot be written beside it. Choose another path.`);
  const path = timetablePathOf(mapPath);
  const part = partPath(mapPath);
  try {
    await writeMapFile(part, map);
    await writeTimetableFile(path, timetable, (await hashFile(part)).digest('hex'));
    renameSync(part, mapPath);
  } finally {
    rmSync(part, { force: true });
  }
  return path;
}

/**
 * Writes a timetable next to its map: columns with a checksum and the identity of the map.
 * @param mapSha256 of the map file, in hexadecimal
 * @throws UserError if it cannot be written
 */
export async function writeTimetableFile(path: string, timetable: Timetable, mapSha256: string): Promise<void> {
  try {
    await writeColumnFile(path, identityOf(mapSha256), timetable);
  } catch (error) {
    throw new UserError(`${path} cannot be written (${(error as Error).message}). Choose another place with -o.`);
  }
}

/**
 * Reads the timetable of a map.
 * @returns undefined if there is none
 * @throws UserError if it is damaged or belongs to another map
 */
export async function readTimetableFile(path: string, mapSha256: string): Promise<Timetable | undefined> {
  if (!existsSync(path)) return undefined;
  const columns = readColumnFile(path, identityOf(mapSha256));
  if (columns === undefined)
    throw new UserError(
      `${path} is not a timetable of this map: it is damaged, of another version, or built with another map. ` +
        'Delete it, or rebuild both with: asbench map build city.osm.pbf --gtfs feed.zip',
    );
  return Timetable.open(columns);
}

function identityOf(mapSha256: string) {
  return { kind: 'timetable', version: TIMETABLE_VERSION, source: mapSha256 };
}
