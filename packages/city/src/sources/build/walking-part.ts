import type { LaneId, RoadDraft } from './draft.js';

/** The `walkLanes` of the largest part (by lanes) in which people can walk from each to each, and the others. */
export function walkingParts(draft: RoadDraft): { largest: LaneId[]; others: LaneId[] } {
  const parent = Int32Array.from({ length: draft.laneCount }, (_, lane) => lane);
  const size = new Uint32Array(draft.laneCount).fill(1);
  const partOf = (lane: LaneId) => {
    let root = lane;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  draft.eachJoin((a, b) => {
    const [one, other] = [partOf(a), partOf(b)];
    if (one === other) return;
    parent[other] = one;
    size[one] += size[other];
  });
  let largest = -1;
  for (const lane of draft.walkLanes) if (largest < 0 || size[partOf(lane)] > size[largest]) largest = partOf(lane);
  const inLargest = (lane: LaneId) => partOf(lane) === largest;
  return { largest: draft.walkLanes.filter(inLargest), others: draft.walkLanes.filter((lane) => !inLargest(lane)) };
}
