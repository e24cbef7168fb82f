import { LaneTurn, LaneType } from '@itinera/city/browser';
import { NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import type { DraftLanes, LaneEnd } from './draft-lanes.js';
import type { LaneId } from './draft-roads.js';
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

/** What is around a junction, anticlockwise: the right sidewalk of an arm, its street, its left sidewalk, the next arm. */
export interface Corners {
  /** The arms, as the directions that leave. */
  readonly arms: NumberList<Int32Array>;
  /** The ends of sidewalks; -1 for streets. */
  readonly ends: NumberList<Int32Array>;
}

/** Lays the lanes in junctions that connect all sidewalks, and all lanes for bicycles. */
export class CrossingLayer {
  /** The corners around the last junction. */
  readonly corners: Corners = { arms: new NumberList(Int32Array), ends: new NumberList(Int32Array) };
  /** Its arms, anticlockwise. */
  readonly #sorted = new NumberList(Int32Array);

  constructor(private readonly draft: RoadDraft) {}

  /**
   * @param junctionId id of the junction
   * @param outward the directions that leave the junction, one per arm, including closed ones
   */
  connect(junctionId: number, { gate }: NetworkNode, outward: NumberList<Int32Array>): Crossing[] {
    this.#findCorners(outward);
    // Which street is closed by a gate where more than two meet is unknown.
    const isBetween = outward.length === 2 && outward.at(0) >> 1 !== outward.at(1) >> 1;
    const crossings: Crossing[] = [];
    this.#connectSidewalks(crossings, junctionId, isBetween ? gate : undefined);
    this.#connectRiding(crossings, junctionId, isBetween ? gate : undefined, outward);
    return crossings;
  }

  #findCorners(outward: NumberList<Int32Array>): void {
    const { angle, right, left } = this.draft.arms;
    const sorted = this.#sorted;
    sorted.length = 0;
    for (let i = 0; i < outward.length; i++) {
      const arm = outward.at(i);
      sorted.push(arm);
      let at = i;
      for (; at > 0 && isBefore(angle, arm, sorted.at(at - 1)); at--) sorted.set(at, sorted.at(at - 1));
      sorted.set(at, arm);
    }
    const { arms, ends } = this.corners;
    arms.length = 0;
    ends.length = 0;
    const add = (arm: Direction, end: LaneEnd) => {
      arms.push(arm);
      ends.push(end);
    };
    for (let i = 0; i < sorted.length; i++) {
      const arm = sorted.at(i);
      if (right.at(arm) >= 0) add(arm, right.at(arm));
      add(arm, -1);
      if (left.at(arm) >= 0) add(arm, left.at(arm));
    }
  }

  /**
   * Connects the sidewalks that end at a junction in a ring: around each corner from one street to the next, and across every
   * street. All sidewalks that meet here are connected.
   */
  #connectSidewalks(crossings: Crossing[], junctionId: number, gate: NodeGate | undefined): void {
    const { arms, ends } = this.corners;
    let first = 0;
    while (first < ends.length && ends.at(first) < 0) first++;
    let from = first;
    let crossed = NO_STREETS;
    for (let i = first + 1; i <= first + ends.length && first < ends.length; i++) {
      const corner = i % ends.length;
      if (ends.at(corner) < 0) {
        crossed = crossed === NO_STREETS ? [arms.at(corner)] : [...crossed, arms.at(corner)];
        continue;
      }
      // Two ends are connected once, not in both directions; a single one is not connected to itself.
      const done = corner === first && crossings.length < 2;
      if (!done) {
        const gateHere = arms.at(corner) === arms.at(from) ? undefined : gate;
        const lane = addCrossing(this.draft.lanes, junctionId, ends.at(from), ends.at(corner), gateHere);
        crossings.push({ lane, crossed, along: NO_STREETS });
      }
      from = corner;
      crossed = NO_STREETS;
    }
  }

  /** Connects the lanes for bicycles only that end at a junction: each to the nearest other end, of its kind or of a sidewalk. */
  #connectRiding(
    crossings: Crossing[],
    junctionId: number,
    gate: NodeGate | undefined,
    outward: NumberList<Int32Array>,
  ): void {
    const { right, left, riding } = this.draft.arms;
    const others: LaneEnd[] = [];
    for (let i = 0; i < outward.length; i++) {
      if (right.at(outward.at(i)) >= 0) others.push(right.at(outward.at(i)));
      if (left.at(outward.at(i)) >= 0) others.push(left.at(outward.at(i)));
    }
    for (let i = 0; i < outward.length; i++) {
      const end = riding.at(outward.at(i));
      if (end < 0) continue;
      const nearest = nearestEnd(this.draft.lanes, others, end);
      others.push(end);
      if (nearest === undefined) continue;
      const lane = addCrossing(this.draft.lanes, junctionId, nearest, end, gate, LaneType.UNSPECIFIED);
      crossings.push({ lane, crossed: NO_STREETS, along: NO_STREETS });
    }
  }
}

/** Whether one arm comes before another, anticlockwise from west. */
function isBefore(angles: NumberList<Float64Array>, arm: Direction, other: Direction): boolean {
  const apart = angles.at(arm) - angles.at(other);
  return apart < 0 || (apart === 0 && arm < other);
}

/** The first of the nearest ends. */
function nearestEnd(lanes: DraftLanes, ends: readonly LaneEnd[], end: LaneEnd): LaneEnd | undefined {
  let nearest: LaneEnd | undefined;
  let least = Infinity;
  for (const other of ends) {
    const apart = lanes.distanceBetween(other, end);
    if (nearest !== undefined && apart >= least) continue;
    nearest = other;
    least = apart;
  }
  return nearest;
}

/** The level of a gate that is closed to everyone. */
const CLOSED = 3;

/** Adds a straight lane between two ends. */
export function addCrossing(
  lanes: DraftLanes,
  junctionId: number,
  from: LaneEnd,
  to: LaneEnd,
  gate: NodeGate | undefined,
  type: LaneType = LaneType.WALKING,
): LaneId {
  // As open as the more open of the two, so that nobody enters another street by passing the end of this one.
  const walk = Math.max(Math.min(lanes.walkAccessOf(from >> 1), lanes.walkAccessOf(to >> 1)), gate?.walk ?? 0);
  const ride = Math.max(Math.min(lanes.rideAccessOf(from >> 1), lanes.rideAccessOf(to >> 1)), gate?.ride ?? 0);
  lanes.addPoint(from);
  lanes.addPoint(to);
  // Two sidewalks may end at the same point; a lane still needs a length.
  const lane = lanes.add(type, junctionId, WALK_SPEED, Math.max(0.1, lanes.nextLength()));
  lanes.join(lane, from, to, LaneTurn.STRAIGHT);
  lanes.setWalkAccess(lane, walk, walk);
  if (ride === CLOSED) return lane;
  lanes.setRide(lane, 100, 100);
  lanes.setRideAccess(lane, ride, ride);
  return lane;
}
