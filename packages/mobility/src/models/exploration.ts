import type { Random } from '@itinera/metrics';
import { type AliasTable, aliasTable, drawAlias } from './alias-table.js';
import { deterrenceOf, haversineRows, metresOf, type Tiles } from './tiles.js';

/** Where an agent at a tile would go if every tile were new: a weight a tile, 0 for its own. */
export type ExplorationWeights = (from: number, weights: Float64Array) => void;

/**
 * Weights aⱼ d^exponent.
 *
 * @param attraction a by tile, 0 for one that is never gone to. That of the origin would scale all alike
 */
export function explorationWeights(tiles: Tiles, attraction: Float64Array, exponent: number): ExplorationWeights {
  const haversines = haversineRows(tiles);
  const weightAt = deterrenceOf({ law: 'power', exponent });
  return (from, weights) => {
    haversines(from, weights);
    for (let j = 0; j < weights.length; j++) {
      weights[j] = attraction[j] > 0 && j !== from ? attraction[j] * weightAt(metresOf(weights[j])) : 0;
    }
  };
}

/** Entries of alias tables kept at once: some 800 MB. */
const KEPT_ENTRIES = 2 ** 26;
/** Draws of visited tiles in a row after which the new ones are gone through one by one. */
const MAX_REJECTIONS = 32;

/** Draws new tiles for agents. Tables are made for a tile when an agent first explores from it. */
export class Explorer {
  readonly #n: number;
  readonly #weights: ExplorationWeights;
  readonly #tables = new Map<number, AliasTable | null>();
  readonly #row: Float64Array;

  constructor(n: number, weights: ExplorationWeights) {
    this.#n = n;
    this.#weights = weights;
    this.#row = new Float64Array(n);
  }

  /**
   * @param isVisited by tile number; the agent's own tile is visited
   * @returns a tile by its weight among those not visited, −1 when none of them has any
   */
  draw(from: number, isVisited: (tile: number) => boolean, random: Random): number {
    const table = this.#table(from);
    if (!table) return -1;
    for (let i = 0; i < MAX_REJECTIONS; i++) {
      const tile = drawAlias(table, random);
      if (!isVisited(tile)) return tile;
    }
    return this.#drawFromRest(from, isVisited, random);
  }

  #table(from: number): AliasTable | null {
    let table = this.#tables.get(from);
    if (table === undefined) {
      if ((this.#tables.size + 1) * this.#n > KEPT_ENTRIES) this.#tables.clear();
      this.#weights(from, this.#row);
      table = aliasTable(this.#row);
      this.#tables.set(from, table);
    }
    return table;
  }

  #drawFromRest(from: number, isVisited: (tile: number) => boolean, random: Random): number {
    const row = this.#row;
    this.#weights(from, row);
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
}
