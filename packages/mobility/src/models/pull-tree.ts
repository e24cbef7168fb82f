import type { Random } from '@itinera/base';
import { type AliasTable, aliasTable, drawAlias } from './alias-table.js';

/** The attraction between tiles: attractions at points of the unit sphere, and a pull that falls with distance. */
export interface PullField {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Attraction by tile; 0 for a tile that attracts nobody. */
  readonly attraction: Float64Array;
  /** Pull of an attraction of 1 at a squared chord of the sphere; never increases with distance. 0 at distance 0. */
  readonly pullOver: (squaredChord: number) => number;
}

/** Maximum number of tiles in a leaf. */
const LEAF = 8;
/** A group is treated as one if its radius is less than this share of the distance to its centre. */
const OPENING = 1 / 3;
/** Maximum number of cached entries of choices: about 100 MB. */
const KEPT_ENTRIES = 2 ** 22;
const MORTON_BITS = 15;

/** The choices at a tile: nearby tiles individually (as −1 − tile) and groups of distant ones, by their maximum pull. */
interface Choice {
  readonly entries: Int32Array;
  /** For each entry, the maximum pull that a tile of the group can have per attraction. */
  readonly bounds: Float64Array;
  readonly table: AliasTable | null;
}

/** Ranges of the curve, in columns: children precede their parents; the whole comes last. */
interface Nodes {
  /** First place, and the one after the last. */
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
  /** Halves of the range; −1 in leaves. */
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
  /** A ball that contains all tiles of the range: its centre, three numbers per node, and its radius. */
  readonly middles: Float64Array;
  readonly radii: Float64Array;
}

/**
 * Draws tiles by their pull without visiting each one: far tiles are drawn as groups by the maximum pull that one of
 * them could have, then one by attraction, accepted with the share of that pull that it has. Exact, in O(log n) per
 * tile for the first draw and O(1) afterwards.
 */
