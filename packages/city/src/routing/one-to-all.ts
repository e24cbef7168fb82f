import { NumberList } from '../map/number-list.js';
import { Climb } from './climb.js';
import type { Hierarchy } from './contraction.js';
import { type Graph, hasEntries, type Seeds, withoutEntries } from './graph.js';
import { LeastEntries } from './least-entries.js';
import { NodeHeap } from './node-heap.js';

/** Where destination-only streets lead if the way around them is longer than the limit: nowhere, or through. */
export type BeyondLimit = 'around' | 'through';

/**
 * Costs from some seeds to all nodes by Dijkstra's algorithm, up to a limit. Destination-only streets are entered as rarely as
 * possible, whatever the time. Holds the memory of one search at a time.
 */
export class DijkstraToAll {
  readonly #costs: Float64Array;
  readonly #heap: NodeHeap;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  /** Null without destination-only streets. */
  readonly #entries: LeastEntries | null;
  /** A part by node, and by part what no cost of the last search reaches. */
  readonly #parts: Int32Array;
  #ends: Float64Array;

  constructor(private readonly graph: Graph) {
    const nodes = graph.offsets.length - 1;
    this.#costs = new Float64Array(nodes).fill(Infinity);
    this.#heap = new NodeHeap(nodes);
    this.#touched = new Int32Array(nodes);
    this.#entries = hasEntries(graph.costs) ? new LeastEntries(graph) : null;
    this.#parts = this.#entries?.parts ?? new Int32Array(nodes);
    this.#ends = Float64Array.of(Infinity);
  }

  /** The nodes within the limit of the last search, in any order. */
  get reached(): Int32Array {
    return this.#touched.subarray(0, this.#touchedCount);
  }

  /** The cost of a node in the last search, entries included. If it is not below the limit, a lower cost that is not, or Infinity. */
  cost(node: number): number {
    const cost = this.#costs[node];
    return cost < Infinity ? cost : this.#ends[this.#parts[node]];
  }

  /** @param limit for costs without entries */
  run(seeds: Seeds, limit: number, beyond: BeyondLimit = 'around'): void {
    const { offsets, heads, costs } = this.graph;
    const [found, heap, touched, parts] = [this.#costs, this.#heap, this.#touched, this.#parts];
    for (const node of this.reached) found[node] = Infinity;
    const ends = this.#endsOf(seeds, limit, beyond);
    this.#ends = ends;
    let count = 0;
    const put = (node: number, cost: number): void => {
      if (cost >= found[node] || !(cost < ends[parts[node]]) || withoutEntries(cost) >= limit) return;
      if (found[node] === Infinity) touched[count++] = node;
      found[node] = cost;
      heap.set(node, cost);
    };
    for (let i = 0; i < seeds.nodes.length; i++) put(seeds.nodes[i], seeds.costs[i]);
    while (heap.size > 0) {
      const cost = heap.least;
      const node = heap.pop();
      for (let arc = offsets[node]; arc < offsets[node + 1]; arc++) put(heads[arc], cost + costs[arc]);
    }
    this.#touchedCount = count;
  }

  /** A way that enters more often than necessary is part of no best way, so that a search need not go beyond the limit. */
  #endsOf(seeds: Seeds, limit: number, beyond: BeyondLimit): Float64Array {
    if (this.#entries === null) return Float64Array.of(limit);
    if (beyond === 'around' && limit < Infinity) return this.#entries.from(seeds).map((cost) => cost + limit);
    return new Float64Array(this.#parts.length).fill(Infinity);
  }
}

/** Searches from many places, several at once. */
export interface SearchesToAll {
  readonly atOnce: number;
  /** The costs of a node in all searches are in the result from this index on. */
  indexOf(node: number): number;
  /**
   * @param batch at most `atOnce` searches
   * @returns costs by node and search, as `DijkstraToAll.cost` has them; valid until the next batch
   */
  run(batch: readonly Seeds[]): Float64Array;
}

/** One search by Dijkstra's algorithm after the other, for graphs of which little is within the limit. */
export class DijkstrasToAll implements SearchesToAll {
  readonly atOnce = 4;
  readonly #search: DijkstraToAll;
  readonly #nodes: Int32Array;
  readonly #places: Int32Array;
  readonly #costs: Float64Array;

  /**
   * @param nodes those whose costs are needed
   * @param limit higher costs, without entries, are not needed
   */
  constructor(
    graph: Graph,
    nodes: Iterable<number>,
    private readonly limit: number,
  ) {
    this.#search = new DijkstraToAll(graph);
    this.#nodes = Int32Array.from(nodes);
    this.#places = new Int32Array(graph.offsets.length - 1);
    this.#nodes.forEach((node, i) => {
      this.#places[node] = i * this.atOnce;
    });
    this.#costs = new Float64Array(this.#nodes.length * this.atOnce);
  }

  indexOf(node: number): number {
    return this.#places[node];
  }

