import type { Flows } from '../flow/flows.js';
import { flowsOfMatrix } from './flow-matrix.js';
import { checkTiles, symmetricMatrix, type Tiles } from './tiles.js';

/**
 * Radiation model: expected trips between tiles, without parameters. From tile i to j:
 * Oᵢ · mᵢmⱼ / ((mᵢ + s)(mᵢ + mⱼ + s)) / (1 − mᵢ/M), where s is the relevance of all tiles nearer to i than j, M that of
 * all tiles. Tiles at equal distances are ordered by number.
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
    throw new RangeError(`radiation: ${outflows.length} outflows for ${n} tiles; expected one per tile.`);
  }
  const masses = Float64Array.from(tiles.relevance);
  const all = masses.reduce((sum, mass) => sum + mass, 0);
  // Each row of haversines is replaced by the flows in its order.
  const matrix = symmetricMatrix(tiles, (haversine) => haversine);
  const order = byDistance(n);
  for (let i = 0; i < n; i++) {
    const mass = masses[i];
    const row = matrix.subarray(i * n, i * n + n);
    const nearest = order(row);
    row.fill(0);
    if (mass === 0 || mass === all) continue;
    const scale = outflows[i] / (1 - mass / all);
    let nearer = mass;
    for (let k = 0; k < n; k++) {
      const j = nearest[k];
      if (j === i) continue;
      const next = nearer + masses[j];
      row[j] = (scale * mass * masses[j]) / (nearer * next);
      nearer = next;
    }
  }
  return flowsOfMatrix(matrix, n, tiles.names);
}

/**
 * Numbers of the tiles by ascending distance, ties by number.
 *
 * Sorts the first 24 bits of the distances byte by byte, the last byte first, together with the numbers; entries out of
 * order beyond those bits are then adjacent and are swapped.
 */
function byDistance(n: number): (haversines: Float64Array) => Uint32Array {
  const single = new Float32Array(n);
  const bits = new Uint32Array(single.buffer);
  const counts = new Uint32Array(3 * 256);
  let keys = new Uint32Array(n);
  let order = new Uint32Array(n);
  let otherKeys = new Uint32Array(n);
  let otherOrder = new Uint32Array(n);
  return (haversines) => {
    single.set(haversines);
    counts.fill(0);
    for (let j = 0; j < n; j++) {
      // The sign is 0 for all.
      const key = bits[j] >>> 7;
      keys[j] = key;
      order[j] = j;
      counts[key & 255]++;
      counts[256 + ((key >>> 8) & 255)]++;
      counts[512 + (key >>> 16)]++;
    }
    for (let digit = 0; digit < 3; digit++) {
      for (let value = 256 * digit, before = 0; value < 256 * digit + 256; value++) {
        const count = counts[value];
        counts[value] = before;
        before += count;
      }
      for (let k = 0; k < n; k++) {
        const key = keys[k];
        const at = counts[256 * digit + ((key >>> (8 * digit)) & 255)]++;
        otherKeys[at] = key;
        otherOrder[at] = order[k];
      }
      [keys, otherKeys] = [otherKeys, keys];
      [order, otherOrder] = [otherOrder, order];
    }
    for (let k = 1; k < n; k++) {
      if (keys[k] !== keys[k - 1]) continue;
      const j = order[k];
      const distance = haversines[j];
      let at = k;
      for (; at > 0 && haversines[order[at - 1]] > distance; at--) order[at] = order[at - 1];
      order[at] = j;
    }
    return order;
  };
}