export class PullTree {
  readonly #field: PullField;
  /** Tiles along a Z-shaped curve; the nodes are ranges of it. */
  readonly #order: Uint32Array;
  /** Sums of attraction before each position of the curve. */
  readonly #sums: Float64Array;
  readonly #nodes: Nodes;
  readonly #scratch: {
    readonly open: Int32Array;
    readonly entries: Int32Array;
    readonly bounds: Float64Array;
    readonly weights: Float64Array;
  };
  readonly #choices = new Map<number, Choice>();
  #kept = 0;

  constructor(field: PullField) {
    this.#field = field;
    const { attraction } = field;
    const pulling = Uint32Array.from(attraction.keys()).filter((tile) => attraction[tile] > 0);
    const codes = curveOf(field, pulling);
    this.#order = pulling.sort((a, b) => codes[a] - codes[b] || a - b);
    this.#sums = new Float64Array(pulling.length + 1);
    for (let i = 0; i < pulling.length; i++) this.#sums[i + 1] = this.#sums[i] + attraction[this.#order[i]];
    this.#nodes = nodesOf(field, this.#order);
    const most = pulling.length + this.#nodes.radii.length;
    this.#scratch = {
      open: new Int32Array(most + 2),
      entries: new Int32Array(most),
      bounds: new Float64Array(most),
      weights: new Float64Array(most),
    };
  }

  /** @returns a tile drawn by its pull on another; −1 when nothing attracts */
  draw(from: number, random: Random): number {
    const { entries, bounds, table } = this.#choiceAt(from);
    if (!table) return -1;
    for (;;) {
      const entry = drawAlias(table, random);
      const node = entries[entry];
      if (node < 0) return -1 - node;
      const first = this.#sums[this.#nodes.firsts[node]];
      const wanted = first + random.uniform() * (this.#sums[this.#nodes.ends[node]] - first);
      const tile = this.#order[this.#placeAbove(node, wanted)];
      if (random.uniform() * bounds[entry] < this.#field.pullOver(this.#squareBetween(from, tile))) return tile;
    }
  }

  #choiceAt(from: number): Choice {
    const known = this.#choices.get(from);
    if (known) return known;
    const made = this.#choose(from);
    // Caching does not change the draws.
    if (this.#kept + made.entries.length > KEPT_ENTRIES) {
      this.#choices.clear();
      this.#kept = 0;
    }
    this.#choices.set(from, made);
    this.#kept += made.entries.length;
    return made;
  }

  #choose(from: number): Choice {
    const { x, y, z, attraction, pullOver } = this.#field;
    const { middles, radii, firsts, ends, lefts, rights } = this.#nodes;
    const { open, entries, bounds, weights } = this.#scratch;
    let count = 0;
    let left = radii.length > 0 ? 1 : 0;
    open[0] = radii.length - 1;
    while (left > 0) {
      const node = open[--left];
      const dx = middles[3 * node] - x[from];
      const dy = middles[3 * node + 1] - y[from];
      const dz = middles[3 * node + 2] - z[from];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const radius = radii[node];
      if (radius < OPENING * distance) {
        const bound = pullOver((distance - radius) * (distance - radius));
        entries[count] = node;
        bounds[count] = bound;
        weights[count++] = bound * (this.#sums[ends[node]] - this.#sums[firsts[node]]);
      } else if (lefts[node] >= 0) {
        open[left++] = rights[node];
        open[left++] = lefts[node];
      } else {
        for (let at = firsts[node]; at < ends[node]; at++) {
          const tile = this.#order[at];
          if (tile === from) continue;
          entries[count] = -1 - tile;
          bounds[count] = 0;
          weights[count++] = attraction[tile] * pullOver(this.#squareBetween(from, tile));
        }
      }
    }
    return {
      entries: entries.slice(0, count),
      bounds: bounds.slice(0, count),
      table: aliasTable(weights.subarray(0, count)),
    };
  }

  #squareBetween(from: number, to: number): number {
    const { x, y, z } = this.#field;
    const dx = x[to] - x[from];
    const dy = y[to] - y[from];
    const dz = z[to] - z[from];
    return dx * dx + dy * dy + dz * dz;
  }

  /** The position in a node's range at which the sums of attraction first exceed a value. */
  #placeAbove(node: number, value: number): number {
    let low = this.#nodes.firsts[node];
    let high = this.#nodes.ends[node] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle + 1] > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function nodesOf(field: PullField, order: Uint32Array): Nodes {
  const axes = [field.x, field.y, field.z] as const;
  const columns = { firsts: [] as number[], ends: [] as number[], lefts: [] as number[], rights: [] as number[] };
  const boxes: number[][] = [];
  const build = (first: number, end: number): number => {
    const isLeaf = end - first <= LEAF;
    const middle = (first + end) >> 1;
    const left = isLeaf ? -1 : build(first, middle);
    const right = isLeaf ? -1 : build(middle, end);
    const parts = isLeaf
      ? Array.from(order.subarray(first, end), (tile) => axes.flatMap((axis) => [axis[tile], axis[tile]]))
      : [boxes[left], boxes[right]];
    boxes.push(parts.reduce((a, b) => a.map((border, i) => (i % 2 === 0 ? Math.min : Math.max)(border, b[i]))));
    columns.firsts.push(first);
    columns.ends.push(end);
    columns.lefts.push(left);
    return columns.rights.push(right) - 1;
  };
  if (order.length > 0) build(0, order.length);
  return {
    firsts: Int32Array.from(columns.firsts),
    ends: Int32Array.from(columns.ends),
    lefts: Int32Array.from(columns.lefts),
    rights: Int32Array.from(columns.rights),
    middles: Float64Array.from(boxes.flatMap((box) => [0, 2, 4].map((i) => (box[i] + box[i + 1]) / 2))),
    radii: Float64Array.from(boxes, (box) => Math.hypot(...[0, 2, 4].map((i) => box[i + 1] - box[i])) / 2),
  };
}

/** For each tile, its position on a Z-shaped curve over longitude and latitude. */
function curveOf({ x, y, z }: PullField, tiles: Uint32Array): Float64Array {
  const codes = new Float64Array(x.length);
  const step = (value: number) => Math.min(2 ** MORTON_BITS - 1, Math.max(0, Math.floor(value * 2 ** MORTON_BITS)));
  const lons = Float64Array.from(tiles, (tile) => Math.atan2(y[tile], x[tile]));
  const lats = Float64Array.from(tiles, (tile) => Math.asin(Math.min(1, Math.max(-1, z[tile]))));
  const range = (values: Float64Array) => {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const span = values.reduce((a, b) => Math.max(a, b), -Infinity) - low;
    return (value: number) => (span > 0 ? (value - low) / span : 0);
  };
  const [ofLon, ofLat] = [range(lons), range(lats)];
  tiles.forEach((tile, i) => {
    codes[tile] = 2 * spread(step(ofLon(lons[i]))) + spread(step(ofLat(lats[i])));
  });
  return codes;
}

/** Inserts a 0 bit between the bits of a fifteen-bit number. */
function spread(bits: number): number {
  let wide = bits;
  wide = (wide | (wide << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}
