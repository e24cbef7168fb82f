import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  buildRoutingDataInThreads,
  CityMap,
  createWorld,
  openRoutingData,
  packRoutingData,
  readColumnFile,
  readMapFile,
  readTimetableFile,
  type SharedColumns,
  Timetable,
  timetablePathOf,
  type World,
  writeColumnFile,
} from '@itinera/city';
import type { CityView } from '../agents/city-view.js';
import { MapCityView } from '../agents/map-city-view.js';

/** Raised when routing data of old must be made again. */
const ROUTING_CACHE_VERSION = 1;

/** The city of a run as shared memory and plain data, to be opened in every thread. */
export interface SharedCity {
  readonly map: SharedColumns;
  readonly routing: SharedColumns;
  /** Of public transport; null when the map has none. */
  readonly timetable: SharedColumns | null;
  /** Seed of what differs between people, such as their speed on foot. */
  readonly seed: number;
  readonly congestion: 'off' | 'bpr' | 'queue';
  /** True when congestion couples people. */
  readonly coupled: boolean;
}

/** A map that was read once for all threads. */
export interface PreparedCity {
  readonly path: string;
  /** SHA-256 of the map file. */
  readonly hash: string;
  readonly map: CityMap;
  readonly view: CityView;
  readonly routing: SharedColumns;
  /** Of public transport, with the SHA-256 of its columns; null when the map has none. */
  readonly timetable: (SharedColumns & { readonly hash: string }) | null;
}

export interface PrepareOptions {
  /** Where what is made from the map is kept for the next time. */
  readonly cacheFolder: string;
  /** Called now and then with what is done, and the share of it, 0 to 1. */
  readonly onProgress?: (step: string, share: number) => void;
}

/** Reads a map file and prepares routes on it. @throws UserError when it is no map. */
export async function prepareCity(path: string, { cacheFolder, onProgress }: PrepareOptions): Promise<PreparedCity> {
  const { map, sha256 } = await readMapFile(path, { cacheFolder });
  const cachePath = join(cacheFolder, `${sha256}.routing`);
  const identity = { kind: 'routing', version: ROUTING_CACHE_VERSION, source: sha256 };
  let routing = await readColumnFile(cachePath, identity);
  if (routing === undefined || openRoutingData(routing, map) === null) {
    routing = packRoutingData(await buildRoutingDataInThreads(map, onProgress === undefined ? {} : { onProgress }));
    // Without a cache everything works, only slower: a full or read-only disk is no reason to stop.
    await writeColumnFile(cachePath, identity, routing).catch(() => undefined);
  }
  const columns = await readTimetableFile(timetablePathOf(path), sha256);
  const timetable = columns ? { buffer: columns.buffer, layout: columns.layout, hash: hashOf(columns.buffer) } : null;
  return { path, hash: sha256, map, view: new MapCityView(map), routing, timetable };
}

function hashOf(buffer: ArrayBufferLike): string {
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex');
}

/** What the threads of a run get of a city. */
export function shareCity(
  { map, routing, timetable }: PreparedCity,
  { seed, congestion }: Pick<SharedCity, 'seed' | 'congestion'>,
): SharedCity {
  const columns = { buffer: map.buffer, layout: map.layout };
  return { map: columns, routing, timetable, seed, congestion, coupled: congestion !== 'off' };
}

/**
 * The map and an empty world in it, for one thread.
 * @param firstDay the date of day 0, by which timetables go; a Monday of the usual week when days have no dates
 */
export function openCity(
  { map: columns, routing, timetable, seed, congestion }: SharedCity,
  firstDay: string | undefined,
): {
  readonly city: CityView;
  readonly world: World;
} {
  const map = CityMap.open(columns);
  const data = openRoutingData(routing, map);
  if (data === null) throw new Error('openCity: the routing data are of another map or version.');
  const transit = timetable === null ? undefined : Timetable.open(timetable);
  return {
    city: new MapCityView(map),
    world: createWorld(map, { seed, congestion, transit: { date: firstDay ?? null } }, data, transit),
  };
}
