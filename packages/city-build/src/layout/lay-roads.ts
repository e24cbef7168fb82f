import { FirstId, LaneType } from '@itinera/city/browser';
import { type DraftRoad, type LaneEnd, type LaneId, RoadDraft, startOf, stopOf } from './draft.js';
import { type Path, pathLength, pointAlong, reversePath } from './geometry.js';
import type { NetworkLink, RoadNetwork } from './network.js';
import { layLanes, trimLengths, WALK_SPEED } from './roads.js';
import type { Direction, NodeEnds } from './turns.js';

/** The roads of a network with their lanes, not yet connected. */
export function layRoads(network: RoadNetwork, ends: NodeEnds): RoadDraft {
  const draft = new RoadDraft();
  const trims = trimLengths(network, ends);
  network.links.forEach((link, i) => {
    const lanes = layLanes(link, trims[2 * i], trims[2 * i + 1]);
    const forward = addDrivingRoad(draft, link, 2 * i, lanes.driving[0]);
    const backward = addDrivingRoad(draft, link, 2 * i + 1, lanes.driving[1]);
    draft.byDirection.push(forward, backward);
    if (forward && backward) {
      const [one, other] = [forward, backward].map(({ firstLane, laneCount }) => firstLane + laneCount - 1);
      draft.oppositeOf.set(one, other);
      draft.oppositeOf.set(other, one);
    }
    // A sidewalk belongs to the road at its kerb, and has that road's direction: the backward road is on the left.
    const onRight = forward ?? backward ?? addRoad(draft, link);
    const onLeft = backward ?? onRight;
    const right = lanes.right && addSidewalk(draft, lanes.right, onRight, onRight === backward ? 'against' : 'along');
    const left = lanes.left && addSidewalk(draft, lanes.left, onLeft, onLeft === backward ? 'against' : 'along');
    // The right side of the link is the left side of the backward road.
    if (left && !backward) onLeft.sidewalks.push(left.lane);
    if (right) onRight.sidewalks.push(right.lane);
    if (left && backward) onLeft.sidewalks.push(left.lane);
    if (!link.ramp) for (const side of [right, left]) if (side) draft.walkLanes.push(side.lane);
    const { middle } = lanes;
    const n = middle.length;
    draft.arms.push(
      { x: middle[0], y: middle[1], right: right?.first, left: left?.first },
      { x: middle[n - 2], y: middle[n - 1], right: left?.last, left: right?.last },
    );
  });
  return draft;
}

function addRoad(draft: RoadDraft, { name }: NetworkLink, driving: Partial<DraftRoad> = {}): DraftRoad {
  const road: DraftRoad = {
    id: FirstId.ROAD + draft.roads.length,
    name,
    firstLane: draft.laneCount,
    laneCount: 0,
    sidewalks: [],
    startAngle: Number.NaN,
    endAngle: Number.NaN,
    nextRoadLanes: [],
    ...driving,
  };
  draft.roads.push(road);
  return road;
}

function addDrivingRoad(
  draft: RoadDraft,
  link: NetworkLink,
  direction: Direction,
  paths: readonly Path[],
): DraftRoad | undefined {
  if (paths.length === 0) return undefined;
  const line = paths[0];
  const length = pathLength(line);
  const near = pointAlong(line, Math.min(10, length / 2));
  const far = pointAlong(line, Math.max(length - 10, length / 2));
  const n = line.length;
  const road = addRoad(draft, link, {
    laneCount: paths.length,
    startAngle: Math.atan2(near.y - line[1], near.x - line[0]),
    endAngle: Math.atan2(line[n - 1] - far.y, line[n - 2] - far.x),
  });
  for (const path of paths) {
    draft.addLane({ type: LaneType.DRIVING, path, maxSpeed: link.speed[direction & 1], parentId: road.id });
  }
  if (link.class !== 'motorway' && !link.ramp) draft.accessLanes.push(draft.laneCount - 1);
  return road;
}

/**
 * @param runs whether the lane has the direction of `path`
 * @returns the lane, and its ends at the start and the end of `path`
 */
function addSidewalk(
  draft: RoadDraft,
  path: Path,
  road: DraftRoad,
  runs: 'along' | 'against',
): { lane: LaneId; first: LaneEnd; last: LaneEnd } {
  const along = runs === 'along';
  const lane = draft.addLane({
    type: LaneType.WALKING,
    path: along ? path : reversePath(path),
    maxSpeed: WALK_SPEED,
    parentId: road.id,
  });
  const [first, last] = along ? [startOf(lane), stopOf(lane)] : [stopOf(lane), startOf(lane)];
  return { lane, first, last };
}
