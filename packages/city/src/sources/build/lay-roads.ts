import { FirstId, type Lane, LaneType, type Road } from '../../map/message.js';
import { type Arm, type DraftRoad, RoadDraft, type WalkEnd } from './draft.js';
import { type Path, pathLength, pointAlong, reversePath } from './geometry.js';
import type { NetworkLink, RoadNetwork } from './network.js';
import { LANE_WIDTH, layLanes, trimLengths, WALK_SPEED, WALK_WIDTH } from './roads.js';
import type { Direction, NodeEnds } from './turns.js';

/** The roads of a network with their lanes, not yet joined. */
export function layRoads(network: RoadNetwork, ends: NodeEnds): RoadDraft {
  const draft = new RoadDraft();
  const trims = trimLengths(network, ends);
  network.links.forEach((link, i) => {
    const lanes = layLanes(link, trims[2 * i], trims[2 * i + 1]);
    const forward = addRoad(draft, link, 2 * i, lanes.driving[0]);
    const backward = addRoad(draft, link, 2 * i + 1, lanes.driving[1]);
    // A sidewalk belongs to the road whose kerb it is, and runs the way that road does: the backward road is on the left.
    const right = lanes.right && addSidewalk(draft, lanes.right, forward || !backward ? 'along' : 'against');
    const left = lanes.left && addSidewalk(draft, lanes.left, backward ? 'against' : 'along');
    if (forward && left && !backward) join(forward.road, left.lane);
    if (right) join(forward?.road ?? backward?.road ?? newRoad(draft, link), right.lane);
    if (backward && left) join(backward.road, left.lane);
    const { middle } = lanes;
    const n = middle.length;
    draft.arms.push(
      arm(middle[0], middle[1], right?.first, left?.first),
      arm(middle[n - 2], middle[n - 1], left?.last, right?.last),
    );
  });
  return draft;
}

function arm(x: number, y: number, right: WalkEnd | undefined, left: WalkEnd | undefined): Arm {
  return { x, y, ...(right && { right }), ...(left && { left }) };
}

function newRoad(draft: RoadDraft, link: NetworkLink): Road {
  const road: Road = { id: FirstId.ROAD + draft.roads.length, laneIds: [], nextRoadLanePlans: [], name: link.name };
  draft.roads.push(road);
  return road;
}

function addRoad(draft: RoadDraft, link: NetworkLink, direction: Direction, paths: Path[]): DraftRoad | undefined {
  if (paths.length === 0) return undefined;
  const road = newRoad(draft, link);
  const lanes = paths.map((path) => draft.addLane(LaneType.DRIVING, path, LANE_WIDTH, link.speed[direction & 1]));
  lanes.forEach((lane, k) => {
    lane.parentId = road.id;
    lane.leftLaneIds = lanes
      .slice(0, k)
      .map((other) => other.id)
      .reverse();
    lane.rightLaneIds = lanes.slice(k + 1).map((other) => other.id);
    road.laneIds.push(lane.id);
  });
  if (link.class !== 'motorway' && !link.ramp) draft.accessLanes.push(lanes[lanes.length - 1]);
  const line = paths[0];
  const length = pathLength(line);
  const near = pointAlong(line, Math.min(10, length / 2));
  const far = pointAlong(line, Math.max(length - 10, length / 2));
  const n = line.length;
  const drawn: DraftRoad = {
    road,
    direction,
    driving: lanes,
    paths,
    startAngle: Math.atan2(near.y - line[1], near.x - line[0]),
    endAngle: Math.atan2(line[n - 1] - far.y, line[n - 2] - far.x),
  };
  draft.byDirection.set(direction, drawn);
  return drawn;
}

/**
 * @param runs whether the lane runs the way `path` does
 * @returns the lane, and its ends at the start and the end of `path`
 */
function addSidewalk(
  draft: RoadDraft,
  path: Path,
  runs: 'along' | 'against',
): { lane: Lane; first: WalkEnd; last: WalkEnd } {
  const along = runs === 'along';
  const lane = draft.addLane(LaneType.WALKING, along ? path : reversePath(path), WALK_WIDTH, WALK_SPEED);
  draft.walkLanes.push(lane);
  const n = path.length;
  return {
    lane,
    first: { lane, end: along ? 'start' : 'stop', x: path[0], y: path[1] },
    last: { lane, end: along ? 'stop' : 'start', x: path[n - 2], y: path[n - 1] },
  };
}

/** Left sidewalks come before right ones, which the caller keeps to. */
function join(road: Road, sidewalk: Lane): void {
  sidewalk.parentId = road.id;
  road.laneIds.push(sidewalk.id);
}
