import { FirstId, LaneType } from '@itinera/city/browser';
import { NumberList } from '@itinera/city/map-making';
import { RoadDraft } from './draft.js';
import { type DraftLanes, type LaneEnd, startOf, stopOf } from './draft-lanes.js';
import type { LaneId, RoadNumber } from './draft-roads.js';
import { addCut, addOffset, type Lines, reverseLast } from './geometry.js';
import type { LinkKind, NetworkLink, NetworkNode, PathBan, StreetNetwork } from './network.js';
import { halfWidth, LANE_WIDTH, lanesAcross, linkLengths, trimLengths, WALK_SPEED, WALK_WIDTH } from './roads.js';
import type { NodeEnds } from './turns.js';

/** The roads of a network with their lanes, not yet connected. */
export function layRoads(network: StreetNetwork, ends: NodeEnds): RoadDraft {
  const { links } = network;
  const draft = new RoadDraft();
  const lengths = linkLengths(links);
  const trims = trimLengths(network, ends, lengths);
  draft.hasRiding = links.some(({ kind }) => kind.ride !== undefined);
  const layer = new LinkLayer(draft, network.nodes);
  for (let i = 0; i < links.length; i++) layer.lay(links[i], trims[2 * i], lengths[i] - trims[2 * i + 1]);
  copyRoads(draft, network.pathBans ?? []);
  return draft;
}

/** A lane for people on foot or bicycles with its road, and its ends at the start and the end of the link. */
interface Sidewalk {
  readonly road: RoadNumber;
  readonly lane: LaneId;
  readonly first: LaneEnd;
  readonly last: LaneEnd;
}

/** The sidewalks of a link, and a lane for bicycles only. */
interface Sidewalks {
  readonly right: Sidewalk | undefined;
  readonly left: Sidewalk | undefined;
  readonly riding: Sidewalk | undefined;
}

/** Lays the lanes of links between their junctions. */
class LinkLayer {
  /** The centre line of a link, clipped at the junctions at both ends. */
  readonly #middle: Lines = new NumberList(Float64Array);

  constructor(
    private readonly draft: RoadDraft,
    private readonly nodes: readonly NetworkNode[],
  ) {}

  /** Lays a link from `start` to `end` metres along its path. */
  lay(link: NetworkLink, start: number, end: number): void {
    const { roads } = this.draft;
    this.#middle.length = 0;
    addCut(this.#middle, link.path, start, end);
    const forward = this.#addDrivingRoad(link, 0);
    reverseLast(this.#middle, 0);
    const backward = this.#addDrivingRoad(link, 1);
    reverseLast(this.#middle, 0);
    roads.addDirection(forward);
    roads.addDirection(backward);
    if (forward >= 0 && backward >= 0)
      this.#faceEachOther(lastLaneOf(this.draft, forward), lastLaneOf(this.draft, backward));
    const { right, left, riding } = this.#addSidewalks(link, forward, backward);
    // Left sidewalks of a road come first; the right side of the link is the left side of the backward road.
    for (const sidewalk of backward >= 0 ? [right, left, riding] : [left, right, riding])
      if (sidewalk) roads.addSidewalk(sidewalk.road, sidewalk.lane);
    for (const sidewalk of link.kind.ramp ? [] : [right, left]) if (sidewalk) this.draft.walkLanes.push(sidewalk.lane);
    this.#addArm(this.nodes[link.from], 0, right?.first, left?.first, riding?.first);
    // Seen when leaving the other end, the sides are swapped.
    this.#addArm(this.nodes[link.to], this.#middle.length - 2, left?.last, right?.last, riding?.last);
  }

  #faceEachOther(one: LaneId, other: LaneId): void {
    this.draft.lanes.face(one, other);
    this.draft.lanes.face(other, one);
  }

  /** Adds the sidewalks of a link, each to the road at its kerb, in that road's direction: the backward road is on the left. */
  #addSidewalks(link: NetworkLink, forward: RoadNumber, backward: RoadNumber): Sidewalks {
    const { kind } = link;
    const isStreet = forward >= 0 || backward >= 0;
    const onRight = forward >= 0 ? forward : backward >= 0 ? backward : this.#addRoad(link);
    const onLeft = backward >= 0 ? backward : onRight;
    const edge = isStreet ? halfWidth(kind) + WALK_WIDTH / 2 : 0;
    const isRight = isStreet ? kind.sidewalks.right : kind.walkable !== false;
    const right = isRight ? this.#addSidewalk(kind, edge, onRight, onRight !== backward) : undefined;
    const left = isStreet && kind.sidewalks.left ? this.#addSidewalk(kind, -edge, onLeft, backward < 0) : undefined;
    // Bicycles without people on foot: on a cycleway, or in the roadway of a street without sidewalks.
    const isRidden = kind.ride !== undefined && kind.ride[0] + kind.ride[1] > 0 && !right && !left;
    const type = LaneType.UNSPECIFIED;
    const riding = isRidden ? this.#addSidewalk(kind, 0, onRight, onRight !== backward, type) : undefined;
    return { right, left, riding };
  }

  /** Adds the end of the link at a node, at index `i` of its centre line. */
  #addArm({ x, y }: NetworkNode, i: number, right = -1, left = -1, riding = -1): void {
    const { arms } = this.draft;
    arms.angle.push(Math.atan2(this.#middle.at(i + 1) - y, this.#middle.at(i) - x));
    arms.right.push(right);
    arms.left.push(left);
    arms.riding.push(riding);
  }

  /** Adds a road without driving lanes. */
  #addRoad({ name }: NetworkLink): RoadNumber {
    const firstLane = this.draft.lanes.count;
    return this.draft.roads.add({ name, firstLane, laneCount: 0, busLanes: 0, startAngle: NaN, endAngle: NaN });
  }

  /**
   * Adds the road along the centre line.
   * @param side 1 if this now runs against the link, else 0
   * @returns -1 if the direction is closed to cars
   */
  #addDrivingRoad({ name, kind, speed }: NetworkLink, side: 0 | 1): RoadNumber {
    const { lanes, roads, accessLanes } = this.draft;
    const laneCount = kind.lanes[side];
    if (laneCount === 0) return -1;
    const firstLane = lanes.count;
    const busLanes = kind.busLanes?.[side] ?? 0;
    // The carriageway is centred on the path; the line between the directions is offset if they differ in lanes.
    const shift = lanesAcross(kind) / 2 - laneCount - busLanes;
    for (let k = 0; k < laneCount; k++) {
      this.#addLine(shift * LANE_WIDTH + (k + 0.5) * LANE_WIDTH);
      const lane = lanes.add(LaneType.DRIVING, FirstId.ROAD + roads.count, speed[side]);
      lanes.setAccess(lane, kind.access?.[side] ?? 0);
      if (kind.shared) lanes.share(lane);
    }
    if (kind.class !== 'motorway' && !kind.ramp) accessLanes.push(lanes.count - 1);
    const { startAngle, endAngle } = anglesOf(lanes, firstLane);
    return roads.add({ name, firstLane, laneCount, busLanes, startAngle, endAngle });
  }