  run(batch: readonly Seeds[]): Float64Array {
    batch.forEach((seeds, i) => {
      this.#search.run(seeds, this.limit);
      for (let j = 0, at = i; j < this.#nodes.length; j++, at += this.atOnce)
        this.#costs[at] = this.#search.cost(this.#nodes[j]);
    });
    return this.#costs;
  }
}

/** Number of searches of a sweep: the costs of a node fill a line of the processor's cache. */
const AT_ONCE = 8;

/**
 * Eight climbs of a hierarchy and one sweep down over the nodes above some targets, without a queue: many times faster
 * than Dijkstra's algorithm if most nodes are within the limit.
 * @see Delling, Goldberg, Nowatzyk, Werneck 2013, PHAST, doi:10.1016/j.jpdc.2012.02.007
 * @see Delling, Goldberg, Werneck 2011, Faster Batched Shortest Paths in Road Networks, doi:10.4230/OASIcs.ATMOS.2011.52
 */
export class SweepToAll implements SearchesToAll {
  readonly atOnce = AT_ONCE;
  readonly #climb: Climb;
  /** Place in the order of the sweep by rank; -1 if no target is below. */
  readonly #places: Int32Array;
  /** By place, the most important first: the arcs from above. */
  readonly #offsets: Int32Array;
  readonly #tails: Int32Array;
  readonly #arcCosts: Float64Array;
  readonly #costs: Float64Array;

  /** @param nodes those whose costs are needed */
  constructor(
    private readonly hierarchy: Hierarchy,
    nodes: Iterable<number>,
  ) {
    const { ranks, downOffsets, ends, costs } = hierarchy;
    this.#climb = new Climb(hierarchy, 'up');
    const isNeeded = new Uint8Array(ranks.length);
    for (const node of nodes) isNeeded[ranks[node]] = 1;
    for (let rank = 0; rank < ranks.length; rank++)
      if (isNeeded[rank])
        for (const above of ends.subarray(downOffsets[rank], downOffsets[rank + 1])) isNeeded[above] = 1;
    this.#places = new Int32Array(ranks.length).fill(-1);
    const offsets = [0];
    const tails = new NumberList(Int32Array);
    const arcCosts = new NumberList(Float64Array);
    for (let rank = ranks.length - 1; rank >= 0; rank--) {
      if (!isNeeded[rank]) continue;
      this.#places[rank] = offsets.length - 1;
      for (let arc = downOffsets[rank]; arc < downOffsets[rank + 1]; arc++) {
        tails.push(this.#places[ends[arc]] * AT_ONCE);
        arcCosts.push(costs[arc]);
      }
      offsets.push(tails.length);
    }
    this.#offsets = Int32Array.from(offsets);
    this.#tails = tails.view().slice();
    this.#arcCosts = arcCosts.view().slice();
    this.#costs = new Float64Array((offsets.length - 1) * AT_ONCE);
  }

  indexOf(node: number): number {
    return this.#places[this.hierarchy.ranks[node]] * AT_ONCE;
  }

  run(batch: readonly Seeds[]): Float64Array {
    const [climb, places, found] = [this.#climb, this.#places, this.#costs];
    found.fill(Infinity);
    batch.forEach((seeds, search) => {
      climb.begin(seeds);
      while (climb.least < Infinity) {
        const node = climb.pop();
        if (climb.isStalled(node)) continue;
        climb.relax(node, Infinity);
        if (places[node] >= 0) found[places[node] * AT_ONCE + search] = climb.distances[node];
      }
    });
    this.#sweep();
    return found;
  }

  #sweep(): void {
    const [offsets, tails, arcCosts, found] = [this.#offsets, this.#tails, this.#arcCosts, this.#costs];
    for (let place = 0; place < offsets.length - 1; place++) {
      const at = place * AT_ONCE;
      let a = found[at];
      let b = found[at + 1];
      let c = found[at + 2];
      let d = found[at + 3];
      let e = found[at + 4];
      let f = found[at + 5];
      let g = found[at + 6];
      let h = found[at + 7];
      const end = offsets[place + 1];
      for (let arc = offsets[place]; arc < end; arc++) {
        const above = tails[arc];
        const cost = arcCosts[arc];
        a = Math.min(a, found[above] + cost);
        b = Math.min(b, found[above + 1] + cost);
        c = Math.min(c, found[above + 2] + cost);
        d = Math.min(d, found[above + 3] + cost);
        e = Math.min(e, found[above + 4] + cost);
        f = Math.min(f, found[above + 5] + cost);
        g = Math.min(g, found[above + 6] + cost);
        h = Math.min(h, found[above + 7] + cost);
      }
      found[at] = a;
      found[at + 1] = b;
      found[at + 2] = c;
      found[at + 3] = d;
      found[at + 4] = e;
      found[at + 5] = f;
      found[at + 6] = g;
      found[at + 7] = h;
    }
  }
}
