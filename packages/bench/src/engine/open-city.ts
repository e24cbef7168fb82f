import { CityMap, type SharedColumns, type World } from '@itinera/city';
import type { CityView } from '../agents/city-view.js';

/** The city of a run as shared memory and plain data, to be opened in every thread. */
export interface SharedCity {
  readonly map: SharedColumns;
  /** True when congestion couples people. */
  readonly coupled: boolean;
}

/** The map and an empty world in it, for one thread. */
export function openCity(shared: SharedCity): { readonly city: CityView; readonly world: World } {
  CityMap.open(shared.map);
  throw new Error('openCity: the world is not there yet.');
}
