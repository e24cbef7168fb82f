import type { Flows } from '../flow/flows.js';
import { flowsOfMatrix } from './flow-matrix.js';
import { checkTiles, symmetricMatrix, type Tiles } from './tiles.js';

/**
 * Radiation model: expected trips between tiles, without parameters. From tile i to j:
 * Oᵢ · mᵢmⱼ / ((mᵢ + s)(mᵢ + mⱼ + s)) / (1 − mᵢ/M), where s is the relevance of all tiles nearer to i than j, M that of
 * all tiles. Tiles at equal distances, which every regular grid has, share their trips: the mean over the orders in which
 * they could be met.
 *
 * Each origin's tiles are sorted by distance once and s is summed along them.
 *
 * @param options `outflows`: trips that leave each tile; `ties`: with `number`, tiles at equal distances are met by their
 * numbers, as in scikit-mobility
 * @returns expected trips, not rounded, by ordered pair of tiles; none from a tile without relevance
 * @throws RangeError when lists differ in length
 * @see F. Simini et al. (2012), A universal model for mobility and migration patterns, doi:10.1038/nature10856
 */
export function radiation(
  tiles: Tiles,
  { outflows, ties = 'mean' }: { readonly outflows: ArrayLike<number>; readonly ties?: 'mean' | 'number' },
): Flows {
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
  const distances = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const mass = masses[i];
    const row = matrix.subarray(i * n, i * n + n);
    const nearest = order(row);
    distances.set(row);
    row.fill(0);
    if (mass === 0 || mass === all) continue;
    const scale = outflows[i] / (1 - mass / all);
    let nearer = mass;
    for (let from = 0; from < n; ) {
      const first = nearest[from];
      let to = from + 1;
      while (ties === 'mean' && to < n && isTie(distances[first], distances[nearest[to]])) to++;
      if (to === from + 1) {
        from = to;
        if (first === i) continue;
        const next = nearer + masses[first];
        row[first] = (scale * mass * masses[first]) / (nearer * next);
        nearer = next;
        continue;
      }
      const others = nearest.subarray(from, to).filter((j) => j !== i);
      const shares = sharesOfTies(nearer, masses, others);
      for (let k = 0; k < others.length; k++) {
        row[others[k]] = scale * mass * shares[k];
        nearer += masses[others[k]];
      }
      from = to;
    }
  }
  return flowsOfMatrix(matrix, n, tiles.names);
}

/** Haversines that are equal but for rounding. */
const isTie = (one: number, other: number) => other - one <= 1e-9 * other;

/** Maximum number of tied tiles for which all orders are averaged; 2^9 sets of tiles can come before each of 10. */
const MOST_TIED = 10;

/**
 * The share of each tile at one distance: the mean of 1/s − 1/(s + m) over the orders in which the tiles could be met, where
 * s is the relevance met before it. Of more than ten tiles, those met before count with their expected relevance; shares of
 * equal tiles are exact in both cases.
 *
 * @param nearer relevance of the nearer tiles and the origin
 */
function sharesOfTies(nearer: number, masses: Float64Array, tied: Uint32Array): Float64Array {
  const own = Float64Array.from(tied, (j) => masses[j]);
  const all = own.reduce((sum, mass) => sum + mass, 0);
  const total = 1 / nearer - 1 / (nearer + all);
  if (tied.length === 1) return own.fill(total);
  const shares = tied.length > MOST_TIED ? expectedShares(nearer, own, all) : meanShares(nearer, own);
  // They add up to the total exactly.
  const sum = shares.reduce((a, b) => a + b, 0);
  return sum > 0 ? shares.map((share) => (share / sum) * total) : shares;
}

/** Mean over orders: a set of b of k tiles comes before another in b! (k − 1 − b)! of k! of them. */
function meanShares(nearer: number, own: Float64Array): Float64Array {
  const k = own.length;
  const chance = new Float64Array(k).fill(1 / k);
  for (let before = 1; before < k; before++) chance[before] = (chance[before - 1] * before) / (k - before);
  const shares = new Float64Array(k);
  for (let set = 0; set < 2 ** k; set++) {
    let [before, sum] = [0, nearer];
    for (let j = 0; j < k; j++) {
      if ((set >> j) & 1) {
        before++;
        sum += own[j];
      }
    }
    for (let j = 0; j < k; j++) if (!((set >> j) & 1)) shares[j] += chance[before] * (1 / sum - 1 / (sum + own[j]));
  }
  return shares;
}

/** ∫ 1/(s + u·others) − 1/(s + m + u·others) du from 0 to 1: each other tile is met before with probability u. */
function expectedShares(nearer: number, own: Float64Array, all: number): Float64Array {
  return own.map((mass) => {
    const others = all - mass;
    if (others === 0) return 1 / nearer - 1 / (nearer + mass);
    return (Math.log1p(others / nearer) - Math.log1p(others / (nearer + mass))) / others;
  });
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
