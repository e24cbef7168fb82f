import type { Hierarchy } from './contraction.js';
import type { Path, Seeds } from './graph.js';
import { unpackArc } from './hierarchy-search.js';
import type { HubLabels } from './hub-labels.js';

/**
 * Shortest paths by hub labels: the cheapest hub that the sources climb to and the targets are reached from. Exact, with
 * several sources and targets at once. The path is found again on the hierarchy, whose labels add up along it.
 */
export class LabelSearch {
  /** Cost from the sources to a hub, and the source it is of; Infinity between searches. */
  readonly #costs: Float64Array;
  readonly #sources: Int32Array;

  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly labels: HubLabels,
  ) {
    this.#costs = new Float64Array(hierarchy.ranks.length).fill(Infinity);
    this.#sources = new Int32Array(hierarchy.ranks.length);
  }

  /** @returns null when no target can be reached at a cost below `limit` */
  find(sources: Seeds, targets: Seeds, limit = Infinity): Path | null {
    const { ranks } = this.hierarchy;
    const { upOffsets, upHubs, upCosts, downOffsets, downHubs, downCosts } = this.labels;
    const costs = this.#costs;
    for (let source = 0; source < sources.nodes.length; source++) {
      const rank = ranks[sources.nodes[source]!]!;
      for (let i = upOffsets[rank]!; i < upOffsets[rank + 1]!; i++) {
        const cost = sources.costs[source]! + upCosts[i]!;
        if (cost >= costs[upHubs[i]!]!) continue;
        costs[upHubs[i]!] = cost;
        this.#sources[upHubs[i]!] = source;
      }
    }
    let best = limit;
    let hub = -1;
    let target = -1;
    for (let j = 0; j < targets.nodes.length; j++) {
      const rank = ranks[targets.nodes[j]!]!;
      for (let i = downOffsets[rank]!; i < downOffsets[rank + 1]!; i++) {
        const cost = costs[downHubs[i]!]! + downCosts[i]! + targets.costs[j]!;
        if (cost >= best) continue;
        best = cost;
        hub = downHubs[i]!;
        target = j;
      }
    }
    for (const node of sources.nodes)
      for (let i = upOffsets[ranks[node]!]!; i < upOffsets[ranks[node]! + 1]!; i++) costs[upHubs[i]!] = Infinity;
    if (hub < 0) return null;

    const source = this.#sources[hub]!;
    const rising = this.#climb(
      ranks[sources.nodes[source]!]!,
      hub,
      this.hierarchy.upOffsets,
      upOffsets,
      upHubs,
      upCosts,
    );
    const falling = this.#climb(
      ranks[targets.nodes[target]!]!,
      hub,
      this.hierarchy.downOffsets,
      downOffsets,
      downHubs,
      downCosts,
    );
    const arcs: number[] = [];
    for (const arc of rising) unpackArc(this.hierarchy, arc, arcs);
    for (let i = falling.length - 1; i >= 0; i--) unpackArc(this.hierarchy, falling[i]!, arcs);
    return { cost: best, source, target, arcs: Int32Array.from(arcs) };
  }

  /** The arcs by which a node climbs to a hub of its label. */
  #climb(
    from: number,
    hub: number,
    arcOffsets: Int32Array,
    offsets: Int32Array,
    hubs: Int32Array,
    labelCosts: Float64Array,
  ): number[] {
    const { ends, costs } = this.hierarchy;
    const costAt = (node: number): number => {
      let low = offsets[node]!;
      let high = offsets[node + 1]! - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (hubs[middle]! < hub) low = middle + 1;
        else high = middle;
      }
      return hubs[low] === hub ? labelCosts[low]! : Infinity;
    };
    const climbed: number[] = [];
    let node = from;
    let rest = costAt(from);
    while (node !== hub) {
      let arc = arcOffsets[node]!;
      let after = Infinity;
      // A label was made as the least of these sums, so that one of them is equal to it, bit by bit.
      for (; arc < arcOffsets[node + 1]!; arc++) {
        if (ends[arc]! > hub) continue;
        after = costAt(ends[arc]!);
        if (costs[arc]! + after === rest) break;
      }
      if (arc === arcOffsets[node + 1]!) throw new Error('hub labels of another hierarchy');
      climbed.push(arc);
      node = ends[arc]!;
      rest = after;
    }
    return climbed;
  }
}
