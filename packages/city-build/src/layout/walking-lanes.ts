import { stepLength } from '@itinera/base';
import { LaneType } from '@itinera/city/browser';
import type { DraftRoad, LaneEnd, RoadDraft } from './draft.js';
import type { LaneId } from './lane-lines.js';
import type { NetworkNode, NodeGate } from './network.js';
import { WALK_SPEED } from './roads.js';
import type { Direction } from './turns.js';

/** A lane for pedestrians or bicycles in a junction, and the driving roads that it crosses. */
export interface Crossing {
  readonly lane: LaneId;
  readonly entering: readonly DraftRoad[];
  readonly leaving: readonly DraftRoad[];
  /** Of a lane for bicycles in the roadway, which crosses none: the roads into the junction with which it has green. */
  readonly along?: readonly DraftRoad[];
}

/**
 * Connects the sidewalks that end at a junction in a ring: around each corner from one street to the next, and across every
 * street. All sidewalks that meet here are connected.
 *
 * @param junctionId id of the junction
 * @param outward the directions that leave the junction, one per arm, including closed ones
 * @param around what {@link cornersAround} finds for them
 */
export function connectSidewalks(
  draft: RoadDraft,
  junctionId: number,
  centre: NetworkNode,
  outward: readonly Direction[],
  around: readonly SidewalkCorner[],
): Crossing[] {
  const first = around.findIndex(({ end }) => end !== undefined);
  if (first < 0) return [];
  const crossings: Crossing[] = [];
  const ring = [...around.slice(first), ...around.slice(0, first + 1)];
  const gate = gateBetween(centre, outward);
  let from = ring[0].end!;
  let fromArm = ring[0].arm;
  let crossed: Direction[] = [];
  for (const corner of ring.slice(1)) {
    const { end, direction } = corner;
    if (end === undefined) {
      crossed.push(direction!);
      continue;
    }
    // Two ends are connected once, not in both directions; a single one is not connected to itself.
    const done = corner === ring[0] && crossings.length < 2;
    if (!done) {
      const roads = (directions: Direction[]) => directions.flatMap((d) => draft.byDirection[d] ?? []);
      crossings.push({
        lane: connect(draft, junctionId, from, end, corner.arm === fromArm ? undefined : gate),
        entering: roads(crossed.map((d) => d ^ 1)),
        leaving: roads(crossed),
      });
    }
    from = end;
    fromArm = corner.arm;
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
  centre: NetworkNode,
  outward: readonly Direction[],
): Crossing[] {
  const ends = outward.flatMap((direction) => draft.arms[direction].riding ?? []);
  if (ends.length === 0) return [];
  const gate = gateBetween(centre, outward);
  const others = outward.flatMap((direction) => {
    const { right, left } = draft.arms[direction];
    return [right, left].filter((end) => end !== undefined);
  });
  return ends.flatMap((end) => {
    const { x, y } = draft.pointAt(end);
    const apart = (other: LaneEnd) => {
      const at = draft.pointAt(other);
      return stepLength(at.x - x, at.y - y);
    };
    const nearest = others.reduce<LaneEnd | undefined>(
      (best, other) => (best === undefined || apart(other) < apart(best) ? other : best),
      undefined,
    );
    others.push(end);
    if (nearest === undefined) return [];
    return [{ lane: connect(draft, junctionId, nearest, end, gate, LaneType.UNSPECIFIED), entering: [], leaving: [] }];
  });
}

/** The next item around a junction: the end of a sidewalk, or the street of an arm, by the direction that leaves. */
export interface SidewalkCorner {
  readonly end?: LaneEnd;
  /** The arm whose sidewalk ends here, as the direction that leaves. */
  readonly arm?: Direction;
  readonly direction?: Direction;
}

/** All of them, anticlockwise: the right side of an arm, the arm itself, its left side, the next arm. */
export function cornersAround(draft: RoadDraft, centre: NetworkNode, outward: readonly Direction[]): SidewalkCorner[] {
  return outward
    .map((direction) => {
      const arm = draft.arms[direction];
      return { direction, arm, angle: Math.atan2(arm.y - centre.y, arm.x - centre.x) };
    })
    .sort((a, b) => a.angle - b.angle || a.direction - b.direction)
    .flatMap(({ arm, direction }): SidewalkCorner[] => [
      ...(arm.right === undefined ? [] : [{ end: arm.right, arm: direction }]),
      { direction },
      ...(arm.left === undefined ? [] : [{ end: arm.left, arm: direction }]),
    ]);
}

/** Where two streets meet, the gate between them; which street is closed by one where more meet is unknown. */
function gateBetween({ gate }: NetworkNode, outward: readonly Direction[]): NodeGate | undefined {
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
  const [one, other] = [draft.gateOf(from >> 1), draft.gateOf(to >> 1)];
  const walk = Math.max(Math.min(one.walk, other.walk), gate?.walk ?? 0);
  const ride = Math.max(Math.min(one.ride, other.ride), gate?.ride ?? 0);
  const a = draft.pointAt(from);
  const b = draft.pointAt(to);
  return draft.addLane({
    type,
    ride: ride === CLOSED ? [0, 0] : [100, 100],
    walkAccess: [walk, walk],
    rideAccess: ride === CLOSED ? [0, 0] : [ride, ride],
    path: Float64Array.of(a.x, a.y, b.x, b.y),
    maxSpeed: WALK_SPEED,
    parentId: junctionId,
    from,
    to,
    // Two sidewalks may end at the same point; a lane still needs a length.
    leastLength: 0.1,
  });
}
