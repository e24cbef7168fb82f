import { writeMap } from '@itinera/city';
import type { CityMap } from './city-map.js';
import { readMap } from './read-map.js';

/** A map built by another package, as the source files of this package read it. */
export const asRead = (map: Parameters<typeof writeMap>[0]): CityMap => readMap(writeMap(map));
