import { NodeHeap } from '../../packages/city/src/routing/node-heap.js';
import { gateRule, type StreetGraph } from './street-graph.js';
import type { Means } from './valhalla.js';

/** Metres by which a way for few is avoided: nobody passes through who has another way. */
const ENTRY = 1e7;

/** What is assumed to be otherwise than by the rules of map build. */
export interface Assumed {
  /** Directed segments and nodes that are open to everyone, and those that are closed. */
  readonly open: ReadonlySet<number>;
  readonly openNodes: ReadonlySet<number>;
  readonly closed: ReadonlySet<number>;
  /** Pairs of directed segments of which nobody enters the second from the first, as `first,second`. */
  readonly closedTurns: ReadonlySet<string>;
}

export const NOTHING: Assumed = {
  open: new Set(),
  openNodes: new Set(),
  closed: new Set(),
  closedTurns: new Set(),
};

/** A point on a segment. */
export interface StreetPlace {
  readonly directed: number;
  readonly share: number;
}

export interface StreetPath {
  readonly metres: number;
  readonly segments: readonly number[];
}

/** Shortest paths on the ways of the file, by the rules of map build and what is assumed. */
export class StreetSearch {
  readonly #costs: Float64Array;
  readonly #before: Int32Array;
  readonly #heap: NodeHeap;

  constructor(
    readonly graph: StreetGraph,
    readonly by: Means,
  ) {
    this.#costs = new Float64Array(2 * graph.from.length);
    this.#before = new Int32Array(2 * graph.from.length);
    this.#heap = new NodeHeap(2 * graph.from.length);
  }

  /** The shortest path from one point to another; undefined if there is none. */
  path(from: StreetPlace, to: StreetPlace, assumed: Assumed): StreetPath | undefined {
    const { graph } = this;
    const costs = this.#costs.fill(Infinity);
    const before = this.#before.fill(-1);
    const heap = this.#heap;
    while (heap.size > 0) heap.pop();
    const costOf = (directed: number) => graph.metres[directed >> 1]! * this.#factor(directed, assumed);
    const rest = (place: StreetPlace, directed: number) =>
      directed === place.directed ? 1 - place.share : place.share;
    for (const directed of [from.directed, from.directed ^ 1]) {
      const cost = rest(from, directed) * costOf(directed);
      if (cost < Infinity) {
        costs[directed] = cost;
        heap.set(directed, cost);
      }
    }
    const ends = new Set([to.directed, to.directed ^ 1]);
    let best: { cost: number; last: number; entered: number } | undefined;
    if (from.directed >> 1 === to.directed >> 1) {
      const share = to.directed === from.directed ? to.share : 1 - to.share;
      const directed = share >= from.share ? from.directed : from.directed ^ 1;
      const metres = Math.abs(share - from.share) * graph.metres[directed >> 1]!;
      if (costOf(directed) < Infinity) return { metres, segments: [directed] };
    }
    while (heap.size > 0) {
      const cost = heap.least;
      if (best && cost >= best.cost) break;
      const directed = heap.pop();
      const node = graph.head(directed);
      for (const next of graph.leaving[node]!) {
        const entry = this.#entry(directed, node, next, assumed);
        if (entry === Infinity) continue;
        const length = costOf(next);
        if (length === Infinity) continue;
        if (ends.has(next)) {
          const total = cost + entry + (1 - rest(to, next)) * length;
          if (!best || total < best.cost) best = { cost: total, last: directed, entered: next };
        }
        const total = cost + entry + length;
        if (total >= costs[next]!) continue;
        costs[next] = total;
        before[next] = directed;
        heap.set(next, total);
      }
    }
    if (!best) return undefined;
    const segments = [best.entered];
    for (let at = best.last; at >= 0; at = before[at]!) segments.push(at);
    segments.reverse();
    let metres = rest(from, segments[0]!) * graph.metres[segments[0]! >> 1]!;
    for (const directed of segments.slice(1, -1)) metres += graph.metres[directed >> 1]!;
    metres += (1 - rest(to, best.entered)) * graph.metres[best.entered >> 1]!;
    return { metres, segments };
  }

  #factor(directed: number, { open, closed }: Assumed): number {
    if (closed.has(directed)) return Infinity;
    return open.has(directed) ? 1 : this.graph.rule(directed).factor;
  }

  /** The cost of going on from one segment to the next; Infinity if that is not possible. */
  #entry(directed: number, node: number, next: number, { open, openNodes, closedTurns }: Assumed): number {
    const { graph, by } = this;
    if (closedTurns.size > 0 && closedTurns.has(`${directed},${next}`)) return Infinity;
    if (by === 'car' && this.isBanned(directed, node, next) && !openNodes.has(node)) return Infinity;
    // On wheels, people turn back at dead ends, and cars also where three streets meet.
    if (by !== 'foot' && next === (directed ^ 1)) {
      const exits = graph.leaving[node]!.filter((one) => graph.rule(one).factor < Infinity);
      if (exits.length === 2 || (by === 'bike' && exits.length > 2)) return Infinity;
    }
    let cost = 0;
    const tags = graph.nodeTags.get(node);
    if (tags !== undefined && !openNodes.has(node)) {
      const gate = gateRule(tags, by);
      if (gate.isClosed) return Infinity;
      if (gate.why !== '') cost += ENTRY;
    }
    const isLimited = (one: number) => !open.has(one) && graph.rule(one).isLimited;
    return isLimited(next) && !isLimited(directed) ? cost + ENTRY : cost;
  }

  isBanned(directed: number, node: number, next: number): boolean {
    const [a, b] = [this.graph.wayOf[directed >> 1]!, this.graph.wayOf[next >> 1]!];
    if (a === b && next !== (directed ^ 1)) return false;
    return (this.graph.restrictions.get(node) ?? []).some(
      ({ only, from, to }) => from.includes(a) && to.includes(b) !== only,
    );
  }
}
