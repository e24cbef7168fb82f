import { FirstId, LaneType } from '@itinera/city/browser';
import { type DraftRoad, type LaneEnd, RoadDraft, startOf, stopOf } from './draft.js';
import { type Path, pathLength, pointAlong, reversePath } from './geometry.js';
import type { LaneId } from './lane-lines.js';
import type { NetworkLink, PathBan, StreetNetwork } from './network.js';
import { layLanes, trimLengths, WALK_SPEED } from './roads.js';
import type { Direction, NodeEnds } from './turns.js';

/** The roads of a network with their lanes, not yet connected. */
export function layRoads(network: StreetNetwork, ends: NodeEnds): RoadDraft {
  const draft = new RoadDraft();
  const trims = trimLengths(network, ends);
  draft.hasRiding = network.links.some(({ ride }) => ride !== undefined);
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
    const onRight = forward ?? backward ?? addRoad(draft, { name: link.name });
    const onLeft = backward ?? onRight;
    const rules = { ride: link.ride, rideAccess: link.rideAccess, walkAccess: link.walkAccess };
    const { ride } = rules;
    const runs = (road: DraftRoad) => (road === backward ? 'against' : 'along');
    const isForWalking = link.lanes[0] + link.lanes[1] > 0 || link.walkable !== false;
    const right =
      isForWalking && lanes.right
        ? addSidewalk(draft, lanes.right, onRight, { runs: runs(onRight), ...rules })
        : undefined;
    const left = lanes.left && addSidewalk(draft, lanes.left, onLeft, { runs: runs(onLeft), ...rules });
    // Bicycles without people on foot: on a cycleway, or in the roadway of a street without sidewalks.
    const isRidden = ride !== undefined && ride[0] + ride[1] > 0 && !right && !left;
    const riding = isRidden
      ? addSidewalk(draft, lanes.right ?? lanes.middle, onRight, {
          runs: runs(onRight),
          ...rules,
          type: LaneType.UNSPECIFIED,
        })
      : undefined;
    if (riding) onRight.sidewalks.push(riding.lane);
    // The right side of the link is the left side of the backward road.
    if (left && !backward) onLeft.sidewalks.push(left.lane);
    if (right) onRight.sidewalks.push(right.lane);
    if (left && backward) onLeft.sidewalks.push(left.lane);
    if (!link.ramp) for (const side of [right, left]) if (side) draft.walkLanes.push(side.lane);
    const { middle } = lanes;
    const n = middle.length;
    draft.arms.push(
      { x: middle[0], y: middle[1], right: right?.first, left: left?.first, riding: riding?.first },
      { x: middle[n - 2], y: middle[n - 1], right: left?.last, left: right?.last, riding: riding?.last },
    );
  });
  copyRoads(draft, network.pathBans ?? []);
  return draft;
}

/**
 * Copies roads in the middle of banned ways: whoever comes from the first road uses the copies, from which the banned turn is
 * missing. Places have no gates on roads that are copied, since these could only be reached from some sides.
 */
function copyRoads(draft: RoadDraft, bans: readonly PathBan[]): void {
  const bannedAt = new Map<string, Set<number>>();
  const copied = new Set<LaneId>();
  for (const { from, via, to } of bans) {
    const way = [from];
    for (const direction of via) {
      way.push(direction);
      const key = way.join(',');
      const banned = bannedAt.get(key) ?? new Set();
      bannedAt.set(key, banned);
      if (way.length > via.length) banned.add(to);
    }
  }
  for (const [key, own] of bannedAt) {
    const way = key.split(',');
    const original = draft.byDirection[Number(way.at(-1))];
    if (!original) continue;
    const banned = new Set(own);
    for (let i = 1; i < way.length - 1; i++)
      for (const direction of bannedAt.get(way.slice(i).join(',')) ?? []) banned.add(direction);
    const { firstLane, laneCount } = original;
    const road = addRoad(draft, original);
    for (let lane = firstLane; lane < firstLane + laneCount; lane++) draft.copyLane(lane, road.id);
    copied.add(firstLane + laneCount - 1);
    draft.copies.set(key, { road, banned });
  }
  if (copied.size === 0) return;
  const kept = draft.accessLanes.filter((lane) => !copied.has(lane));
  draft.accessLanes.splice(0, draft.accessLanes.length, ...kept);
  for (const lane of copied) {
    const opposite = draft.oppositeOf.get(lane);
    draft.oppositeOf.delete(lane);
    if (opposite !== undefined) draft.oppositeOf.delete(opposite);
  }
}

type RoadFacts = Pick<DraftRoad, 'name'> &
  Partial<Pick<DraftRoad, 'laneCount' | 'busLanes' | 'startAngle' | 'endAngle'>>;

/** Adds a road whose driving lanes, if any, are added next. */
function addRoad(
  draft: RoadDraft,
  { name, laneCount = 0, busLanes = 0, startAngle = Number.NaN, endAngle = Number.NaN }: RoadFacts,
): DraftRoad {
  const road: DraftRoad = {
    id: FirstId.ROAD + draft.roads.length,
    name,
    firstLane: draft.laneCount,
    laneCount,
    sidewalks: [],
    busLanes,
    startAngle,
    endAngle,
    nextRoadLanes: [],
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
  const road = addRoad(draft, {
    name: link.name,
    laneCount: paths.length,
    busLanes: link.busLanes?.[direction & 1] ?? 0,
    startAngle: Math.atan2(near.y - line[1], near.x - line[0]),
    endAngle: Math.atan2(line[n - 1] - far.y, line[n - 2] - far.x),
  });
  for (const path of paths) {
    draft.addLane({
      type: LaneType.DRIVING,
      path,
      maxSpeed: link.speed[direction & 1],
      parentId: road.id,
      access: link.access?.[direction & 1] ?? 0,
      shared: link.shared ?? false,
    });
  }
  if (link.class !== 'motorway' && !link.ramp) draft.accessLanes.push(draft.laneCount - 1);
  return road;
}

/** Input of `addSidewalk`. */
interface Sidewalk {
  /** Whether the lane has the direction of its path. */
  readonly runs: 'along' | 'against';
  /** How cyclists ride along the path and against it. */
  readonly ride?: NetworkLink['ride'];
  /** Who may ride and walk along the path and against it. */
  readonly rideAccess?: NetworkLink['rideAccess'];
  readonly walkAccess?: NetworkLink['walkAccess'];
  /** Walking by default. */
  readonly type?: LaneType;
}

/** @returns the lane, and its ends at the start and the end of `path` */
function addSidewalk(
  draft: RoadDraft,
  path: Path,
  road: DraftRoad,
  { runs, ride = [0, 0], rideAccess = [0, 0], walkAccess = [0, 0], type = LaneType.WALKING }: Sidewalk,
): { lane: LaneId; first: LaneEnd; last: LaneEnd } {
  const along = runs === 'along';
  const lane = draft.addLane({
    type,
    path: along ? path : reversePath(path),
    maxSpeed: WALK_SPEED,
    parentId: road.id,
    ride: along ? ride : [ride[1], ride[0]],
    rideAccess: along ? rideAccess : [rideAccess[1], rideAccess[0]],
    walkAccess: along ? walkAccess : [walkAccess[1], walkAccess[0]],
  });
  const [first, last] = along ? [startOf(lane), stopOf(lane)] : [stopOf(lane), startOf(lane)];
  return { lane, first, last };
}
