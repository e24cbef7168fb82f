import type { LandUseCode } from './zoning.js';

interface PoiMix {
  /** Categories of the POIs that every such place has. */
  readonly always: readonly string[];
  /** Additional POIs per hectare on average, and their categories by weight. */
  readonly perHectare: number;
  readonly more: Readonly<Record<string, number>>;
}

/** Shops and restaurants typical of streets. */
const HIGH_STREET = {
  'amenity|restaurant': 20,
  'amenity|cafe': 12,
  'amenity|fast_food': 12,
  'shop|convenience': 9,
  'shop|clothes': 10,
  'shop|bakery': 6,
  'shop|hairdresser': 8,
  'amenity|bank': 4,
  'amenity|pharmacy': 4,
  'amenity|bar': 4,
  'amenity|pub': 3,
  'shop|supermarket': 3,
  'shop|shoes': 3,
  'shop|books': 2,
  'shop|electronics': 2,
  'shop|florist': 2,
  'shop|jewelry': 2,
  'amenity|atm': 3,
  'amenity|dentist': 2,
  'amenity|post_office': 1,
} as const;

/** POIs by land use, with OpenStreetMap categories. */
export const POI_MIX: Record<LandUseCode, PoiMix> = {
  R: {
    always: [],
    perHectare: 0.7,
    more: {
      'shop|convenience': 6,
      'leisure|playground': 4,
      'shop|hairdresser': 3,
      'amenity|kindergarten': 2,
      'amenity|pharmacy': 1,
      'amenity|doctors': 1.5,
      'amenity|restaurant': 2,
      'amenity|cafe': 1.5,
      'shop|bakery': 1.5,
      'amenity|place_of_worship': 0.8,
      'amenity|bicycle_parking': 1,
      'amenity|bench': 1,
    },
  },
  A1: {
    always: ['office|government'],
    perHectare: 2,
    more: {
      'amenity|townhall': 1,
      'amenity|police': 1,
      'amenity|courthouse': 1,
      'amenity|fire_station': 1,
      'amenity|cafe': 2,
    },
  },
  A2: {
    always: [],
    perHectare: 4,
    more: {
      'tourism|museum': 3,
      'amenity|library': 2,
      'amenity|theatre': 2,
      'amenity|arts_centre': 2,
      'amenity|cinema': 1,
      'amenity|community_centre': 2,
      'amenity|cafe': 3,
    },
  },
  A3: {
    always: ['amenity|school'],
    perHectare: 0.4,
    more: { 'amenity|library': 1, 'leisure|pitch': 3, 'amenity|kindergarten': 1, 'amenity|college': 1 },
  },
  A4: {
    always: ['leisure|sports_centre'],
    perHectare: 0.9,
    more: {
      'leisure|pitch': 4,
      'leisure|stadium': 1,
      'leisure|swimming_pool': 1,
      'leisure|track': 1,
      'amenity|cafe': 1,
    },
  },
  A5: {
    always: ['amenity|hospital'],
    perHectare: 1.2,
    more: { 'amenity|clinic': 3, 'amenity|pharmacy': 2, 'amenity|doctors': 3, 'amenity|cafe': 1, 'amenity|parking': 1 },
  },
  A6: {
    always: ['amenity|social_facility'],
    perHectare: 0.5,
    more: { 'amenity|nursing_home': 1, 'amenity|community_centre': 1 },
  },
  B1: { always: [], perHectare: 15, more: HIGH_STREET },
  B2: {
    always: ['office|company'],
    perHectare: 8,
    more: {
      'office|company': 10,
      'office|it': 3,
      'office|lawyer': 2,
      'office|insurance': 2,
      'office|estate_agent': 2,
      'amenity|cafe': 4,
      'amenity|restaurant': 4,
      'amenity|bank': 2,
      'leisure|fitness_centre': 1,
      'tourism|hotel': 1,
    },
  },
  B3: {
    always: [],
    perHectare: 9,
    more: {
      'amenity|bar': 5,
      'amenity|nightclub': 2,
      'amenity|cinema': 2,
      'leisure|bowling_alley': 1,
      'leisure|fitness_centre': 3,
      'tourism|hotel': 3,
      'amenity|restaurant': 5,
      'amenity|pub': 3,
    },
  },
  M: {
    always: ['man_made|works'],
    perHectare: 0.7,
    more: { 'office|company': 4, 'craft|carpenter': 1, 'shop|car_repair': 2, 'amenity|fast_food': 1 },
  },
  W: { always: ['building|warehouse'], perHectare: 0.3, more: { 'office|logistics': 2, 'amenity|parking': 1 } },
  S: {
    always: ['amenity|bus_station'],
    perHectare: 0.6,
    more: { 'amenity|fuel': 2, 'amenity|taxi': 1, 'amenity|charging_station': 1, 'amenity|parking': 2 },
  },
  G1: {
    always: ['leisure|park'],
    perHectare: 0.8,
    more: {
      'leisure|playground': 3,
      'amenity|bench': 6,
      'leisure|pitch': 2,
      'leisure|garden': 1,
      'amenity|cafe': 1,
      'amenity|drinking_water': 1,
      'tourism|viewpoint': 0.5,
    },
  },
  G3: {
    always: ['place|square'],
    perHectare: 3,
    more: {
      'amenity|bench': 4,
      'amenity|fountain': 1,
      'amenity|marketplace': 1,
      'tourism|artwork': 1,
      'amenity|cafe': 3,
    },
  },
};

const WORDS: Readonly<Record<string, string>> = {
  'man_made|works': 'Works',
  'building|warehouse': 'Warehouse',
  'leisure|park': 'Park',
  'place|square': 'Square',
  'office|government': 'Offices',
};

/** A generic name such as `Bakery 12`. */
export function poiName(category: string, number: number): string {
  const value = category.slice(category.indexOf('|') + 1).replaceAll('_', ' ');
  return `${WORDS[category] ?? value[0].toUpperCase() + value.slice(1)} ${number}`;
}
