import type { Graph } from './graph.js';
import { NodeHeap } from './node-heap.js';

/**
 * A contraction hierarchy: nodes by rank (least important first), and for each rank the arcs to more important nodes
 * (`up`) and from more important nodes (`down`), in compressed rows. Ends are ranks; the arcs of a rank ascend by cost. Arcs are numbered through: first
 * all `up`, then all `down`. An arc is either one of the graph (`second` is -1, `first` the arc) or a shortcut of two
 * arcs of the hierarchy. All arrays are flat, so that a hierarchy can be saved and shared between threads.
 * @see Geisberger, Sanders, Schultes, Delling 2008, Contraction Hierarchies, doi:10.1007/978-3-540-68552-4_24
 */
export interface Hierarchy {
  /** Rank of a node of the graph. */
  readonly ranks: Int32Array;
  readonly upOffsets: Int32Array;
  readonly downOffsets: Int32Array;
  readonly ends: Int32Array;
  readonly costs: Float64Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Nodes a witness search settles at most. Fewer: faster to build, but more shortcuts than needed. Always exact. */
const SETTLED_WHEN_RANKING = 60;
const SETTLED_WHEN_CONTRACTING = 250;
const SHORTCUT = -1;

/**
 * Builds the hierarchy. Deterministic: the next node is the one of least importance, then of least number, where
 * importance = level + 4 · shortcuts added / arcs removed + 2 · arcs in those shortcuts / arcs in those removed.
 * @param onProgress called now and then with the share of nodes done, 0..1
 */
export function contract(graph: Graph, onProgress?: (share: number) => void): Hierarchy {
  return new Contraction(graph).run(onProgress);
}

class Contraction {
  readonly #nodeCount: number;
  readonly #ranks: Int32Array;
  readonly #levels: Int32Array;
  // The remaining graph: linked lists of arcs by node, in and out.
  #arcCount = 0;
  #tails: Int32Array;
  #heads: Int32Array;
  #costs: Float64Array;
  /** How many arcs of the graph a (shortcut) arc stands for. */
  #sizes: Int32Array;
  #first: Int32Array;
  #second: Int32Array;
  #nextOut: Int32Array;
  #nextIn: Int32Array;
  readonly #firstOut: Int32Array;
  readonly #firstIn: Int32Array;
  // Witness search.
  readonly #heap: NodeHeap;
  readonly #distances: Float64Array;
  readonly #seen: Int32Array;
  readonly #wanted: Int32Array;
  #searches = 0;

  constructor(graph: Graph) {
    const n = graph.offsets.length - 1;
    const capacity = graph.heads.length * 2 + 16;
    this.#nodeCount = n;
    this.#ranks = new Int32Array(n).fill(-1);
    this.#levels = new Int32Array(n);
    this.#tails = new Int32Array(capacity);
    this.#heads = new Int32Array(capacity);
    this.#costs = new Float64Array(capacity);
    this.#sizes = new Int32Array(capacity);
    this.#first = new Int32Array(capacity);
    this.#second = new Int32Array(capacity);
    this.#nextOut = new Int32Array(capacity);
    this.#nextIn = new Int32Array(capacity);
    this.#firstOut = new Int32Array(n).fill(-1);
    this.#firstIn = new Int32Array(n).fill(-1);
    this.#heap = new NodeHeap(n);
    this.#distances = new Float64Array(n);
    this.#seen = new Int32Array(n);
    this.#wanted = new Int32Array(n);
    for (let v = 0; v < n; v++)
      for (let arc = graph.offsets[v]!; arc < graph.offsets[v + 1]!; arc++) {
        const head = graph.heads[arc]!;
        const cost = graph.costs[arc]!;
        if (head !== v && cost < Infinity) this.#link(v, head, cost, 1, arc, SHORTCUT);
      }
  }

