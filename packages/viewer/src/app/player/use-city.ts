import { type Address, API } from '../../wire/addresses.js';
import { useBytes } from '../load.js';
import { source } from '../source.js';
import { City } from './city.js';

/** The drawn map of a run; null while it is loading, and without one. */
export function useCity(run: string): City | null {
  return useCityAt(API.city.at({ run }));
}

/** The same at an address, if there is one. */
export function useCityAt(at: Address<ArrayBuffer> | undefined): City | null {
  return useBytes(at !== undefined && source.has(at) ? at : null, cityOf).data;
}
const cityOf = (buffer: ArrayBuffer) => new City(buffer);
