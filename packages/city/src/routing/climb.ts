import type { Hierarchy } from './contraction.js';
import { type Seeds, tailOf } from './graph.js';
import { NodeHeap } from './node-heap.js';

/** A search that only climbs a hierarchy: forward along its `up` arcs, or backward along its `down` arcs. */
export class Climb {
  /** Cost by rank; Infinity for unvisited nodes. */
  readonly distances: Float64Array;
  readonly #ranks: Int32Array;
  readonly #ends: Int32Array;
  readonly #costs: Float64Array;
  readonly #offsets: Int32Array;
  readonly #otherOffsets: Int32Array;
  /** The arc that reached a node; -1 - i for the i-th seed. */
  readonly #arcs: Int32Array;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #heap: NodeHeap;

  constructor({ ranks, ends, costs, upOffsets, downOffsets }: Hierarchy, direction: 'up' | 'down') {
    const n = ranks.length;
    this.distances = new Float64Array(n).fill(Infinity);
    this.#ranks = ranks;
    this.#ends = ends;
    this.#costs = costs;
    [this.#offsets, this.#otherOffsets] = direction === 'up' ? [upOffsets, downOffsets] : [downOffsets, upOffsets];
    this.#arcs = new Int32Array(n);
    this.#touched = new Int32Array(n);
    this.#heap = new NodeHeap(n);
  }

  get least(): number {
    return this.#heap.least;
  }

  begin(seeds: Seeds): void {
    this.#heap.clear();
    for (let i = 0; i < this.#touchedCount; i++) this.distances[this.#touched[i]] = Infinity;
    this.#touchedCount = 0;
    for (let i = 0; i < seeds.nodes.length; i++) this.#reach(this.#ranks[seeds.nodes[i]], seeds.costs[i], -1 - i);
  }

  /** Removes the nearest remaining node. */
  pop(): number {
    return this.#heap.pop();
  }

  /** Whether a node is reached at a lower cost from one above it, so that no shortest path climbs through it. */
  isStalled(node: number): boolean {
    const distances = this.distances;
    const ends = this.#ends;
    const costs = this.#costs;
    const distance = distances[node];
    const end = this.#otherOffsets[node + 1];
    for (let arc = this.#otherOffsets[node]; arc < end && costs[arc] < distance; arc++)
      if (distances[ends[arc]] + costs[arc] < distance) return true;
    return false;
  }

  /** Climbs from a node to those above it, up to a cost of `limit`, excluded. */
  relax(node: number, limit: number): void {
    const distance = this.distances[node];
    const end = this.#offsets[node + 1];
    for (let arc = this.#offsets[node]; arc < end; arc++) {
      const through = distance + this.#costs[arc];
      if (through >= limit) break;
      const above = this.#ends[arc];
      this.#reach(above, through, arc);
    }
  }

  /**
   * Arcs from `node` back to the seed, nearest first.
   * @returns the seed's index in its list
   */
  trace(node: number, arcs: number[]): number {
    let at = node;
    while (this.#arcs[at] >= 0) {
      arcs.push(this.#arcs[at]);
      at = tailOf(this.#offsets, this.#arcs[at]);
    }
    return -1 - this.#arcs[at];
  }

  #reach(node: number, distance: number, arc: number): void {
    const known = this.distances[node];
    if (distance >= known) return;
    if (known === Infinity) this.#touched[this.#touchedCount++] = node;
    this.distances[node] = distance;
    this.#arcs[node] = arc;
    this.#heap.set(node, distance);
  }
}
