import { writeMap } from '@itinera/city';
import type { CityMap } from './city-map.js';
import { readMap } from './read-map.js';

/** A map that another package made, as the sources of this one read it. */
export const asRead = (map: Parameters<typeof writeMap>[0]): CityMap => readMap(writeMap(map));
