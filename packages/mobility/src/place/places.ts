import { EARTH_RADIUS } from '../distance.js';
import { PairNumbers } from '../pair-numbers.js';
import type { Trajectories } from '../trajectories.js';
import { type ClusterOptions, clusterPoints } from './cluster-points.js';
import { exactNumbers, exactPairs } from './place-numbers.js';

/** The functions of h3-js that `places` uses: pass the module. */
export interface H3 {
  latLngToCell(lat: number, lng: number, resolution: number): string;
}

/** Rule for turning points into places. */
export type PlaceOptions =
  /** Squares of `metres` on the ground, 500 by default, aligned to longitude and latitude 0. */
  | { readonly by: 'grid'; readonly metres?: number }
  /** Hexagons of a resolution, 9 by default; `h3` is the module h3-js, loaded by the caller. */
  | { readonly by: 'h3'; readonly resolution?: number; readonly h3: H3 }
  /** Clusters of points within 100 m by default; noise becomes one place per pair of coordinates. */
  | ({ readonly by: 'cluster' } & ClusterOptions)
  /** One place per distinct pair of coordinates. */
  | { readonly by: 'exact' };

/** Sets with common place numbers, and the positions of the places. */
export interface CommonPlaces {
  readonly sets: readonly Trajectories[];
  /** For each place number, the mean coordinates of the rows there, degrees. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
}

/**
 * Assigns every row the number of its place.
 *
 * @returns the same rows with `places` numbered from 0
 * @throws RangeError when a size is out of range
 */
export function places(trajectories: Trajectories, options: PlaceOptions): Trajectories {
  return commonPlaces([trajectories], options).sets[0];
}

/**
 * Assigns every row of several sets the number of its place, the same number for the same place in all sets.
 *
 * @throws RangeError when a size is out of range
 */
export function commonPlaces(sets: readonly Trajectories[], options: PlaceOptions): CommonPlaces {
  const lons = joinedColumn(sets, 'lons');
  const lats = joinedColumn(sets, 'lats');
  const numbers = numbersOf(lons, lats, options);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= count) count = numbers[i] + 1;
  let offset = 0;
  return {
    sets: sets.map((set) => {
      const own = numbers.slice(offset, offset + set.lons.length);
      offset += own.length;
      return { ...set, places: own };
    }),
    ...meanCoordinates(lons, lats, numbers, count),
  };
}

function numbersOf(lons: Float64Array, lats: Float64Array, options: PlaceOptions): Uint32Array {
  switch (options.by) {
    case 'grid':
      return gridNumbers(lons, lats, options.metres ?? 500);
    case 'h3':
      return h3Numbers(lons, lats, options.h3, options.resolution ?? 9);
    case 'cluster':
      return clusterNumbers(lons, lats, options);
    case 'exact':
      return exactInOrder(lons, lats);
  }
}

/** Rows of equal height; columns of each row are as wide on the ground at its middle latitude. */
function gridNumbers(lons: Float64Array, lats: Float64Array, metres: number): Uint32Array {
  if (!(metres >= 1 && metres <= 1e6)) {
    throw new RangeError(`places: a grid's metres must be between 1 and 1,000,000, got ${metres}.`);
  }
  const perDegree = (EARTH_RADIUS * Math.PI) / 180;
  const height = metres / perDegree;
  const pairs = new PairNumbers();
  const numbers = new Uint32Array(lons.length);
  let [width, widthOf] = [Number.NaN, Number.NaN];
  for (let i = 0; i < numbers.length; i++) {
    if (i > 0 && lons[i] === lons[i - 1] && lats[i] === lats[i - 1]) {
      numbers[i] = numbers[i - 1];
      continue;
    }
    const row = Math.floor(lats[i] / height);
    if (row !== widthOf) {
      const middle = Math.min(Math.max(-90, (row + 0.5) * height), 90);
      width = metres / (perDegree * Math.max(Math.cos((middle * Math.PI) / 180), 1e-6));
      widthOf = row;
    }
    numbers[i] = pairs.numberOf(row, Math.floor(lons[i] / width));
  }
  return inOrder(numbers, pairs);
}

function h3Numbers(lons: Float64Array, lats: Float64Array, h3: H3, resolution: number): Uint32Array {
  if (!Number.isInteger(resolution) || resolution < 0 || resolution > 15) {
    throw new RangeError(`places: an H3 resolution must be a whole number from 0 to 15, got ${resolution}.`);
  }
  // Cells of equal points are looked up once.
  const point = exactNumbers(lons, lats);
  const cells: string[] = [];
  for (let i = 0; i < point.length; i++) {
    if (cells[point[i]] === undefined) cells[point[i]] = h3.latLngToCell(lats[i], lons[i], resolution);
  }
  const numberOf = new Map([...new Set(cells)].sort().map((cell, number) => [cell, number]));
  const numbers = Uint32Array.from(cells, (cell) => numberOf.get(cell) as number);
  return point.map((at) => numbers[at]);
}

function clusterNumbers(lons: Float64Array, lats: Float64Array, options: ClusterOptions): Uint32Array {
  const labels = clusterPoints(lons, lats, options);
  let clusters = 0;
  for (const label of labels) if (label >= clusters) clusters = label + 1;
  const noise = Uint32Array.from(labels.keys()).filter((row) => labels[row] < 0);
  const alone = exactInOrder(
    Float64Array.from(noise, (row) => lons[row]),
    Float64Array.from(noise, (row) => lats[row]),
  );
  const numbers = Uint32Array.from(labels);
  noise.forEach((row, i) => {
    numbers[row] = clusters + alone[i];
  });
  return numbers;
}

function exactInOrder(lons: Float64Array, lats: Float64Array): Uint32Array {
  const { numbers, pairs } = exactPairs(lons, lats);
  return inOrder(numbers, pairs);
}

/** Renumbers pairs in ascending order, so that their numbers do not depend on the order of rows. @returns `numbers`, changed */
function inOrder(numbers: Uint32Array, { count, firsts, seconds }: PairNumbers): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, number) => number).sort(
    (a, b) => firsts[a] - firsts[b] || seconds[a] - seconds[b],
  );
  const names = new Uint32Array(count);
  for (let i = 0; i < count; i++) names[order[i]] = i;
  for (let i = 0; i < numbers.length; i++) numbers[i] = names[numbers[i]];
  return numbers;
}

function meanCoordinates(lons: Float64Array, lats: Float64Array, numbers: Uint32Array, count: number) {
  const rows = new Float64Array(count);
  const first = new Float64Array(count);
  const outLons = new Float64Array(count);
  const outLats = new Float64Array(count);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (rows[number]++ === 0) first[number] = lons[i];
    const east = lons[i] - first[number];
    outLons[number] += east > 180 ? east - 360 : east < -180 ? east + 360 : east;
    outLats[number] += lats[i];
  }
  for (let number = 0; number < count; number++) {
    const lon = first[number] + outLons[number] / rows[number];
    outLons[number] = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
    outLats[number] /= rows[number];
  }
  return { lons: outLons, lats: outLats };
}

function joinedColumn(sets: readonly Trajectories[], name: 'lons' | 'lats'): Float64Array {
  const out = new Float64Array(sets.reduce((sum, set) => sum + set[name].length, 0));
  let offset = 0;
  for (const set of sets) {
    out.set(set[name], offset);
    offset += set[name].length;
  }
  return out;
}
