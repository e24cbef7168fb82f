import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  buildRoutingDataInThreads,
  CityMap,
  createWorld,
  type MovementSettings,
  openRoutingData,
  packRoutingData,
  type RoadRule,
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

/** Raised when cached routing data have to be rebuilt. */
const ROUTING_CACHE_VERSION = 1;

/** The city of a run as shared memory and plain data, opened in every thread. */
export interface SharedCity {
  readonly map: SharedColumns;
  readonly routing: SharedColumns;
  /** Public transport; null if the map has none. */
  readonly timetable: SharedColumns | null;
  /** Seed of differences between people, such as walking speed. */
  readonly seed: number;
  readonly congestion: 'off' | 'bpr' | 'queue';
  /** Movement options other than the defaults. */
  readonly movement?: MovementSettings;
  /** True if congestion couples people. */
  readonly coupled: boolean;
  /** Closed or charged roads. */
  readonly rules?: readonly RoadRule[];
}

/** A map, read once for all threads. */
export interface PreparedCity {
  readonly path: string;
  /** SHA-256 of the map file. */
  readonly hash: string;
  readonly map: CityMap;
  readonly view: CityView;
  readonly routing: SharedColumns;
  /** Public transport with the SHA-256 of its columns; null if the map has none. */
  readonly timetable: (SharedColumns & { readonly hash: string }) | null;
}

export interface PrepareOptions {
  /** Cache of data derived from the map. */
  readonly cacheFolder: string;
  /** Reports the current step and its progress, 0 to 1. */
  readonly onProgress?: (step: string, share: number) => void;
}

/** Reads a map file and prepares routing. @throws UserError when it is not a map. */
export async function prepareCity(path: string, { cacheFolder, onProgress }: PrepareOptions): Promise<PreparedCity> {
  const { map, sha256 } = await readMapFile(path, { cacheFolder });
  const cachePath = join(cacheFolder, `${sha256}.routing`);
  const identity = { kind: 'routing', version: ROUTING_CACHE_VERSION, source: sha256 };
  let routing = await readColumnFile(cachePath, identity);
  if (routing === undefined || openRoutingData(routing, map) === null) {
    routing = packRoutingData(await buildRoutingDataInThreads(map, onProgress === undefined ? {} : { onProgress }));
    // Without a cache everything works, only slower, so a full or read-only disk is ignored.
    await writeColumnFile(cachePath, identity, routing).catch(() => undefined);
  }
  const columns = await readTimetableFile(timetablePathOf(path), sha256);
  const timetable = columns ? { buffer: columns.buffer, layout: columns.layout, hash: hashOf(columns.buffer) } : null;
  return { path, hash: sha256, map, view: new MapCityView(map), routing, timetable };
}

function hashOf(buffer: ArrayBufferLike): string {
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex');
}

/** Returns the part of a city that the threads of a run share. */
export function shareCity(
  { map, routing, timetable }: PreparedCity,
  { seed, congestion, movement }: Pick<SharedCity, 'seed' | 'congestion' | 'movement'>,
): SharedCity {
  const columns = { buffer: map.buffer, layout: map.layout };
  return {
    map: columns,
    routing,
    timetable,
    seed,
    congestion,
    coupled: congestion !== 'off',
    ...(movement && { movement }),
  };
}

/**
 * Opens the map and an empty world for one thread.
 * @param firstDay the date of day 0, for timetables; a typical Monday if days have no dates
 * @param warn receives warnings about the requests of agents
 */
export function openCity(
  { map: columns, routing, timetable, seed, congestion, movement, rules }: SharedCity,
  firstDay: string | undefined,
  warn: (message: string) => void,
): {
  readonly city: CityView;
  readonly world: World;
} {
  const map = CityMap.open(columns);
  const data = openRoutingData(routing, map);
  if (data === null) throw new Error('openCity: the routing data belong to another map or version.');
  const transit = timetable === null ? undefined : Timetable.open(timetable);
  return {
    city: new MapCityView(map, warn),
    world: createWorld(
      map,
      { ...movement, seed, congestion, transit: { date: firstDay ?? null } },
      data,
      transit,
      rules,
    ),
  };
}
