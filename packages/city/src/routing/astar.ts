import { stepLength } from '@itinera/base';
import { type Graph, type NodePath, type Seeds, tailOf } from './graph.js';
import { NodeHeap } from './node-heap.js';

/**
 * Shortest paths by A*, for changing costs: the lower bound is the distance to the box around the targets at the speed of the
 * fastest arc. With `points` null it is Dijkstra's search. Exact, with several sources and targets at once. Holds the working
 * memory of one search at a time.
 */
export class AstarSearch {
  readonly #graph: Graph;
  readonly #points: Float64Array | null;
  /** No arc is faster than 1 / #slowness. */
  readonly #slowness: number;
  readonly #distances: Float64Array;
  readonly #arcs: Int32Array;
  readonly #stamps: Int32Array;
  readonly #heap: NodeHeap;
  #stamp = 0;

  constructor(graph: Graph, points: Float64Array | null) {
    const n = graph.offsets.length - 1;
    this.#graph = graph;
    this.#points = points;
    this.#slowness = points ? slownessOf(graph, points) : 0;
    this.#distances = new Float64Array(n);
    this.#arcs = new Int32Array(n);
    this.#stamps = new Int32Array(n);
    this.#heap = new NodeHeap(n);
  }

  /**
   * @param costs instead of those of the graph; none may be lower
   * @returns null if no target can be reached at a cost below `limit`
   */
  find(sources: Seeds, targets: Seeds, limit = Infinity, costs: Float64Array = this.#graph.costs): NodePath | null {
    const { offsets, heads } = this.#graph;
    const distances = this.#distances;
    const stamps = this.#stamps;
    const heap = this.#heap;
    const stamp = ++this.#stamp;
    const ahead = this.#aim(targets);
    heap.clear();
    for (let i = 0; i < sources.nodes.length; i++) {
      const node = sources.nodes[i];
      const distance = sources.costs[i];
      if (!(distance < Infinity) || (stamps[node] === stamp && distances[node] <= distance)) continue;
      stamps[node] = stamp;
      distances[node] = distance;
      this.#arcs[node] = -1 - i;
      heap.set(node, distance + ahead(node));
    }

    let best = limit;
    let end = -1;
    let target = -1;
    while (heap.least < best) {
      const node = heap.pop();
      const distance = distances[node];
      for (let i = 0; i < targets.nodes.length; i++)
        if (targets.nodes[i] === node && distance + targets.costs[i] < best) {
          best = distance + targets.costs[i];
          end = node;
          target = i;
        }
      for (let arc = offsets[node]; arc < offsets[node + 1]; arc++) {
        const next = heads[arc];
        const through = distance + costs[arc];
        if (through === Infinity || (stamps[next] === stamp && distances[next] <= through)) continue;
        stamps[next] = stamp;
        distances[next] = through;
        this.#arcs[next] = arc;
        heap.set(next, through + ahead(next));
      }
    }
    if (end < 0) return null;
    const arcs: number[] = [];
    let at = end;
    while (this.#arcs[at] >= 0) {
      arcs.push(this.#arcs[at]);
      at = tailOf(offsets, this.#arcs[at]);
    }
    return { cost: best, source: -1 - this.#arcs[at], target, arcs: Int32Array.from(arcs).reverse() };
  }

  /** A lower bound of the cost from a node to any target. */
  #aim(targets: Seeds): (node: number) => number {
    const points = this.#points;
    if (points === null || this.#slowness === 0) return () => 0;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const node of targets.nodes) {
      west = Math.min(west, points[2 * node]);
      east = Math.max(east, points[2 * node]);
      south = Math.min(south, points[2 * node + 1]);
      north = Math.max(north, points[2 * node + 1]);
    }
    const slowness = this.#slowness;
    return (node) => {
      const x = points[2 * node];
      const y = points[2 * node + 1];
      const dx = x < west ? west - x : x > east ? x - east : 0;
      const dy = y < south ? south - y : y > north ? y - north : 0;
      return Math.sqrt(dx * dx + dy * dy) * slowness;
    };
  }
}

/** Minimum seconds per metre of straight line over all arcs; slightly less, so that rounding never makes a bound too high. */
function slownessOf({ offsets, heads, costs }: Graph, points: Float64Array): number {
  let least = Infinity;
  for (let a = 0; a < offsets.length - 1; a++)
    for (let arc = offsets[a]; arc < offsets[a + 1]; arc++) {
      const b = heads[arc];
      const metres = stepLength(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
      if (metres > 0) least = Math.min(least, costs[arc] / metres);
    }
  return least === Infinity ? 0 : least * (1 - 1e-9);
}
