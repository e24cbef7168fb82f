import type { Random } from '@itinera/base';
import type { Grain } from './subdivide.js';
import { weightedKey } from './weighted-key.js';

/** Codes of urban land use (GB 50137-2011) that synthetic cities use. */
export type LandUseCode =
  | 'R'
  | 'A1'
  | 'A2'
  | 'A3'
  | 'A4'
  | 'A5'
  | 'A6'
  | 'B1'
  | 'B2'
  | 'B3'
  | 'M'
  | 'W'
  | 'S'
  | 'G1'
  | 'G3';

export type District = 'old town' | 'business' | 'mixed' | 'residential' | 'suburb' | 'industrial';

interface DistrictRules {
  readonly grain: Grain;
  /** Uses of blocks, by weight. */
  readonly blocks: Partial<Record<LandUseCode, number>>;
  /** Uses of grounds that stay whole, by weight. */
  readonly wholes: Partial<Record<LandUseCode, number>>;
  /** Area of a lot in a block, m². */
  readonly lot: number;
}

export const DISTRICTS: Record<District, DistrictRules> = {
  'old town': {
    grain: { block: 5500, whole: 0.12, disorder: 0.14 },
    blocks: { R: 42, B1: 22, B2: 9, B3: 6, A1: 6, A2: 7, A3: 3, G3: 5 },
    wholes: { G1: 4, A2: 2, A1: 2, G3: 2 },
    lot: 1700,
  },
  business: {
    grain: { block: 9000, whole: 0.1, disorder: 0.05 },
    blocks: { B2: 44, B1: 20, R: 20, B3: 5, A2: 3, G1: 5, G3: 3 },
    wholes: { B1: 3, G1: 4, A2: 2, A5: 0.6 },
    lot: 4200,
  },
  mixed: {
    grain: { block: 10000, whole: 0.1, disorder: 0.08 },
    blocks: { R: 62, B1: 13, B2: 9, A3: 3, A1: 2, A5: 0.5, A6: 1, B3: 2, G1: 6 },
    wholes: { G1: 7, A3: 2.5, A5: 0.7, B1: 1.2, A4: 1.6, A2: 0.6 },
    lot: 2700,
  },
  residential: {
    grain: { block: 12000, whole: 0.09, disorder: 0.1 },
    blocks: { R: 80, B1: 7, B2: 2, A3: 3, A6: 1, A5: 0.2, G1: 5 },
    wholes: { G1: 7, A3: 2.2, A4: 1.6, A5: 0.4, B1: 0.8 },
    lot: 2400,
  },
  suburb: {
    grain: { block: 15000, whole: 0.1, disorder: 0.16 },
    blocks: { R: 84, B1: 4, A3: 3.5, G1: 6, M: 1, A6: 0.5 },
    wholes: { G1: 7, A4: 2, A3: 2, B1: 1 },
    lot: 2500,
  },
  industrial: {
    grain: { block: 26000, whole: 0.3, disorder: 0.04 },
    blocks: { M: 52, W: 16, B2: 6, R: 14, B1: 4, S: 3, G1: 4 },
    wholes: { M: 8, W: 3, S: 1 },
    lot: 11000,
  },
};

/** Character of a cell of the city: busy in the centre, quiet and sometimes industrial at the edge. */
export function districtOf({ ring, outwardness }: { ring: number; outwardness: number }, random: Random): District {
  if (ring === 0) return 'old town';
  if (ring === 1) return random.chance(0.3) ? 'business' : 'mixed';
  if (outwardness < 0.5) return weightedKey(random, { mixed: 5, residential: 4, business: 1 });
  return weightedKey(random, { residential: 8 * (1 - outwardness) + 1, suburb: 4, industrial: 1.1, mixed: 0.7 });
}

/** Blocks on main streets have more shops and offices than those behind. */
export const ON_GREAT_STREETS: Partial<Record<LandUseCode, number>> = { B1: 24, B2: 12, R: 60, B3: 3, S: 1 };
