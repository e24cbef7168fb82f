import type { CityMap } from '@itinera/city/browser';
import { buildMap } from '../../layout/build-map.js';
import { type SynthesisOptions, synthesizeNetwork } from './synthesize-network.js';

/**
 * Invents a city: rings and streets that lead outwards around an old town, a river, quarters of blocks with homes,
 * workplaces, shops, schools and parks, each with points of interest. It is no real place, and its name says synthetic.
 *
 * Residents are a measure of size: the city covers what so many people would need, from 25 people a hectare in a
 * village to 76 in a metropolis. All places can be reached and left by car and on foot.
 *
 * @returns the map, at longitude 0 and latitude 0; the same options give the same bytes
 * @throws UserError when the seed or the size cannot be used
 */
export function synthesizeCity(options: SynthesisOptions): CityMap {
  const { onProgress } = options;
  return buildMap(synthesizeNetwork(options), { ...(onProgress && { onProgress }) });
}
