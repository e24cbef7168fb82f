/**
 * A directed graph in compressed rows: the arcs that leave node `v` are `offsets[v]` up to `offsets[v + 1]`, each
 * with the node it leads to and its cost. The number of an arc is its index in these arrays. Parallel arcs and loops are
 * allowed; a cost is at least 0, or Infinity for a closed arc.
 */
export interface Graph {
  readonly offsets: Int32Array;
  readonly heads: Int32Array;
  readonly costs: Float64Array;
}

/**
 * Cost of entering streets that only those with a destination there may use, seconds (half a year): more than any way on a map
 * takes, on foot across a region too, so that nobody passes through them unless nothing else leads to the destination. A power
 * of two, which leaves the other digits of a sum as they are, to 2e-9 s.
 */
export const ENTRY = 2 ** 24;

/** The seconds of a cost without its entries. */
export function withoutEntries(cost: number): number {
  return cost >= ENTRY && cost < Infinity ? cost % ENTRY : cost;
}

/** The entries of a cost without its seconds. */
export function entriesOf(cost: number): number {
  return cost < Infinity ? cost - withoutEntries(cost) : cost;
}

/** More than any rounding error of a cost, seconds: each sum with an entry is rounded by up to 4e-9. */
export const COST_MARGIN = 1e-6;

/** Whether any arc enters destination-only streets. */
export function hasEntries(costs: Float64Array): boolean {
  return costs.some((cost) => cost >= ENTRY && cost < Infinity);
}

/**
 * Start or end of a search: `cost` seconds pass between the position and the node. The first of several equally good
 * seeds is used.
 */
export interface Seeds {
  readonly nodes: number[];
  readonly costs: number[];
}

/** A shortest path: its cost, including seeds, and its arcs; `source` and `target` are indices in the lists of seeds. */
export interface NodePath {
  readonly cost: number;
  readonly source: number;
  readonly target: number;
  readonly arcs: Int32Array;
}

/**
 * Sorts arcs into compressed rows; arcs of one node keep their order.
 * @returns the graph, and for each of its arcs its index in the input
 */
export function compressRows(
  nodeCount: number,
  tails: ArrayLike<number>,
  heads: ArrayLike<number>,
  costs: ArrayLike<number>,
): { graph: Graph; origin: Int32Array } {
  const count = tails.length;
  const offsets = new Int32Array(nodeCount + 1);
  for (let i = 0; i < count; i++) offsets[tails[i] + 1]++;
  for (let v = 0; v < nodeCount; v++) offsets[v + 1] += offsets[v];
  const next = offsets.slice(0, nodeCount);
  const sorted = { heads: new Int32Array(count), costs: new Float64Array(count) };
  const origin = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const at = next[tails[i]]++;
    sorted.heads[at] = heads[i];
    sorted.costs[at] = costs[i];
    origin[at] = i;
  }
  return { graph: { offsets, ...sorted }, origin };
}

/** The node that each arc leaves. */
export function tailsOf(graph: Graph): Int32Array {
  const tails = new Int32Array(graph.heads.length);
  for (let v = 0; v < graph.offsets.length - 1; v++) tails.fill(v, graph.offsets[v], graph.offsets[v + 1]);
  return tails;
}

/** The node that an arc leaves. @param offsets of the graph's rows */
export function tailOf(offsets: Int32Array, arc: number): number {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle] > arc) high = middle - 1;
    else low = middle;
  }
  return low;
}
