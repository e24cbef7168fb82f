import type { Flows } from '../flows.js';
import { flowsOfMatrix } from './flow-matrix.js';
import { checkTiles, haversineRows, type Tiles } from './tiles.js';

/**
 * Radiation model: expected trips between tiles without any parameter. From tile i to j go
 * Oᵢ · mᵢmⱼ / ((mᵢ + s)(mᵢ + mⱼ + s)) / (1 − mᵢ/M), where s is the relevance of all tiles nearer to i than j, M that of
 * all tiles. Tiles at one distance are taken in order of their number.
 *
 * Each origin's tiles are sorted by distance once and s is summed along them.
 *
 * @param outflows trips that leave each tile
 * @returns expected trips, not rounded, by ordered pair of tiles; none from a tile without relevance
 * @throws RangeError when lists differ in length
 * @see F. Simini et al. (2012), A universal model for mobility and migration patterns, doi:10.1038/nature10856
 */
export function radiation(tiles: Tiles, { outflows }: { outflows: ArrayLike<number> }): Flows {
  const n = tiles.lons.length;
  checkTiles('radiation', tiles);
  if (outflows.length !== n) {
    throw new RangeError(`radiation: ${outflows.length} outflows for ${n} tiles; give one a tile.`);
  }
  const masses = Float64Array.from(tiles.relevance);
  const all = masses.reduce((sum, mass) => sum + mass, 0);
  const matrix = new Float64Array(n * n);
  const haversines = haversineRows(tiles);
  const row = new Float64Array(n);
  const order = byDistance(n);
  for (let i = 0; i < n; i++) {
    const mass = masses[i];
    if (mass === 0 || mass === all) continue;
    haversines(i, row);
    const scale = outflows[i] / (1 - mass / all);
    let nearer = mass;
    for (const j of order(row)) {
      if (j === i) continue;
      const next = nearer + masses[j];
      matrix[i * n + j] = (scale * mass * masses[j]) / (nearer * next);
      nearer = next;
    }
  }
  return flowsOfMatrix(matrix, n, tiles.names);
}

/**
 * Numbers of the tiles by rising distance, in order of number where equal.
 *
 * The number takes the place of a distance's last bits, so that the engine can sort bare numbers; what stands within
 * those bits of its neighbour is put right afterwards.
 */
function byDistance(n: number): (haversines: Float64Array) => Uint32Array {
  const bits = Math.max(1, Math.ceil(Math.log2(n)));
  if (bits > 30) throw new RangeError(`radiation: ${n} tiles are more than can be sorted.`);
  const mask = 2 ** bits - 1;
  const keys = new Float64Array(n);
  const words = new Uint32Array(keys.buffer);
  const order = new Uint32Array(n);
  return (haversines) => {
    keys.set(haversines);
    // Numbers are stored with the low word first on every platform that runs this.
    for (let j = 0; j < n; j++) words[2 * j] = (words[2 * j] & ~mask) | j;
    keys.sort();
    for (let k = 0; k < n; k++) {
      const j = words[2 * k] & mask;
      let at = k;
      for (; at > 0; at--) {
        const before = order[at - 1];
        if (haversines[before] < haversines[j] || (haversines[before] === haversines[j] && before < j)) break;
        order[at] = before;
      }
      order[at] = j;
    }
    return order;
  };
}
