import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CityMap } from '@itinera/city';
import {
  changeNetwork,
  type NetworkChange,
  readGtfs,
  readMapFile,
  readTimetableFile,
  timetablePathOf,
  writeMapFile,
  writeMapWithTimetable,
} from '@itinera/city';
import { hashFile, makeFolder } from '@itinera/run';
import { findRoads } from './find-roads.js';
import type { Scenario } from './scenario.js';

/** Increased when the same changes make another map. */
const VERSION = 1;

/**
 * The map file of a scenario: the given one, if the scenario does not change the network for the whole time; otherwise a
 * changed copy in the home folder, made once.
 * @throws UserError if a road is not on the map, or a change is impossible
 */
export async function scenarioMap(
  path: string,
  scenario: Scenario,
  {
    home,
    onPreparing,
  }: { readonly home: string; readonly onPreparing?: ((step: string, share: number) => void) | undefined },
): Promise<string> {
  const { speed, lanes, add } = scenario;
  if (speed.length + lanes.length + add.length === 0) return path;
  const { map, sha256 } = await readMapFile(path, { cacheFolder: join(home, 'cache') });
  const timetable = await readTimetableFile(timetablePathOf(path), sha256);
  const hash = createHash('sha256').update(JSON.stringify([VERSION, sha256, speed, lanes, add]));
  if (timetable) hash.update(new Uint8Array(timetable.buffer));
  for (const one of add) if ('gtfs' in one) for (const file of filesOfFeed(one.gtfs)) await hashFile(file, hash);
  const folder = join(home, 'maps');
  const changed = join(folder, `${basename(path, '.pb')}-${hash.digest('hex').slice(0, 16)}.pb`);
  if (existsSync(changed)) return changed;
  onPreparing?.('changing the map', 0);
  const city = changeNetwork(map, timetable, await changesOf(scenario, map));
  makeFolder(folder);
  if (city.timetable) await writeMapWithTimetable(changed, city.map, city.timetable);
  else await writeMapFile(changed, city.map);
  onPreparing?.('changing the map', 1);
  return changed;
}

/** The files of a feed, zip or folder; none of what `readGtfs` rejects. */
function filesOfFeed(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.isFile() ? [path] : [];
  const names = readdirSync(path).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => join(path, name));
}

async function changesOf({ speed, lanes, add }: Scenario, map: CityMap): Promise<NetworkChange[]> {
  const changes: NetworkChange[] = [
    ...speed.map(
      (one, i): NetworkChange => ({
        kind: 'speed',
        roads: findRoads(map, one, nameOf('speed', i, speed.length)),
        change: 'kmh' in one ? { kmh: one.kmh } : { factor: one.factor },
      }),
    ),
    ...lanes.map(
      (one, i): NetworkChange => ({
        kind: 'lanes',
        roads: findRoads(map, one, nameOf('lanes', i, lanes.length)),
        count: one.lanes,
      }),
    ),
  ];
  for (const [i, one] of add.entries()) {
    if ('gtfs' in one) changes.push({ kind: 'feed', feed: await readGtfs(one.gtfs) });
    else if ('bus' in one) changes.push({ kind: 'bus', line: one.bus });
    else changes.push({ kind: 'road', road: one.road, what: nameOf('add', i, add.length) });
  }
  return changes;
}

/** Names an entry of a section in messages. */
export function nameOf(section: string, i: number, count: number): string {
  return count === 1 ? section : `${section} ${i + 1}`;
}
