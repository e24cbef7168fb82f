import { DisjointSets } from '@itinera/city/map-making';
import type { LaneId, RoadDraft } from './draft.js';

/** The `walkLanes` of the largest part (by lanes) in which people can walk from each to each, and the others. */
export function walkingParts(draft: RoadDraft): { largest: LaneId[]; others: LaneId[] } {
  const parts = new DisjointSets(draft.laneCount);
  draft.eachJoin((a, b) => parts.join(a, b));
  const partOf = (lane: LaneId) => parts.rootOf(lane);
  const size = new Uint32Array(draft.laneCount);
  for (let lane = 0; lane < draft.laneCount; lane++) size[partOf(lane)]++;
  let largest = -1;
  for (const lane of draft.walkLanes) if (largest < 0 || size[partOf(lane)] > size[largest]) largest = partOf(lane);
  const inLargest = (lane: LaneId) => partOf(lane) === largest;
  return { largest: draft.walkLanes.filter(inLargest), others: draft.walkLanes.filter((lane) => !inLargest(lane)) };
}