  run(onProgress?: (share: number) => void): Hierarchy {
    const n = this.#nodeCount;
    const queue = new NodeHeap(n);
    for (let v = 0; v < n; v++) queue.set(v, this.#importance(v));
    const kept: number[][] = [];
    const neighbours: number[] = [];
    const changed = new Uint8Array(n);
    for (let rank = 0; rank < n; rank++) {
      let v = queue.pop();
      // A neighbour was contracted since: rank it again, and take the next when it is no longer the least.
      while (changed[v] === 1) {
        changed[v] = 0;
        queue.set(v, this.#importance(v));
        v = queue.pop();
      }
      this.#ranks[v] = rank;
      this.#contract(v);
      kept.push(this.#detach(v, neighbours));
      for (const u of neighbours) {
        this.#levels[u] = Math.max(this.#levels[u]!, this.#levels[v]! + 1);
        changed[u] = 1;
      }
      if (onProgress && rank % 4096 === 0) onProgress(rank / n);
    }
    onProgress?.(1);
    return this.#assemble(kept);
  }

  #importance(v: number): number {
    let removed = 0;
    let removedSize = 0;
    for (let a = this.#firstOut[v]!; a >= 0; a = this.#nextOut[a]!) {
      removed++;
      removedSize += this.#sizes[a]!;
    }
    for (let a = this.#firstIn[v]!; a >= 0; a = this.#nextIn[a]!) {
      removed++;
      removedSize += this.#sizes[a]!;
    }
    if (removed === 0) return this.#levels[v]!;
    let added = 0;
    let addedSize = 0;
    this.#shortcuts(v, SETTLED_WHEN_RANKING, (a, b) => {
      added++;
      addedSize += this.#sizes[a]! + this.#sizes[b]!;
    });
    return this.#levels[v]! + (4 * added) / removed + (2 * addedSize) / removedSize;
  }

  #contract(v: number): void {
    // Gathered first: linking changes the lists that the search walks.
    const pairs: number[] = [];
    this.#shortcuts(v, SETTLED_WHEN_CONTRACTING, (a, b) => pairs.push(a, b));
    for (let i = 0; i < pairs.length; i += 2) {
      const a = pairs[i]!;
      const b = pairs[i + 1]!;
      const cost = this.#costs[a]! + this.#costs[b]!;
      this.#link(this.#tails[a]!, this.#heads[b]!, cost, this.#sizes[a]! + this.#sizes[b]!, a, b);
    }
  }

