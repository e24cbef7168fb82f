import { LaneTurn, LaneType } from '@itinera/city/browser';
import type { LaneEnd, RoadDraft } from './draft.js';
import type { LaneId } from './lane-lines.js';
import type { NetworkNode, NodeGate } from './network.js';
import { WALK_SPEED } from './roads.js';
import type { Direction } from './turns.js';

/** A lane for pedestrians or bicycles in a junction. */
export interface Crossing {
  readonly lane: LaneId;
  /** The streets that it crosses, by the directions that leave the junction. */
  readonly crossed: readonly Direction[];
  /** Of a lane for bicycles in the roadway, which crosses none: the directions into the junction with which it has green. */
  readonly along: readonly Direction[];
}

const NO_STREETS: readonly Direction[] = [];

/**
 * Connects the sidewalks that end at a junction in a ring: around each corner from one street to the next, and across every
 * street. All sidewalks that meet here are connected.
 *
 * @param junctionId id of the junction
 * @param around what {@link cornersAround} finds for the arms
 * @param gate what {@link gateBetween} finds
 */
export function connectSidewalks(
  draft: RoadDraft,
  junctionId: number,
  around: readonly SidewalkCorner[],
  gate: NodeGate | undefined,
): Crossing[] {
  const first = around.findIndex(({ end }) => end >= 0);
  if (first < 0) return [];
  const crossings: Crossing[] = [];
  let from = around[first];
  let crossed: Direction[] = [];
  for (let i = 1; i <= around.length; i++) {
    const corner = around[(first + i) % around.length];
    if (corner.end < 0) {
      crossed.push(corner.arm);
      continue;
    }
    // Two ends are connected once, not in both directions; a single one is not connected to itself.
    const done = i === around.length && crossings.length < 2;
    if (!done) {
      const lane = connect(draft, junctionId, from.end, corner.end, corner.arm === from.arm ? undefined : gate);
      crossings.push({ lane, crossed, along: NO_STREETS });
    }
    from = corner;
    crossed = [];
  }
  return crossings;
}

/**
 * Connects the lanes for bicycles only that end at a junction: each to the nearest other end, of its kind or of a sidewalk.
 *
 * @param outward the directions that leave the junction, one per arm
 */
export function connectRiding(
  draft: RoadDraft,
  junctionId: number,
  outward: readonly Direction[],
  gate: NodeGate | undefined,
): Crossing[] {
  const { arms } = draft;
  const ends = outward.map((direction) => arms.riding.at(direction)).filter((end) => end >= 0);
  const others = outward
    .flatMap((direction) => [arms.right.at(direction), arms.left.at(direction)])
    .filter((end) => end >= 0);
  const crossings: Crossing[] = [];
  for (const end of ends) {
    const nearest = nearestEnd(draft, others, end);
    others.push(end);
    if (nearest === undefined) continue;
    const lane = connect(draft, junctionId, nearest, end, gate, LaneType.UNSPECIFIED);
    crossings.push({ lane, crossed: NO_STREETS, along: NO_STREETS });
  }
  return crossings;
}

/** The first of the nearest ends. */
function nearestEnd(draft: RoadDraft, ends: readonly LaneEnd[], end: LaneEnd): LaneEnd | undefined {
  let nearest: LaneEnd | undefined;
  let least = Infinity;
  for (const other of ends) {
    const apart = draft.distanceBetween(other, end);
    if (nearest !== undefined && apart >= least) continue;
    nearest = other;
    least = apart;
  }
  return nearest;
}

/** The next item around a junction: the end of a sidewalk of an arm, or its street. */
export interface SidewalkCorner {
  /** The direction that leaves. */
  readonly arm: Direction;
  /** -1 for a street. */
  readonly end: LaneEnd;
}

/** All of them, anticlockwise: the right side of an arm, the arm itself, its left side, the next arm. */
export function cornersAround(
  { arms }: RoadDraft,
  centre: NetworkNode,
  outward: readonly Direction[],
): SidewalkCorner[] {
  const sorted: { readonly arm: Direction; readonly angle: number }[] = [];
  for (const arm of outward)
    sorted.push({ arm, angle: Math.atan2(arms.y.at(arm) - centre.y, arms.x.at(arm) - centre.x) });
  sorted.sort((a, b) => a.angle - b.angle || a.arm - b.arm);
  const corners: SidewalkCorner[] = [];
  for (const { arm } of sorted) {
    const [right, left] = [arms.right.at(arm), arms.left.at(arm)];
    if (right >= 0) corners.push({ arm, end: right });
    corners.push({ arm, end: -1 });
    if (left >= 0) corners.push({ arm, end: left });
  }
  return corners;
}

/** Where two streets meet, the gate between them; which street is closed by one where more meet is unknown. */
export function gateBetween({ gate }: NetworkNode, outward: readonly Direction[]): NodeGate | undefined {
  return outward.length === 2 && outward[0] >> 1 !== outward[1] >> 1 ? gate : undefined;
}

/** The level of a gate that is closed to everyone. */
const CLOSED = 3;

/** Adds a straight lane between two ends. */
export function connect(
  draft: RoadDraft,
  junctionId: number,
  from: LaneEnd,
  to: LaneEnd,
  gate: NodeGate | undefined,
  type: LaneType = LaneType.WALKING,
): LaneId {
  // As open as the more open of the two, so that nobody enters another street by passing the end of this one.
  const walk = Math.max(Math.min(draft.walkAccessOf(from >> 1), draft.walkAccessOf(to >> 1)), gate?.walk ?? 0);
  const ride = Math.max(Math.min(draft.rideAccessOf(from >> 1), draft.rideAccessOf(to >> 1)), gate?.ride ?? 0);
  draft.addPoint(from);
  draft.addPoint(to);
  // Two sidewalks may end at the same point; a lane still needs a length.
  const lane = draft.addLane(type, junctionId, WALK_SPEED, 0.1);
  draft.join(lane, from, to, LaneTurn.STRAIGHT);
  draft.setWalkAccess(lane, walk, walk);
  if (ride === CLOSED) return lane;
  draft.setRide(lane, 100, 100);
  draft.setRideAccess(lane, ride, ride);
  return lane;
}
