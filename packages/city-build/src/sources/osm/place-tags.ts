import { STREET_FURNITURE } from '@itinera/city/browser';
import type { NetworkArea } from '../../layout/network.js';
import type { Tags } from './elements.js';
import { placeLandUse } from './land-use.js';

/** Keys of POIs; the first one counts. */
const POI_KEYS = [
  'amenity',
  'shop',
  'healthcare',
  'leisure',
  'tourism',
  'office',
  'craft',
  'railway',
  'public_transport',
];
/** Keys with only some values that are destinations. */
const ONLY: Readonly<Record<string, ReadonlySet<string>>> = {
  railway: new Set(['station', 'halt', 'tram_stop', 'subway_entrance']),
  public_transport: new Set(['station']),
};
const NO_VALUE = new Set(['no', 'vacant', 'disused', 'none', '']);

/** Outbuildings and other buildings that are not destinations. */
const OUTBUILDINGS = new Set(
  (
    'no garage garages carport shed roof hut greenhouse ruins construction collapsed storage_tank transformer_tower ' +
    'service silo tank digester bunker container tent wall demolished water_tower chimney bridge'
  ).split(' '),
);

/** A POI by its tags. */
export interface PoiTags {
  readonly category: string;
  readonly name: string;
  readonly landUse: string;
  readonly destination: boolean;
}

/** An area by its tags. */
export type AreaTags = Pick<NetworkArea, 'landUse' | 'name' | 'kind' | 'floors'>;

/** @returns undefined if the tags describe no POI */
export function parsePoi(tags: Tags): PoiTags | undefined {
  for (const key of POI_KEYS) {
    const value = firstValue(tags, key);
    if (NO_VALUE.has(value) || (ONLY[key] && !ONLY[key].has(value))) continue;
    return {
      category: `${key}|${value}`,
      name: tags.get('name') ?? '',
      landUse: placeLandUse(key, value),
      destination: !STREET_FURNITURE.has(value),
    };
  }
  return undefined;
}

/** The first of the values of a key, or ''. */
function firstValue(tags: Tags, key: string): string {
  const values = tags.get(key);
  return values === undefined ? '' : values.split(';')[0].trim();
}

/** Places defined by an area that are not POIs. */
const PLACE_KEYS = [
  'amenity',
  'healthcare',
  'leisure',
  'tourism',
  'shop',
  'office',
  'historic',
  'place',
  'railway',
  'aeroway',
  'landuse',
];
/** Grounds that are one destination although they are tagged as land use. */
const GROUNDS = new Set(['cemetery', 'recreation_ground', 'village_green', 'religious', 'education', 'depot']);
/** Built-up land uses. */
const ZONES = new Set([
  'residential',
  'commercial',
  'retail',
  'industrial',
  'institutional',
  'port',
  'farmyard',
  'military',
  'garages',
]);

/** @returns undefined for forests, fields, car parks, garages and others that are not places */
export function parseArea(tags: Tags): AreaTags | undefined {
  const name = tags.get('name') ?? '';
  const building = tags.get('building');
  const isBuilding = building !== undefined && !OUTBUILDINGS.has(building);
  const built = isBuilding ? { floors: floorsOf(tags) } : {};
  for (const key of PLACE_KEYS) {
    const value = firstValue(tags, key);
    // A building that is only a car park, a toilet or the like.
    if (building === 'yes' && STREET_FURNITURE.has(value)) return undefined;
    if (NO_VALUE.has(value) || STREET_FURNITURE.has(value) || (key === 'landuse' && isBuilding)) continue;
    const landUse = placeLandUse(key, value);
    if (key === 'landuse' && ZONES.has(value)) return { kind: 'zone', landUse, name };
    if (landUse === '' || (key === 'landuse' && !GROUNDS.has(value))) continue;
    // A shop in a building is the building; a school or a park is a ground with buildings.
    return { kind: isBuilding ? 'building' : 'place', landUse, name, ...built };
  }
  if (!isBuilding) {
    if (tags.get('highway') === 'pedestrian' && tags.get('area') === 'yes')
      return { kind: 'place', landUse: 'G3', name };
    return undefined;
  }
  return { kind: 'building', landUse: placeLandUse('building', building), name, ...built };
}

/** Floors of a building without a height or number, and metres from floor to floor (assumptions). */
const [USUAL_FLOORS, FLOOR_METRES] = [2, 3.5];
const MOST_FLOORS = 160;
/** Buildings that usually have one floor. */
const LOW = new Set('retail supermarket kiosk industrial factory manufacture works warehouse hangar'.split(' '));

function floorsOf(tags: Tags): number {
  const levels = Number.parseFloat(tags.get('building:levels') ?? '');
  const floors = levels > 0 ? levels : Number.parseFloat(tags.get('height') ?? '') / FLOOR_METRES;
  if (floors > 0) return Math.min(Math.max(1, Math.round(floors)), MOST_FLOORS);
  return LOW.has(tags.get('building') ?? '') ? 1 : USUAL_FLOORS;
}
