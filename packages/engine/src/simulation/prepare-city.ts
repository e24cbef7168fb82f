import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  buildRoutingDataInThreads,
  type MovementSettings,
  openColumnFile,
  openRoutingData,
  packRoutingData,
  readMapFile,
  readTimetableFile,
  timetablePathOf,
  writeColumnFile,
} from '@itinera/city';
import { MapCityView } from '../agents/map-city-view.js';
import type { PreparedCity } from './open-city.js';

/** Raised when cached routing data have to be rebuilt. */
const ROUTING_CACHE_VERSION = 1;

export interface PrepareOptions {
  /** Cache of data derived from the map. */
  readonly cacheFolder: string;
  /** Costs that determine routes by car; default: `penalties`. */
  readonly routeCosts?: MovementSettings['routeCosts'];
  /** Reports the current step and its progress, 0 to 1. */
  readonly onProgress?: (step: string, share: number) => void;
}

/** Reads a map file and prepares routing. @throws UserError when it is not a map. */
export async function prepareCity(
  path: string,
  { cacheFolder, routeCosts = 'penalties', onProgress }: PrepareOptions,
): Promise<PreparedCity> {
  const { map, sha256 } = await readMapFile(path, { cacheFolder });
  const cachePath = join(cacheFolder, `${sha256}${routeCosts === 'penalties' ? '' : `.${routeCosts}`}.routing`);
  const identity = { kind: 'routing', version: ROUTING_CACHE_VERSION, source: sha256 };
  let routing = openColumnFile(cachePath, identity);
  if (routing === undefined || openRoutingData(routing, map) === null) {
    routing = packRoutingData(await buildRoutingDataInThreads(map, { routeCosts, ...(onProgress && { onProgress }) }));
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
