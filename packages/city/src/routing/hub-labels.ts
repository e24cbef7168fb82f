import { larger } from './arc-rows.js';
import type { Hierarchy } from './contraction.js';
import { COST_MARGIN } from './graph.js';

/**
 * For each rank of a hierarchy, the more important nodes (hubs) that shortest paths climb to, starting with itself,
 * with their costs: `up` from the node, `down` to it, in compressed rows that ascend by hub. The two ends of any
 * shortest path share a hub, so that a search compares two short lists. In a large hierarchy the least important nodes
 * have no label (empty rows), and hubs count from the first node with a label.
 * @see Abraham, Delling, Goldberg, Werneck 2012, Hierarchical Hub Labelings for Shortest Paths,
 * doi:10.1007/978-3-642-33090-2_4
 */
export interface HubLabels {
  readonly upOffsets: Int32Array;
  readonly downOffsets: Int32Array;
  readonly upHubs: Uint16Array;
  readonly downHubs: Uint16Array;
  readonly upCosts: Float64Array;
  readonly downCosts: Float64Array;
}

/**
 * Maximum number of entries in one direction, 10 bytes each; beyond it, no more nodes get a label: the least important ones, whose
 * labels are the longest and save no more than a few steps of climbing.
 */
const MAX_ENTRIES = 250_000;
/** Maximum number of nodes with a label, whose hubs take two bytes. */
const MAX_LABELLED = 2 ** 16;

/** Builds labels from the most important node down, for as many nodes as `mostEntries` allows (by default 5 MB). */
export function labelHubs(hierarchy: Hierarchy, mostEntries: number = MAX_ENTRIES): HubLabels {
  const n = hierarchy.ranks.length;
  const up = new LabelBuilder(n, hierarchy, hierarchy.upOffsets);
  const down = new LabelBuilder(n, hierarchy, hierarchy.downOffsets);
  let first = n;
  while (first > 0 && n - first < MAX_LABELLED && Math.max(up.size, down.size) < mostEntries) {
    const rank = --first;
    up.gather(rank);
    down.gather(rank);
    // Each leaves out what the finished labels of the other direction know a shorter way to.
    up.keep(rank, down);
    down.keep(rank, up);
  }
  const [upwards, downwards] = [up.inOrder(first), down.inOrder(first)];
  return {
    upOffsets: upwards.offsets,
    downOffsets: downwards.offsets,
    upHubs: upwards.hubs,
    downHubs: downwards.hubs,
    upCosts: upwards.costs,
    downCosts: downwards.costs,
  };
}

/** Labels of one direction, stored in the order of their creation, from the highest rank to the lowest. */
class LabelBuilder {
  size = 0;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #hubs = new Int32Array(1 << 16);
  #costs = new Float64Array(1 << 16);
  /** Costs to the hubs of the current node; Infinity elsewhere. */
  readonly #best: Float64Array;
  readonly #found: number[] = [];

  constructor(
    n: number,
    private readonly hierarchy: Hierarchy,
    private readonly offsets: Int32Array,
  ) {
    this.#starts = new Int32Array(n);
    this.#lengths = new Int32Array(n);
    this.#best = new Float64Array(n).fill(Infinity);
  }

  /** All hubs of a node that are reached through the nodes above it. */
  gather(rank: number): void {
    const { ends, costs } = this.hierarchy;
    const best = this.#best;
    const found = this.#found;
    found.length = 0;
    found.push(rank);
    best[rank] = 0;
    for (let arc = this.offsets[rank]; arc < this.offsets[rank + 1]; arc++) {
      const above = ends[arc];
      const start = this.#starts[above];
      for (let i = start; i < start + this.#lengths[above]; i++) {
        const hub = this.#hubs[i];
        const cost = costs[arc] + this.#costs[i];
        if (cost >= best[hub]) continue;
        if (best[hub] === Infinity) found.push(hub);
        best[hub] = cost;
      }
    }
    found.sort((a, b) => a - b);
  }

  /** Stores the collected hubs, except those that are reached at a lower cost through another one. */
  keep(rank: number, other: LabelBuilder): void {
    const best = this.#best;
    this.#starts[rank] = this.size;
    for (const hub of this.#found) {
      const cost = best[hub];
      if (hub !== rank && other.#isShorter(hub, best, cost - COST_MARGIN)) continue;
      if (this.size === this.#hubs.length) this.#grow();
      this.#hubs[this.size] = hub;
      this.#costs[this.size++] = cost;
    }
    this.#lengths[rank] = this.size - this.#starts[rank];
    for (const hub of this.#found) best[hub] = Infinity;
  }

  /** The labels by ascending rank, with hubs that count from `first`. */
  inOrder(first: number): { offsets: Int32Array; hubs: Uint16Array; costs: Float64Array } {
    const n = this.#starts.length;
    const offsets = new Int32Array(n + 1);
    const hubs = new Uint16Array(this.size);
    const costs = new Float64Array(this.size);
    for (let rank = 0; rank < n; rank++) {
      const start = this.#starts[rank];
      const end = start + this.#lengths[rank];
      for (let i = start, at = offsets[rank]; i < end; i++) hubs[at++] = this.#hubs[i] - first;
      costs.set(this.#costs.subarray(start, end), offsets[rank]);
      offsets[rank + 1] = offsets[rank] + end - start;
    }
    return { offsets, hubs, costs };
  }

  #isShorter(node: number, best: Float64Array, cost: number): boolean {
    const start = this.#starts[node];
    const end = start + this.#lengths[node];
    for (let i = start; i < end; i++) if (best[this.#hubs[i]] + this.#costs[i] < cost) return true;
    return false;
  }

  #grow(): void {
    this.#hubs = larger(this.#hubs, new Int32Array(this.size * 2));
    this.#costs = larger(this.#costs, new Float64Array(this.size * 2));
  }
}