  /** Calls back with each pair of arcs (in, out) of `v` whose ends have no known way that is as short without `v`. */
  #shortcuts(v: number, settledLimit: number, found: (inArc: number, outArc: number) => void): void {
    const heads = this.#heads;
    const costs = this.#costs;
    const distances = this.#distances;
    const seen = this.#seen;
    const wanted = this.#wanted;
    const heap = this.#heap;
    for (let a = this.#firstIn[v]!; a >= 0; a = this.#nextIn[a]!) {
      const u = this.#tails[a]!;
      const search = ++this.#searches;
      let targets = 0;
      let longest = -1;
      for (let b = this.#firstOut[v]!; b >= 0; b = this.#nextOut[b]!) {
        const w = heads[b]!;
        if (w === u) continue;
        wanted[w] = search;
        targets++;
        if (costs[b]! > longest) longest = costs[b]!;
      }
      if (targets === 0) continue;
      const limit = costs[a]! + longest;
      heap.clear();
      seen[u] = search;
      distances[u] = 0;
      heap.set(u, 0);
      for (let settled = 0; heap.size > 0 && settled < settledLimit && heap.least <= limit; settled++) {
        const x = heap.pop();
        if (wanted[x] === search) {
          wanted[x] = 0;
          if (--targets === 0) break;
        }
        const distance = distances[x]!;
        for (let c = this.#firstOut[x]!; c >= 0; c = this.#nextOut[c]!) {
          const y = heads[c]!;
          if (y === v) continue;
          const through = distance + costs[c]!;
          if (through > limit || (seen[y] === search && distances[y]! <= through)) continue;
          seen[y] = search;
          distances[y] = through;
          heap.set(y, through);
        }
      }
      for (let b = this.#firstOut[v]!; b >= 0; b = this.#nextOut[b]!) {
        const w = heads[b]!;
        if (w !== u && !(seen[w] === search && distances[w]! <= costs[a]! + costs[b]!)) found(a, b);
      }
    }
  }

  /** Adds an arc to the remaining graph; a parallel one that costs more is taken over, one that does not stays. */
  #link(tail: number, head: number, cost: number, size: number, first: number, second: number): void {
    let arc = this.#firstOut[tail]!;
    while (arc >= 0 && this.#heads[arc] !== head) arc = this.#nextOut[arc]!;
    if (arc >= 0) {
      // Not yet part of any shortcut, since both its ends remain.
      if (this.#costs[arc]! <= cost) return;
    } else {
      if (this.#arcCount === this.#tails.length) this.#grow();
      arc = this.#arcCount++;
      this.#tails[arc] = tail;
      this.#heads[arc] = head;
      this.#nextOut[arc] = this.#firstOut[tail]!;
      this.#firstOut[tail] = arc;
      this.#nextIn[arc] = this.#firstIn[head]!;
      this.#firstIn[head] = arc;
    }
    this.#costs[arc] = cost;
    this.#sizes[arc] = size;
    this.#first[arc] = first;
    this.#second[arc] = second;
  }

  /** Takes `v` out of the remaining graph. @returns its arcs; `neighbours` is filled with their other ends */
  #detach(v: number, neighbours: number[]): number[] {
    neighbours.length = 0;
    const arcs: number[] = [];
    const mark = ++this.#searches;
    for (let a = this.#firstOut[v]!; a >= 0; a = this.#nextOut[a]!) {
      const u = this.#heads[a]!;
      arcs.push(a);
      this.#wanted[u] = mark;
      neighbours.push(u);
      this.#firstIn[u] = without(this.#firstIn[u]!, a, this.#nextIn);
    }
    for (let a = this.#firstIn[v]!; a >= 0; a = this.#nextIn[a]!) {
      const u = this.#tails[a]!;
      arcs.push(a);
      if (this.#wanted[u] !== mark) neighbours.push(u);
      this.#firstOut[u] = without(this.#firstOut[u]!, a, this.#nextOut);
    }
    return arcs;
  }

  #grow(): void {
    const larger = <T extends Int32Array | Float64Array>(old: T, made: T): T => {
      made.set(old as never);
      return made;
    };
    const capacity = this.#tails.length * 2;
    this.#tails = larger(this.#tails, new Int32Array(capacity));
    this.#heads = larger(this.#heads, new Int32Array(capacity));
    this.#costs = larger(this.#costs, new Float64Array(capacity));
    this.#sizes = larger(this.#sizes, new Int32Array(capacity));
    this.#first = larger(this.#first, new Int32Array(capacity));
    this.#second = larger(this.#second, new Int32Array(capacity));
    this.#nextOut = larger(this.#nextOut, new Int32Array(capacity));
    this.#nextIn = larger(this.#nextIn, new Int32Array(capacity));
  }

  #assemble(kept: number[][]): Hierarchy {
    const n = this.#nodeCount;
    const ranks = this.#ranks;
    const upOffsets = new Int32Array(n + 1);
    const downOffsets = new Int32Array(n + 1);
    /** Arcs in their final order, and where each of the old numbers went. */
    const order: number[] = [];
    const place = new Int32Array(this.#arcCount);
    for (const upward of [true, false]) {
      const offsets = upward ? upOffsets : downOffsets;
      for (let rank = 0; rank < n; rank++) {
        offsets[rank] = order.length;
        const own = kept[rank]!.filter((a) => (ranks[this.#tails[a]!] === rank) === upward);
        // Cheapest first, so that searches may leave off early.
        own.sort((a, b) => this.#costs[a]! - this.#costs[b]! || a - b);
        for (const a of own) {
          place[a] = order.length;
          order.push(a);
        }
      }
      offsets[n] = order.length;
    }
    const ends = new Int32Array(order.length);
    const costs = new Float64Array(order.length);
    const first = new Int32Array(order.length);
    const second = new Int32Array(order.length);
    order.forEach((a, i) => {
      ends[i] = this.#otherRank(a, i < upOffsets[n]!);
      costs[i] = this.#costs[a]!;
      const isShortcut = this.#second[a] !== SHORTCUT;
      first[i] = isShortcut ? place[this.#first[a]!]! : this.#first[a]!;
      second[i] = isShortcut ? place[this.#second[a]!]! : SHORTCUT;
    });
    return { ranks, upOffsets, downOffsets, ends, costs, first, second };
  }

  #otherRank(arc: number, upward: boolean): number {
    return this.#ranks[upward ? this.#heads[arc]! : this.#tails[arc]!]!;
  }
}

/** A linked list without one of its members. @returns the new first member */
function without(first: number, member: number, next: Int32Array): number {
  if (first === member) return next[member]!;
  let at = first;
  while (next[at] !== member) at = next[at]!;
  next[at] = next[member]!;
  return first;
}
