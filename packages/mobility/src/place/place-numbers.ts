import { memoized } from '../memoized.js';
import { PairNumbers } from '../pair-numbers.js';
import type { Trajectories } from '../trajectories.js';

/** Places of all rows in dense numbers. */
export interface PlaceNumbers {
  /**
   * For each row, 0 to `count` − 1, in order of `places`; without them, one per distinct pair of coordinates, in order
   * of first row.
   */
  readonly numbers: Uint32Array;
  readonly count: number;
  /** For each number, its number in `places`; without them, the number itself. */
  readonly names: Uint32Array;
  /** For each number, coordinates of its first row, degrees. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
}

/**
 * Numbers of the rows' places: the given ones, or one per distinct pair of coordinates. Hashed once per set of
 * trajectories; all measures share them.
 */
export const placeNumbers: (trajectories: Trajectories) => PlaceNumbers = memoized((trajectories) => {
  const { places, lons, lats } = trajectories;
  const numbers = places ? denseNumbers(places) : exactNumbers(lons, lats);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= count) count = numbers[i] + 1;
  const names = new Uint32Array(count);
  const placeLons = new Float64Array(count).fill(Number.NaN);
  const placeLats = new Float64Array(count);
  for (let i = numbers.length - 1; i >= 0; i--) {
    const number = numbers[i];
    names[number] = places ? places[i] : number;
    placeLons[number] = lons[i];
    placeLats[number] = lats[i];
  }
  return { numbers, count, names, lons: placeLons, lats: placeLats };
});

/** One number per distinct pair of coordinates, in order of first row. −0 is 0. */
export function exactNumbers(lons: Float64Array, lats: Float64Array): Uint32Array {
  return exactPairs(lons, lats).numbers;
}

/** The same with the coordinates by number. */
export function exactPairs(lons: Float64Array, lats: Float64Array): { numbers: Uint32Array; pairs: PairNumbers } {
  const pairs = new PairNumbers();
  const numbers = new Uint32Array(lons.length);
  for (let i = 0; i < numbers.length; i++) {
    const isRepeated = i > 0 && lons[i] === lons[i - 1] && lats[i] === lats[i - 1];
    numbers[i] = isRepeated ? numbers[i - 1] : pairs.numberOf(lons[i], lats[i]);
  }
  return { numbers, pairs };
}

/** Numbers with large gaps are renumbered in the same order. */
function denseNumbers(places: Uint32Array): Uint32Array {
  let greatest = 0;
  for (let i = 0; i < places.length; i++) if (places[i] > greatest) greatest = places[i];
  if (greatest < 4 * places.length + 1024) return places;
  const distinct = [...new Set(places)].sort((a, b) => a - b);
  const numberOf = new Map(distinct.map((place, number) => [place, number]));
  return places.map((place) => numberOf.get(place) as number);
}
