import { type GroupedRows, groupByRow } from '../map/grouped-rows.js';
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

  /** @param entries of this graph, if they are known */
  constructor(
    private readonly graph: Graph,
    entries: LeastEntries | null = leastEntries(graph),
  ) {
    const nodes = graph.offsets.length - 1;
    this.#costs = new Float64Array(nodes).fill(Infinity);
    this.#heap = new NodeHeap(nodes);
    this.#touched = new Int32Array(nodes);
    this.#entries = entries;
    this.#parts = entries?.parts ?? new Int32Array(nodes);
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

function leastEntries(graph: Graph): LeastEntries | null {
  return hasEntries(graph.costs) ? new LeastEntries(graph) : null;
}

/** Searches from many places to groups of nodes, several at once. */
export interface SearchesToAll {
  readonly atOnce: number;
  /** The groups whose costs the last batch found, ascending; null for all. No node of the others is below the limit. */
  readonly reachedGroups: Int32Array | null;
  /** The costs of a node in all searches are in the result from this index on. */
  indexOf(node: number): number;
  /**
   * @param batch at most `atOnce` searches
   * @param groups whose costs are needed even if they are not below the limit
   * @returns costs by node and search, as `DijkstraToAll.cost` has them; valid until the next batch
   */
  run(batch: readonly Seeds[], groups: Int32Array): Float64Array;
}

/** One search by Dijkstra's algorithm after the other, for graphs of which little is within the limit. */
export class DijkstrasToAll implements SearchesToAll {
  readonly atOnce = 4;
  readonly #searches: readonly DijkstraToAll[];
  readonly #costs: Float64Array;
  /** Groups by node. */
  readonly #groupsAt: GroupedRows;
  readonly #groupOf: Int32Array;
  readonly #reached = new NumberList(Int32Array);
  readonly #isReached: Uint8Array;

  /**
   * @param groups the nodes whose costs are needed
   * @param limit higher costs, without entries, are not needed
   */
  constructor(
    graph: Graph,
    private readonly groups: readonly (readonly number[])[],
    private readonly limit: number,
  ) {
    const count = graph.offsets.length - 1;
    const entries = leastEntries(graph);
    this.#searches = Array.from({ length: this.atOnce }, () => new DijkstraToAll(graph, entries));
    this.#costs = new Float64Array(count * this.atOnce);
    this.#groupsAt = groupByRow(count, Int32Array.from(groups.flat()));
    this.#groupOf = Int32Array.from(groups.flatMap((nodes, group) => nodes.map(() => group)));
    this.#isReached = new Uint8Array(groups.length);
  }

  get reachedGroups(): Int32Array {
    return this.#reached.view();
  }

  indexOf(node: number): number {
    return node * this.atOnce;
  }

  run(batch: readonly Seeds[], groups: Int32Array): Float64Array {
    const [reached, isReached, { offsets, items }] = [this.#reached, this.#isReached, this.#groupsAt];
    for (const group of reached.view()) isReached[group] = 0;
    reached.length = 0;
    const add = (group: number): void => {
      if (isReached[group] === 0) reached.push(group);
      isReached[group] = 1;
    };
    groups.forEach(add);
    const searches = this.#searches.slice(0, batch.length);
    searches.forEach((search, i) => {
      search.run(batch[i]!, this.limit);
      for (const node of search.reached)
        for (let at = offsets[node]; at < offsets[node + 1]; at++) add(this.#groupOf[items[at]]);
    });
    reached.view().sort();
    for (const group of reached.view())
      for (const node of this.groups[group]!)
        for (let i = 0; i < searches.length; i++) this.#costs[node * this.atOnce + i] = searches[i]!.cost(node);
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
  readonly reachedGroups = null;
  readonly #climb: Climb;
  /** Place in the order of the sweep by rank; -1 if no target is below. */
  readonly #places: Int32Array;
  /** By place, the most important first: the arcs from above. */
  readonly #offsets: Int32Array;
  readonly #tails: Int32Array;
  readonly #arcCosts: Float64Array;
  readonly #costs: Float64Array;

  /** @param groups the nodes whose costs are needed */
  constructor(
    private readonly hierarchy: Hierarchy,
    groups: readonly (readonly number[])[],
  ) {
    const { ranks, downOffsets, ends, costs } = hierarchy;
    this.#climb = new Climb(hierarchy, 'up');
    const isNeeded = new Uint8Array(ranks.length);
    for (const node of groups.flat()) isNeeded[ranks[node]] = 1;
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
