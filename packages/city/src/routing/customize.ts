import type { CustomizableHierarchy } from './customizable-hierarchy.js';

/** What the arcs of a customizable hierarchy cost, for one set of costs of its graph. */
export interface CustomCosts {
  /** Infinity where there is no way. */
  readonly costs: Float64Array;
  /** The less important node (rank) over which an arc leads, or `~arc` for an arc of the graph. */
  readonly middles: Int32Array;
}

/**
 * Finds for each arc the cheapest way over nodes that are less important than its ends, from the least important node
 * up: where two arcs lead over a node, the arc that spans them costs at most their sum. Exact for any costs from 0 to
 * Infinity. Of equally cheap ways always the same is taken.
 */
export function customize(hierarchy: CustomizableHierarchy, graphCosts: Float64Array): CustomCosts {
  const { upOffsets, downOffsets, ends, arcs } = hierarchy;
  const n = hierarchy.ranks.length;
  const costs = new Float64Array(ends.length).fill(Infinity);
  const middles = new Int32Array(ends.length);
  for (let arc = 0; arc < arcs.length; arc++) {
    const own = arcs[arc];
    if (own < 0 || graphCosts[arc] >= costs[own]) continue;
    costs[own] = graphCosts[arc];
    middles[own] = ~arc;
  }
  // The arcs of the node under way, by their other end.
  const upCosts = new Float64Array(n);
  const downCosts = new Float64Array(n);
  const upMiddles = new Int32Array(n);
  const downMiddles = new Int32Array(n);
  // Nodes already done wait in a list at the next node that one of their arcs leads to or comes from.
  const waiting = new Int32Array(n).fill(-1);
  const nextWaiting = new Int32Array(n);
  const ups = upOffsets.slice();
  const downs = downOffsets.slice();
  const wait = (node: number): void => {
    const [up, down] = [ups[node], downs[node]];
    // Without arcs on one side no more ways lead over it.
    if (up === upOffsets[node + 1] || down === downOffsets[node + 1]) return;
    const at = Math.min(ends[up], ends[down]);
    nextWaiting[node] = waiting[at];
    waiting[at] = node;
  };
  for (let rank = 0; rank < n; rank++) {
    const [up, upEnd, down, downEnd] = [upOffsets[rank], upOffsets[rank + 1], downOffsets[rank], downOffsets[rank + 1]];
    scatter(ends, up, upEnd, costs, upCosts, middles, upMiddles);
    scatter(ends, down, downEnd, costs, downCosts, middles, downMiddles);
    for (let middle = waiting[rank]; middle >= 0; ) {
      const next = nextWaiting[middle];
      const toMiddle = downs[middle];
      const fromMiddle = ups[middle];
      if (ends[toMiddle] === rank) downs[middle]++;
      if (ends[fromMiddle] === rank) ups[middle]++;
      if (ends[toMiddle] === rank)
        relax(ends, costs, ups[middle], upOffsets[middle + 1], costs[toMiddle], middle, upCosts, upMiddles);
      if (ends[fromMiddle] === rank)
        relax(ends, costs, downs[middle], downOffsets[middle + 1], costs[fromMiddle], middle, downCosts, downMiddles);
      wait(middle);
      middle = next;
    }
    gather(ends, up, upEnd, costs, upCosts, middles, upMiddles);
    gather(ends, down, downEnd, costs, downCosts, middles, downMiddles);
    wait(rank);
  }
  return { costs, middles };
}

/** Ways over a node: to it at this cost, and on along its arcs from `start` to `end`. */
function relax(
  ends: Int32Array,
  costs: Float64Array,
  start: number,
  end: number,
  cost: number,
  middle: number,
  best: Float64Array,
  middles: Int32Array,
): void {
  if (cost === Infinity) return;
  for (let arc = start; arc < end; arc++) {
    const through = cost + costs[arc];
    const node = ends[arc];
    if (through < best[node]) {
      best[node] = through;
      middles[node] = middle;
    }
  }
}

function scatter(
  ends: Int32Array,
  start: number,
  end: number,
  costs: Float64Array,
  best: Float64Array,
  middles: Int32Array,
  bestMiddles: Int32Array,
): void {
  for (let arc = start; arc < end; arc++) {
    best[ends[arc]] = costs[arc];
    bestMiddles[ends[arc]] = middles[arc];
  }
}

function gather(
  ends: Int32Array,
  start: number,
  end: number,
  costs: Float64Array,
  best: Float64Array,
  middles: Int32Array,
  bestMiddles: Int32Array,
): void {
  for (let arc = start; arc < end; arc++) {
    costs[arc] = best[ends[arc]];
    middles[arc] = bestMiddles[ends[arc]];
  }
}
