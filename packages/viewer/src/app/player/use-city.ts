import { API } from '../../wire/addresses.js';
import { useBytes } from '../load.js';
import { source } from '../source.js';
import { City } from './city.js';

/** The drawn map of a run; null while it is loading, and without one. */
export function useCity(run: string): City | null {
  const at = API.city.at({ run });
  return useBytes(source.has(at) ? at : null, cityOf).data;
}
const cityOf = (buffer: ArrayBuffer) => new City(buffer);
