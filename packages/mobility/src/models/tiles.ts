import { power } from '@itinera/base';
import { EARTH_RADIUS } from '../distance.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';

/** Places that flows and people choose between. All lists have the same length. */
export interface Tiles {
  /** Degrees. */
  readonly lons: ArrayLike<number>;
  readonly lats: ArrayLike<number>;
  /** Attraction: inhabitants, jobs, visits; 0 or more. */
  readonly relevance: ArrayLike<number>;
  /** Their numbers in `places` of trajectories; by default 0, 1, 2, … */
  readonly names?: Uint32Array;
}

/** The places of trajectories as tiles: at the position of their first record, with their rows as relevance. */
export function tilesOf(trajectories: Trajectories): Required<Tiles> {
  return placeTiles(trajectories).tiles;
}

/** The tiles of trajectories, and the tile number of each row. */
export function placeTiles(trajectories: Trajectories): { tiles: Required<Tiles>; numbers: Uint32Array } {
  const { numbers, count, names, lons, lats } = placeNumbers(trajectories);
  const rows = new Float64Array(count);
  for (let i = 0; i < numbers.length; i++) rows[numbers[i]]++;
  // Given numbers may have gaps.
  const used = Uint32Array.from(rows.keys()).filter((place) => rows[place] > 0);
  const tileOf = new Uint32Array(count);
  for (let tile = 0; tile < used.length; tile++) tileOf[used[tile]] = tile;
  const ofUsed = (values: Float64Array) => Float64Array.from(used, (place) => values[place]);
  return {
    tiles: {
      lons: ofUsed(lons),
      lats: ofUsed(lats),
      relevance: ofUsed(rows),
      names: Uint32Array.from(used, (place) => names[place]),
    },
    numbers: numbers.map((place) => tileOf[place]),
  };
}

/** @throws RangeError when the lists differ in length or a relevance is not a number of 0 or more */
export function checkTiles(caller: string, { lons, lats, relevance }: Tiles): void {
  if (lons.length !== lats.length || lons.length !== relevance.length) {
    throw new RangeError(
      `${caller}: ${lons.length} longitudes, ${lats.length} latitudes and ${relevance.length} relevances; expected one of each per tile.`,
    );
  }
  for (let i = 0; i < relevance.length; i++) {
    if (!(relevance[i] >= 0 && relevance[i] < Infinity)) {
      throw new RangeError(`${caller}: tile ${i} has the relevance ${relevance[i]}, expected a number of 0 or more.`);
    }
  }
}

/**
 * Fills `row`, starting at position `first`, with haversines from tile i: sin² of half the angle, which rises with
 * distance.
 */
export type HaversineRows = (i: number, row: Float64Array, first?: number) => void;

/** Haversines of great-circle angles between tiles, symmetric to the last bit. */
export function haversineRows({ lons, lats }: Tiles): HaversineRows {
  const n = lons.length;
  const lonRadians = new Float64Array(n);
  const latRadians = new Float64Array(n);
  const cosines = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    lonRadians[i] = (lons[i] * Math.PI) / 180;
    latRadians[i] = (lats[i] * Math.PI) / 180;
    cosines[i] = Math.cos(latRadians[i]);
  }
  return (i, row, first = 0) => {
    const lon = lonRadians[i];
    const lat = latRadians[i];
    const cosine = cosines[i];
    for (let j = first; j < n; j++) {
      const a = Math.sin((latRadians[j] - lat) / 2);
      const b = Math.sin((lonRadians[j] - lon) / 2);
      row[j] = a * a + cosine * cosines[j] * (b * b);
    }
  };
}

/** A function of the haversine for every ordered pair of different tiles, row by row; 0 within a tile. */
export function symmetricMatrix(tiles: Tiles, valueAt: (haversine: number) => number): Float64Array {
  const n = tiles.lons.length;
  const matrix = new Float64Array(n * n);
  const haversines = haversineRows(tiles);
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    haversines(i, row, i + 1);
    for (let j = i + 1; j < n; j++) {
      const value = valueAt(row[j]);
      matrix[i * n + j] = value;
      matrix[j * n + i] = value;
    }
  }
  return matrix;
}

/** @returns metres, from a haversine */
export function metresOf(haversine: number): number {
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(haversine < 1 ? haversine : 1));
}

/**
 * The decrease of flows with distance d: d^exponent, or exp(−rate d). With a power law there are no flows at distance 0.
 */
export type Deterrence =
  | { readonly law: 'power'; readonly exponent: number }
  /** `rate` in 1 / m. */
  | { readonly law: 'exponential'; readonly rate: number };

/** @returns a function of the distance in metres; each call costs a power or an exponential */
export function deterrenceOf(deterrence: Deterrence): (metres: number) => number {
  if (deterrence.law === 'exponential') return (metres) => Math.exp(-deterrence.rate * metres);
  const { exponent } = deterrence;
  if (exponent === -2) return (metres) => (metres > 0 ? 1 / (metres * metres) : 0);
  return (metres) => (metres > 0 ? power(metres, exponent) : 0);
}
