import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { counted, parseJson } from '@itinera/base';
import { hashFile, makeFolder, writeDurably } from '@itinera/base/node';
import type { CityMap, TransitReport } from '@itinera/city';
import {
  changeNetwork,
  describeDrops,
  type NetworkChange,
  readGtfs,
  readMapFile,
  readTimetableFile,
  type Scenario,
  timetablePathOf,
  writeMapFile,
  writeMapWithTimetable,
} from '@itinera/city';
import { findRoads } from './find-roads.js';

/** Increased when the same changes make another map. */
const VERSION = 2;
/** Reasons for omissions that a message names. */
const MOST_DROPS = 3;

/**
 * The map file of a scenario, and what to say about it: the given one, if the scenario does not change the network for the whole time; otherwise a
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
): Promise<{ readonly path: string; readonly said: readonly string[] }> {
  const { speed, lanes, add } = scenario;
  if (speed.length + lanes.length + add.length === 0) return { path, said: [] };
  const { map, sha256 } = await readMapFile(path, { cacheFolder: join(home, 'cache') });
  const timetable = await readTimetableFile(timetablePathOf(path), sha256);
  const hash = createHash('sha256').update(JSON.stringify([VERSION, sha256, speed, lanes, add]));
  if (timetable) hash.update(new Uint8Array(timetable.buffer));
  for (const one of add) if ('gtfs' in one) for (const file of filesOfFeed(one.gtfs)) await hashFile(file, hash);
  const folder = join(home, 'maps');
  const changed = join(folder, `${basename(path, '.pb')}-${hash.digest('hex').slice(0, 16)}.pb`);
  const notes = changed.replace(/\.pb$/, '.notes.json');
  if (existsSync(changed)) return { path: changed, said: readNotes(notes) };
  onPreparing?.('changing the map', 0);
  const city = changeNetwork(map, timetable, await changesOf(scenario, map));
  makeFolder(folder);
  const said = city.feeds.map(describeFeed);
  writeDurably(notes, [JSON.stringify(said)]);
  if (city.timetable) await writeMapWithTimetable(changed, city.map, city.timetable);
  else await writeMapFile(changed, city.map);
  onPreparing?.('changing the map', 1);
  return { path: changed, said };
}

/** What was said when the map was made. */
function readNotes(path: string): string[] {
  return existsSync(path) ? (parseJson(readFileSync(path, 'utf8'), path) as string[]) : [];
}

function describeFeed({ feed, lines, stations, trips, dropped }: TransitReport): string {
  const left = describeDrops(dropped).slice(0, MOST_DROPS);
  const without = left.length > 0 ? ` Left out: ${left.join(', ')}.` : '';
  return `add: ${basename(feed)}: ${counted(lines, 'line')} with ${counted(trips, 'trip')} and ${counted(stations, 'stop')} on the map.${without}`;
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
        busLanes: one.busLanes,
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
