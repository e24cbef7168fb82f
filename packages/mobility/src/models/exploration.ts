import { power, type Random } from '@itinera/base';
import { EARTH_RADIUS } from '../distance.js';
import { type AliasTable, aliasTable, drawAlias } from './alias-table.js';
import { type PullField, PullTree } from './pull-tree.js';
import type { Tiles } from './tiles.js';

/** The possible destinations of an agent at a tile if every tile were new: one weight per tile, 0 for its own. */
export interface ExplorationWeights {
  (from: number, weights: Float64Array): void;
  /** The same weights, for drawing without computing all of them. */
  readonly field: PullField;
}

/**
 * Weights aⱼ d^exponent.
 *
 * @param attraction a by tile, 0 for one that is never visited. The attraction of the origin would only scale all
 * weights equally
 */
export function explorationWeights(tiles: Tiles, attraction: Float64Array, exponent: number): ExplorationWeights {
  const n = tiles.lons.length;
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const lon = (tiles.lons[i] * Math.PI) / 180;
    const lat = (tiles.lats[i] * Math.PI) / 180;
    x[i] = Math.cos(lat) * Math.cos(lon);
    y[i] = Math.cos(lat) * Math.sin(lon);
    z[i] = Math.sin(lat);
  }
  const pullOver = (square: number) => {
    if (square === 0) return 0;
    if (exponent === -2 && square < NEAR) {
      // Squared angle of a chord, by series, without a root: accurate to a rounding.
      const angle = square * (1 + square * (1 / 12 + square * (1 / 90 + square / 560)));
      return 1 / (EARTH_RADIUS * EARTH_RADIUS * angle);
    }
    const metres = metresOfHalfChord(Math.sqrt(square) / 2);
    return exponent === -2 ? 1 / (metres * metres) : power(metres, exponent);
  };
  const weights = (from: number, row: Float64Array) => {
    for (let j = 0; j < n; j++) {
      const dx = x[j] - x[from];
      const dy = y[j] - y[from];
      const dz = z[j] - z[from];
      row[j] = attraction[j] === 0 ? 0 : attraction[j] * pullOver(dx * dx + dy * dy + dz * dz);
    }
    row[from] = 0;
  };
  return Object.assign(weights, { field: { x, y, z, attraction, pullOver } });
}

/** Squared chord of the unit sphere, about 120 km. */
const NEAR = 4e-4;

/**
 * Great-circle metres of half a chord of the unit sphere: by series up to about 100 km, where it is accurate to a
 * rounding.
 */
function metresOfHalfChord(half: number): number {
  const square = half * half;
  const angle =
    half < 0.01
      ? half * (1 + square * (1 / 6 + square * (3 / 40 + square * (15 / 336))))
      : Math.asin(Math.min(1, half));
  return 2 * EARTH_RADIUS * angle;
}

/** Maximum number of tiles with a table each, about 50 MB in total; more are drawn from a tree. */
const MAX_TABLES = 2048;
/** Number of draws without a table that cost as much as building one. */
const USES_BEFORE_TABLE = 3;
/** Number of consecutive draws of visited tiles after which the new ones are listed individually. */
const MAX_REJECTIONS = 32;

/** Draws new tiles for agents. With few tiles, each gets its table after a few explorations from it. */
export class Explorer {
  readonly #weights: ExplorationWeights;
  readonly #tree: PullTree | undefined;
  readonly #uses = new Map<number, number>();
  readonly #tables = new Map<number, AliasTable | null>();
  readonly #row: Float64Array;
  readonly #sums: Float64Array;

  constructor(n: number, weights: ExplorationWeights) {
    this.#weights = weights;
    if (n > MAX_TABLES) this.#tree = new PullTree(weights.field);
    this.#row = new Float64Array(n);
    this.#sums = new Float64Array(n);
  }

  /**
   * @param isVisited by tile number; the agent's own tile is visited
   * @returns an unvisited tile drawn by its weight; −1 when none has any
   */
  draw(from: number, isVisited: (tile: number) => boolean, random: Random): number {
    const tree = this.#tree;
    const table = tree ? null : this.#table(from);
    if (table === undefined) return this.#drawFromRest(from, isVisited, random);
    for (let i = 0; i < MAX_REJECTIONS; i++) {
      const tile = tree ? tree.draw(from, random) : table ? drawAlias(table, random) : -1;
      if (tile < 0 || !isVisited(tile)) return tile;
    }
    return this.#drawFromRest(from, isVisited, random);
  }

  /** @returns undefined while there is no table, null when nothing can be drawn from the tile */
  #table(from: number): AliasTable | null | undefined {
    const table = this.#tables.get(from);
    if (table !== undefined) return table;
    const uses = (this.#uses.get(from) ?? 0) + 1;
    this.#uses.set(from, uses);
    if (uses <= USES_BEFORE_TABLE) return undefined;
    this.#weights(from, this.#row);
    const made = aliasTable(this.#row);
    this.#tables.set(from, made);
    return made;
  }

  #drawFromRest(from: number, isVisited: (tile: number) => boolean, random: Random): number {
    const row = this.#row;
    const sums = this.#sums;
    this.#weights(from, row);
    let total = 0;
    for (let j = 0; j < row.length; j++) {
      total += row[j];
      sums[j] = total;
    }
    if (!(total > 0)) return -1;
    for (let i = 0; i < MAX_REJECTIONS; i++) {
      const tile = firstAbove(sums, random.uniform() * total);
      if (!isVisited(tile)) return tile;
    }
    return drawUnvisited(row, isVisited, random);
  }
}

/** The first entry of ascending sums that is greater. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws by weight among the unvisited tiles, one by one. */
function drawUnvisited(row: Float64Array, isVisited: (tile: number) => boolean, random: Random): number {
  let total = 0;
  for (let j = 0; j < row.length; j++) {
    if (isVisited(j)) row[j] = 0;
    total += row[j];
  }
  let left = random.uniform() * total;
  let last = -1;
  for (let j = 0; j < row.length; j++) {
    if (row[j] === 0) continue;
    last = j;
    left -= row[j];
    if (left < 0) break;
  }
  return last;
}
