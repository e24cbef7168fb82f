import { ringCentroid } from '@itinera/city/browser';
import type { NetworkArea, NetworkPoi } from '../../layout/network.js';

/** The name that inferred points of interest have in the map, so that nobody takes them for real. */
export const INFERRED_POI_NAME = 'inferred place';

/** What goes on where land is used so, several in turn where a code says little. Dwellings and works are no outings. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  A1: ['amenity|townhall'],
  A2: ['amenity|community_centre', 'amenity|library', 'tourism|museum'],
  A3: ['amenity|school'],
  A4: ['leisure|sports_centre'],
  A5: ['healthcare|clinic'],
  A7: ['tourism|attraction'],
  A9: ['amenity|place_of_worship'],
  B1: [
    'shop|supermarket',
    'amenity|restaurant',
    'shop|convenience',
    'amenity|cafe',
    'shop|clothes',
    'amenity|fast_food',
    'amenity|pharmacy',
    'shop|bakery',
  ],
  B2: ['office|company', 'amenity|bank'],
  B3: ['leisure|bowling_alley', 'amenity|cinema', 'leisure|fitness_centre'],
  G1: ['leisure|park'],
  G3: ['place|square'],
};

/**
 * A point of interest made up from the use of land.
 * @param turn counts places, so that restaurants follow shops
 * @returns undefined where nobody goes for its own sake
 */
export function landUsePoi(landUse: string, turn: number): Pick<NetworkPoi, 'category' | 'name'> | undefined {
  const categories = CATEGORIES[landUse];
  return categories && { category: categories[turn % categories.length], name: INFERRED_POI_NAME };
}

/** Points of interest for areas of a file that has none, by how their land is used. */
export function inferPois(areas: readonly NetworkArea[]): NetworkPoi[] {
  return areas.flatMap(({ ring, landUse, kind }, i) => {
    const poi = kind === 'zone' ? undefined : landUsePoi(landUse, i);
    return poi ? [{ landUse, destination: true, ...ringCentroid(ring), ...poi }] : [];
  });
}