  /**
   * Adds a lane for people on foot or bicycles, `shift` metres to the right of the link.
   * @param runsAlong whether the lane has the direction of the link
   */
  #addSidewalk(
    { ride = NONE, walkAccess = NONE, rideAccess = NONE }: LinkKind,
    shift: number,
    road: RoadNumber,
    runsAlong: boolean,
    type: LaneType = LaneType.WALKING,
  ): Sidewalk {
    const { lanes } = this.draft;
    const start = lanes.xy.length;
    this.#addLine(shift);
    if (!runsAlong) reverseLast(lanes.xy, start);
    const lane = lanes.add(type, FirstId.ROAD + road, WALK_SPEED);
    const [along, against] = runsAlong ? [0, 1] : [1, 0];
    lanes.setRide(lane, ride[along], ride[against]);
    lanes.setWalkAccess(lane, walkAccess[along], walkAccess[against]);
    lanes.setRideAccess(lane, rideAccess[along], rideAccess[against]);
    const [first, last] = runsAlong ? [startOf(lane), stopOf(lane)] : [stopOf(lane), startOf(lane)];
    return { road, lane, first, last };
  }

  /** Adds the line of the next lane, `shift` metres to the right of the centre line. */
  #addLine(shift: number): void {
    addOffset(this.draft.lanes.xy, this.#middle.array, shift, this.#middle.length);
  }
}

const NONE = [0, 0] as const;

const lastLaneOf = ({ roads }: RoadDraft, road: RoadNumber): LaneId =>
  roads.firstLaneOf(road) + roads.laneCountOf(road) - 1;

/** Direction of travel over the first and the last 10 m of a lane. */
function anglesOf(lanes: DraftLanes, lane: LaneId): { readonly startAngle: number; readonly endAngle: number } {
  const length = lanes.lengthOf(lane);
  const near = lanes.pointOn(lane, Math.min(10, length / 2));
  const far = lanes.pointOn(lane, Math.max(length - 10, length / 2));
  const start = startOf(lane);
  const stop = stopOf(lane);
  return {
    startAngle: Math.atan2(near.y - lanes.yAt(start), near.x - lanes.xAt(start)),
    endAngle: Math.atan2(lanes.yAt(stop) - far.y, lanes.xAt(stop) - far.x),
  };
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
    const original = draft.roads.ofDirection(Number(way.at(-1)));
    if (original < 0) continue;
    const banned = new Set(own);
    for (let i = 1; i < way.length - 1; i++)
      for (const direction of bannedAt.get(way.slice(i).join(',')) ?? []) banned.add(direction);
    const road = draft.roads.copy(original, draft.lanes.count);
    const last = lastLaneOf(draft, original);
    for (let lane = draft.roads.firstLaneOf(original); lane <= last; lane++)
      draft.lanes.copy(lane, FirstId.ROAD + road);
    copied.add(last);
    draft.copies.set(key, { road, banned });
  }
  if (copied.size === 0) return;
  const kept = draft.accessLanes.filter((lane) => !copied.has(lane));
  draft.accessLanes.splice(0, draft.accessLanes.length, ...kept);
  for (const lane of copied) {
    const opposite = draft.lanes.oppositeOf(lane);
    draft.lanes.face(lane, -1);
    if (opposite >= 0) draft.lanes.face(opposite, -1);
  }
}
