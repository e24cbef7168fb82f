import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest, UserError } from '@itinera/base';
import { requireWholeSet, similarFile, writeDurably, writeSet } from '@itinera/base/node';
import { type CityMap, Places, projectionOf } from '@itinera/city';
import { PROFILE_FILES } from '@itinera/run';
import { readRecords, type TableRecord } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { isMatsimPlans, readMatsimPeople } from './matsim-people.js';
import { checkProfiles } from './profiles.js';
import { isSynthetic, SYNTHETIC_MARK } from './synthetic.js';

/** A home farther than this from every AOI is off the map, metres. */
const FARTHEST = 500;
const MADE_UP = 'These people are synthetic. None of them exists.\n';

/** The people of a run. */
export interface PeopleSource {
  /** A folder with profiles, or a file. */
  readonly path: string;
  readonly home: string;
  /** Loads the map, if places are in degrees. */
  readonly map: () => Promise<CityMap>;
  readonly note: (message: string) => void;
  /** Coordinate system of plans of MATSim, if their file does not name it. */
  readonly crs?: string | undefined;
}

/**
 * Returns the folder that runs read people from: the given one; or, for a file (JSON, JSON Lines, CSV, Parquet), a copy in the home,
 * named after its content, so that the run can be resumed without the file.
 * `home` and `work` are AOI ids; or `home_lon`, `home_lat`, `work_lon`, `work_lat` in degrees, without `home`, are moved to the nearest AOI.
 * @throws UserError when there are no people or some are invalid
 */
export async function peopleFolder({ path, home, map, note, crs }: PeopleSource): Promise<string> {
  if (!existsSync(path))
    throw new UserError(
      `--profiles ${path}: file not found.${similarFile(path)} Create synthetic people: asbench data people --map city.pb -o people`,
    );
  if (statSync(path).isDirectory()) {
    if (PROFILE_FILES.some((name) => existsSync(join(path, name)))) return path;
    throw new UserError(
      `--profiles ${path}: the folder contains no ${PROFILE_FILES.join(' or ')}. Pass the file itself.`,
    );
  }
  const isPlans = isMatsimPlans(path);
  const records = isPlans
    ? await readMatsimPeople(path, { map: await map(), crs, note })
    : await readRecords(openFile(path));
  if (!isPlans) noteMisspelt(records, path, note);
  // With both, the AOI counts, and the coordinates show whether the map is the right one.
  const isInDegrees = records.some((record) => 'home_lon' in record && !Number.isSafeInteger(record.home));
  const entries = isInDegrees ? placed(records, await map(), path, note) : records;
  checkProfiles(entries, path);
  const isMadeUp = entries.every(({ synthetic }) => synthetic === true) || isSynthetic(dirname(path));
  const hash = createHash('sha256').update(String(isMadeUp));
  for (const line of linesOf(entries)) hash.update(line);
  const folder = join(home, 'people', hash.digest('hex').slice(0, 16));
  if (isWhole(folder)) return folder;
  await writeSet(folder, 'people', (stage) => {
    if (isMadeUp) writeDurably(join(stage, SYNTHETIC_MARK), [MADE_UP]);
    writeDurably(join(stage, 'profiles.jsonl'), linesOf(entries));
  });
  return folder;
}

/** Fields whose names are hardly like those of other facts about people, as home is like name and zone. */
const FIELDS = ['household', 'gender', 'occupation', 'has_car'];

/** Says which fields that nobody has may be meant by others. */
function noteMisspelt(records: readonly TableRecord[], path: string, note: (message: string) => void): void {
  const given = new Set<string>();
  for (const record of records) for (const key of Object.keys(record)) given.add(key);
  const missing = FIELDS.filter((field) => !given.has(field));
  for (const key of given) {
    const meant = missing.length > 0 ? nearest(key, missing) : null;
    if (meant !== null) note(`${path}: nobody has "${meant}". Did you mean it by "${key}"?`);
  }
}

/** Whether an earlier command has written the people, and nothing has changed since. */
function isWhole(folder: string): boolean {
  try {
    requireWholeSet(folder);
    return existsSync(join(folder, 'people.set.json'));
  } catch {
    return false;
  }
}

function* linesOf(entries: readonly TableRecord[]): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

/** Moves places to the nearest AOIs. People who live off the map are omitted, with a note. */
function placed(
  records: readonly TableRecord[],
  map: CityMap,
  path: string,
  note: (message: string) => void,
): TableRecord[] {
  const places = new Places(map);
  const projection = projectionOf(map);
  let [farHomes, farWorks] = [0, 0];
  const aoiAt = (lon: unknown, lat: unknown, what: string): number | null => {
    const isPlace = typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    if (!isPlace)
      throw new UserError(`${path}: ${what}: expected degrees, got ${JSON.stringify([lon, lat])}. Correct the file.`);
    const [nearest] = places.nearestAois(projection.toXY(lon, lat), 1);
    return nearest === undefined || nearest.distance > FARTHEST ? null : map.aois.id[nearest.row]!;
  };
  const people = records.flatMap(({ home_lon, home_lat, work_lon, work_lat, ...rest }, i) => {
    const homeAoi = aoiAt(home_lon, home_lat, `profile ${i + 1}, home_lon and home_lat`);
    if (homeAoi === null) {
      farHomes++;
      return [];
    }
    if (work_lon === undefined && work_lat === undefined) return [{ ...rest, home: homeAoi }];
    const workAoi = aoiAt(work_lon, work_lat, `profile ${i + 1}, work_lon and work_lat`);
    if (workAoi === null) farWorks++;
    return [{ ...rest, home: homeAoi, ...(workAoi !== null && { work: workAoi }) }];
  });
  if (people.length === 0 && records.length > 0)
    throw new UserError(`${path}: none of ${records.length} people lives within ${FARTHEST} m of an AOI of the map.`);
  const all = records.length;
  if (farHomes > 0)
    note(`${farHomes} of ${all} people live more than ${FARTHEST} m from every AOI of the map and are omitted.`);
  if (farWorks > 0)
    note(`${farWorks} of ${all} people work more than ${FARTHEST} m from every AOI of the map and have no workplace.`);
  return people;
}
