import type { Hierarchy } from './contraction.js';
import type { Path, Seeds } from './graph.js';
import { NodeHeap } from './node-heap.js';

/**
 * Shortest paths by a contraction hierarchy: two searches that only climb, from the sources and, backwards, from the
 * targets, each leaving out nodes that are reached better from above (stall on demand). Exact, with several sources
 * and targets at once. Holds the working memory of one search at a time: 24 bytes a node and direction.
 */
export class HierarchySearch {
  readonly #hierarchy: Hierarchy;
  readonly #up: Climb;
  readonly #down: Climb;

  constructor(hierarchy: Hierarchy) {
    const n = hierarchy.ranks.length;
    this.#hierarchy = hierarchy;
    this.#up = new Climb(n, hierarchy, hierarchy.upOffsets, hierarchy.downOffsets);
    this.#down = new Climb(n, hierarchy, hierarchy.downOffsets, hierarchy.upOffsets);
  }

  /** @returns null when no target can be reached at a cost below `limit` */
  find(sources: Seeds, targets: Seeds, limit = Infinity): Path | null {
    const up = this.#up;
    const down = this.#down;
    up.begin(this.#hierarchy.ranks, sources);
    down.begin(this.#hierarchy.ranks, targets);
    let best = limit;
    let meeting = -1;
    for (;;) {
      const climb = up.least <= down.least ? up : down;
      if (climb.least >= best) break;
      const node = climb.step(best);
      const through = up.distances[node]! + down.distances[node]!;
      if (through < best || (through === best && meeting >= 0 && node < meeting)) {
        best = through;
        meeting = node;
      }
    }
    return meeting < 0 ? null : this.#path(best, meeting);
  }

  #path(cost: number, meeting: number): Path {
    const rising: number[] = [];
    const source = this.#up.trace(meeting, rising);
    const arcs: number[] = [];
    for (let i = rising.length - 1; i >= 0; i--) unpackArc(this.#hierarchy, rising[i]!, arcs);
    const falling: number[] = [];
    const target = this.#down.trace(meeting, falling);
    for (const arc of falling) unpackArc(this.#hierarchy, arc, arcs);
    return { cost, source, target, arcs: Int32Array.from(arcs) };
  }
}

/** The arcs of the graph that an arc of a hierarchy stands for, in order, put at the end of `out`. */
export function unpackArc({ first, second }: Hierarchy, arc: number, out: number[]): void {
  const stack = [arc];
  while (stack.length > 0) {
    const at = stack.pop()!;
    if (second[at]! < 0) out.push(first[at]!);
    else stack.push(second[at]!, first[at]!);
  }
}

/** One direction of the search. */
class Climb {
  /** Infinity where the search has not been. */
  readonly distances: Float64Array;
  readonly #ends: Int32Array;
  readonly #costs: Float64Array;
  readonly #offsets: Int32Array;
  readonly #otherOffsets: Int32Array;
  /** The arc a node was reached by; -1 - i for the i-th seed. */
  readonly #arcs: Int32Array;
  readonly #before: Int32Array;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #heap: NodeHeap;

  constructor(n: number, { ends, costs }: Hierarchy, offsets: Int32Array, otherOffsets: Int32Array) {
    this.distances = new Float64Array(n).fill(Infinity);
    this.#ends = ends;
    this.#costs = costs;
    this.#offsets = offsets;
    this.#otherOffsets = otherOffsets;
    this.#arcs = new Int32Array(n);
    this.#before = new Int32Array(n);
    this.#touched = new Int32Array(n);
    this.#heap = new NodeHeap(n);
  }

  get least(): number {
    return this.#heap.least;
  }

  begin(ranks: Int32Array, seeds: Seeds): void {
    this.#heap.clear();
    for (let i = 0; i < this.#touchedCount; i++) this.distances[this.#touched[i]!] = Infinity;
    this.#touchedCount = 0;
    for (let i = 0; i < seeds.nodes.length; i++) {
      const node = ranks[seeds.nodes[i]!]!;
      const distance = seeds.costs[i]!;
      if (distance >= this.distances[node]!) continue;
      if (this.distances[node] === Infinity) this.#touched[this.#touchedCount++] = node;
      this.distances[node] = distance;
      this.#arcs[node] = -1 - i;
      this.#heap.set(node, distance);
    }
  }

  /** Settles the next node, and reaches those above it at less than `limit`. @returns it */
  step(limit: number): number {
    const distances = this.distances;
    const ends = this.#ends;
    const costs = this.#costs;
    const heap = this.#heap;
    const node = heap.pop();
    const distance = distances[node]!;
    const otherEnd = this.#otherOffsets[node + 1]!;
    for (let arc = this.#otherOffsets[node]!; arc < otherEnd && costs[arc]! < distance; arc++)
      if (distances[ends[arc]!]! + costs[arc]! < distance) return node;
    const arcEnd = this.#offsets[node + 1]!;
    for (let arc = this.#offsets[node]!; arc < arcEnd; arc++) {
      const above = ends[arc]!;
      const through = distance + costs[arc]!;
      if (through >= limit) break;
      const known = distances[above]!;
      if (through >= known) continue;
      if (known === Infinity) this.#touched[this.#touchedCount++] = above;
      distances[above] = through;
      this.#arcs[above] = arc;
      this.#before[above] = node;
      heap.set(above, through);
    }
    return node;
  }

  /** Arcs from `node` back to the seed, nearest first. @returns the seed's place in its list */
  trace(node: number, arcs: number[]): number {
    let at = node;
    while (this.#arcs[at]! >= 0) {
      arcs.push(this.#arcs[at]!);
      at = this.#before[at]!;
    }
    return -1 - this.#arcs[at]!;
  }
}
