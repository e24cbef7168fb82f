import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CityMap, readMap, type SharedColumns, type World } from '@itinera/city';
import type { CityView } from '../agents/city-view.js';
import { MapCityView } from '../agents/map-city-view.js';

/** The city of a run as shared memory and plain data, to be opened in every thread. */
export interface SharedCity {
  readonly map: SharedColumns;
  /** True when congestion couples people. */
  readonly coupled: boolean;
}

/** A map that was read once for all threads. */
export interface PreparedCity {
  readonly path: string;
  /** SHA-256 of the map file. */
  readonly hash: string;
  readonly view: CityView;
  readonly shared: SharedCity;
}

/** Reads a map file and prepares it for the threads. @throws UserError when it is no map. */
export function prepareCity(path: string): PreparedCity {
  const bytes = readFileSync(path);
  const map = readMap(bytes, { name: path });
  return {
    path,
    hash: createHash('sha256').update(bytes).digest('hex'),
    view: new MapCityView(map),
    shared: { map: { buffer: map.buffer, layout: map.layout }, coupled: false },
  };
}

/** The map and an empty world in it, for one thread. */
export function openCity(shared: SharedCity): { readonly city: CityView; readonly world: World } {
  const map = CityMap.open(shared.map);
  new MapCityView(map);
  throw new Error('openCity: the world is not there yet.');
}
