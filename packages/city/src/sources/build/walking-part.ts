import { FirstId, type Lane } from '../../map/message.js';
import type { RoadDraft } from './draft.js';

/** The sidewalks and paths of the largest part (by lanes) in which people can walk from each to each, and the others. */
export function walkingParts(draft: RoadDraft): { largest: Lane[]; others: Lane[] } {
  const part = new Int32Array(draft.lanes.length).fill(-1);
  let largest = -1;
  let most = 0;
  draft.walkLanes.forEach((start, number) => {
    if (part[start.id - FirstId.LANE] >= 0) return;
    let size = 0;
    const stack = [start];
    part[start.id - FirstId.LANE] = number;
    for (let lane = stack.pop(); lane; lane = stack.pop()) {
      size++;
      for (const { id } of [...lane.predecessors, ...lane.successors]) {
        if (part[id - FirstId.LANE] >= 0) continue;
        part[id - FirstId.LANE] = number;
        stack.push(draft.lanes[id - FirstId.LANE]);
      }
    }
    if (size > most) {
      most = size;
      largest = number;
    }
  });
  const inLargest = (lane: Lane) => part[lane.id - FirstId.LANE] === largest;
  return { largest: draft.walkLanes.filter(inLargest), others: draft.walkLanes.filter((lane) => !inLargest(lane)) };
}
