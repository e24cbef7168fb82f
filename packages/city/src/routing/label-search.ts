import { Climb } from './climb.js';
import { type Hierarchy, unpackArc } from './contraction.js';
import type { NodePath, Seeds } from './graph.js';
import type { HubLabels } from './hub-labels.js';

/**
 * Shortest paths by a hierarchy and its hub labels: from the sources and, backwards, from the targets the search climbs
 * until nodes have a label, and then takes the cheapest hub in the labels of both sides. Exact, with several
 * sources and targets at once. The path is reconstructed on the hierarchy, along which the labels add up.
 */
export class LabelSearch {
  readonly #up: Climb;
  readonly #down: Climb;
  /** The least important node with a label, from which hubs count; all above it have one. */
  readonly #firstLabelled: number;
  /** Cost from the sources to a hub, and the labelled node that leads to it; Infinity between searches. */
  readonly #costs: Float64Array;
  readonly #entries: Int32Array;
  readonly #labelled: number[] = [];

  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly labels: HubLabels,
  ) {
    this.#up = new Climb(hierarchy, 'up');
    this.#down = new Climb(hierarchy, 'down');
    // Each label contains at least its own node.
    let first = 0;
    const n = hierarchy.ranks.length;
    while (first < n && labels.upOffsets[first + 1] === 0) first++;
    this.#firstLabelled = first;
    this.#costs = new Float64Array(n - first).fill(Infinity);
    this.#entries = new Int32Array(n - first);
  }

  /** @returns null if no target can be reached at a cost below `limit` */
  find(sources: Seeds, targets: Seeds, limit = Infinity): NodePath | null {
    this.#climbSources(sources, limit);
    const { downOffsets, downHubs, downCosts } = this.labels;
    const costs = this.#costs;
    const up = this.#up;
    const down = this.#down;
    let cost = limit;
    // Where both sides meet, and the labelled nodes by which they come there; the three are one below the labels.
    let [entry, hub, exit] = [-1, -1, -1];
    down.begin(targets);
    while (down.least < cost) {
      const node = down.pop();
      if (down.isStalled(node)) continue;
      const distance = down.distances[node];
      if (node < this.#firstLabelled) {
        const through = up.distances[node] + distance;
        if (through < cost) {
          cost = through;
          entry = hub = exit = node;
        }
        down.relax(node, cost);
        continue;
      }
      const end = downOffsets[node + 1];
      for (let i = downOffsets[node]; i < end; i++) {
        const through = costs[downHubs[i]] + downCosts[i] + distance;
        if (through >= cost) continue;
        cost = through;
        entry = this.#entries[downHubs[i]];
        hub = this.#firstLabelled + downHubs[i];
        exit = node;
      }
    }
    this.#clear();
    return hub < 0 ? null : this.#path(cost, entry, hub, exit);
  }

  /** Finds the cost of each hub from the sources. */
  #climbSources(sources: Seeds, limit: number): void {
    const { upOffsets, upHubs, upCosts } = this.labels;
    const costs = this.#costs;
    const up = this.#up;
    up.begin(sources);
    while (up.least < limit) {
      const node = up.pop();
      if (up.isStalled(node)) continue;
      if (node < this.#firstLabelled) {
        up.relax(node, limit);
        continue;
      }
      const distance = up.distances[node];
      // As near by way of another label, which then knows all that this one does.
      if (costs[node - this.#firstLabelled] <= distance) continue;
      this.#labelled.push(node);
      const end = upOffsets[node + 1];
      for (let i = upOffsets[node]; i < end; i++) {
        const hub = upHubs[i];
        const cost = distance + upCosts[i];
        if (cost >= costs[hub]) continue;
        costs[hub] = cost;
        this.#entries[hub] = node;
      }
    }
  }

  #clear(): void {
    const { upOffsets, upHubs } = this.labels;
    for (const node of this.#labelled)
      for (let i = upOffsets[node]; i < upOffsets[node + 1]; i++) this.#costs[upHubs[i]] = Infinity;
    this.#labelled.length = 0;
  }

  #path(cost: number, entry: number, hub: number, exit: number): NodePath {
    const { upOffsets, downOffsets } = this.hierarchy;
    const { labels } = this;
    const before: number[] = [];
    const after: number[] = [];
    const source = this.#up.trace(entry, before);
    const target = this.#down.trace(exit, after);
    before.reverse();
    this.#climb(entry, hub, upOffsets, labels.upOffsets, labels.upHubs, labels.upCosts, before);
    const falling: number[] = [];
    this.#climb(exit, hub, downOffsets, labels.downOffsets, labels.downHubs, labels.downCosts, falling);
    const arcs: number[] = [];
    for (const arc of before) unpackArc(this.hierarchy, arc, arcs);
    for (const arc of falling.reverse()) unpackArc(this.hierarchy, arc, arcs);
    for (const arc of after) unpackArc(this.hierarchy, arc, arcs);
    return { cost, source, target, arcs: new Int32Array(arcs) };
  }

  /** Appends the arcs by which a labelled node climbs to a hub of its label to `climbed`. */
  #climb(
    from: number,
    hub: number,
    arcOffsets: Int32Array,
    offsets: Int32Array,
    hubs: Uint16Array,
    labelCosts: Float64Array,
    climbed: number[],
  ): void {
    const { ends, costs } = this.hierarchy;
    const own = hub - this.#firstLabelled;
    const costAt = (node: number): number => {
      let low = offsets[node];
      let high = offsets[node + 1] - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (hubs[middle] < own) low = middle + 1;
        else high = middle;
      }
      return hubs[low] === own ? labelCosts[low] : Infinity;
    };
    let node = from;
    let rest = costAt(from);
    while (node !== hub) {
      let arc = arcOffsets[node];
      let after = Infinity;
      // A label was made as the least of these sums, so that one of them is equal to it, bit by bit.
      for (; arc < arcOffsets[node + 1]; arc++) {
        if (ends[arc] > hub) continue;
        after = costAt(ends[arc]);
        if (costs[arc] + after === rest) break;
      }
      if (arc === arcOffsets[node + 1]) throw new Error('hub labels of another hierarchy');
      climbed.push(arc);
      node = ends[arc];
      rest = after;
    }
  }
}
