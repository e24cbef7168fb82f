import {
  ConnectionType,
  FirstId,
  LaneTurn,
  LaneType,
  type NextRoadLane,
  type PointMessage,
} from '@itinera/city/browser';
import { groupByRow, NumberList, type RowColumns } from '@itinera/city/map-making';
import { type Path, pathLength } from './geometry.js';
import { type LaneId, type LaneJoins, LaneLines } from './lane-lines.js';
import type { NodeGate } from './network.js';
import { LANE_WIDTH, WALK_WIDTH } from './roads.js';

type LaneColumns = RowColumns<'lanes'>;

/** One end of a lane: `2 * lane` for its start, `2 * lane + 1` for its end. */
export type LaneEnd = number;

const NO_RIDE = [0, 0] as const;
const BOTH_OPEN = [0, 0] as const;

export const startOf = (lane: LaneId): LaneEnd => 2 * lane;
export const stopOf = (lane: LaneId): LaneEnd => 2 * lane + 1;

/** A road of the map under construction, with the data that its junctions need. */
export interface DraftRoad {
  readonly id: number;
  readonly name: string;
  /** Its driving lanes from left to right are `firstLane … firstLane + laneCount - 1`. */
  readonly firstLane: LaneId;
  readonly laneCount: number;
  /** Left sidewalks first, then right ones. */
  readonly sidewalks: LaneId[];
  /** Lanes for buses at the kerb, which are not laid. */
  readonly busLanes: number;
  /** Direction of travel over the first and the last 10 m, radians anticlockwise from east. */
  readonly startAngle: number;
  readonly endAngle: number;
  /** Lanes from which the next roads can be reached; empty until the junction is laid. */
  nextRoadLanes: NextRoadLane[];
}

/** One end of a link at a junction: the ends of its lanes, and its sidewalks as seen when leaving the junction. */
export interface Arm {
  readonly x: number;
  readonly y: number;
  readonly right: LaneEnd | undefined;
  readonly left: LaneEnd | undefined;
  /** The end of a lane for bicycles only. */
  readonly riding: LaneEnd | undefined;
}

/** Input of {@link RoadDraft.addLane}. */
export interface LaneDraft {
  readonly type: LaneType;
  readonly path: Path;
  readonly maxSpeed: number;
  /** Id of the road or junction that contains the lane. */
  readonly parentId: number;
  /** For a lane in a junction: the ends of the lanes that it connects. */
  readonly from?: LaneEnd;
  readonly to?: LaneEnd;
  readonly turn?: LaneTurn;
  /** Metres, if the path has no length. */
  readonly leastLength?: number;
  /** A `LaneAccess`. */
  readonly access?: number;
  /** Whether the opposite direction uses the same lane. */
  readonly shared?: boolean;
  /** Speed of cyclists from the first point to the last and back, percent; those on foot ride nowhere by default. */
  readonly ride?: readonly [along: number, against: number];
  /** A `LaneAccess`, or 3 if closed, for people on foot and for cyclists, along the path and against it. */
  readonly walkAccess?: readonly [along: number, against: number];
  readonly rideAccess?: readonly [along: number, against: number];
}

/** A road that only those who came from certain others use, because fewer turns are open to them at its end. */
export interface RoadCopy {
  readonly road: DraftRoad;
  /** The directions that may not follow it. */
  readonly banned: ReadonlySet<number>;
}

/** The roads and lanes of a map under construction. Lanes are stored in columns, because there are many. */
export class RoadDraft {
  readonly roads: DraftRoad[] = [];
  /** Driving roads by direction. */
  readonly byDirection: (DraftRoad | undefined)[] = [];
  /** By the directions that lead into it, the last being its own: `from,…,own`. */
  readonly copies = new Map<string, RoadCopy>();
  /** Whether the network says where bicycles may be ridden. */
  hasRiding = false;
  /** Indexed by the direction that leaves the junction. */
  readonly arms: Arm[] = [];
  /** Rightmost lanes of roads with access to places: no motorways, no ramps. */
  readonly accessLanes: LaneId[] = [];
  /** For an access lane on an undivided street: the opposite lane at the other kerb. */
  readonly oppositeOf = new Map<LaneId, LaneId>();
  /** Sidewalks and paths with access to places: no ramps, no crossings in junctions. */
  readonly walkLanes: LaneId[] = [];

  readonly #types = new NumberList(Uint8Array);
  readonly #turns = new NumberList(Uint8Array);
  readonly #maxSpeeds = new NumberList(Float64Array);
  readonly #lengths = new NumberList(Float64Array);
  readonly #parentIds = new NumberList(Int32Array);
  readonly #access = new NumberList(Uint8Array);
  readonly #shared = new NumberList(Uint8Array);
  readonly #walkAccess = new NumberList(Uint8Array);
  readonly #rideAccess = new NumberList(Uint8Array);
  readonly #rideAlong = new NumberList(Uint8Array);
  readonly #rideAgainst = new NumberList(Uint8Array);
  /** Lane ends that a lane connects, -1 for lanes of roads. */
  readonly #froms = new NumberList(Int32Array);
  readonly #tos = new NumberList(Int32Array);
  /** End of a lane's line in `#xy`. */
  readonly #stops = new NumberList(Int32Array);
  readonly #xy = new NumberList(Float64Array);

  get laneCount(): number {
    return this.#types.length;
  }

  /** Adds a lane and returns its number. */
  addLane({
    type,
    path,
    maxSpeed,
    parentId,
    from = -1,
    to = -1,
    turn = LaneTurn.STRAIGHT,
    leastLength = 0,
    access = 0,
    shared = false,
    ride = NO_RIDE,
    walkAccess = BOTH_OPEN,
    rideAccess = BOTH_OPEN,
  }: LaneDraft): LaneId {
    this.#walkAccess.push(walkAccess[0] + 4 * walkAccess[1]);
    this.#rideAccess.push(rideAccess[0] + 4 * rideAccess[1]);
    this.#access.push(access);
    this.#shared.push(shared ? 1 : 0);
    this.#rideAlong.push(ride[0]);
    this.#rideAgainst.push(ride[1]);
    this.#types.push(type);
    this.#turns.push(turn);
    this.#maxSpeeds.push(maxSpeed);
    this.#lengths.push(Math.max(pathLength(path), leastLength));
    this.#parentIds.push(parentId);
    this.#froms.push(from);
    this.#tos.push(to);
    this.#xy.pushAll(path);
    this.#stops.push(this.#xy.length);
    return this.laneCount - 1;
  }

  /** Adds a copy of a lane of a road to another road. */
  copyLane(lane: LaneId, parentId: number): LaneId {
    return this.addLane({
      type: this.#types.at(lane) as LaneType,
      path: this.pathOf(lane).slice(),
      maxSpeed: this.maxSpeedOf(lane),
      parentId,
      access: this.#access.at(lane),
      shared: this.#shared.at(lane) > 0,
    });
  }

  isDriving(lane: LaneId): boolean {
    return this.#types.at(lane) === LaneType.DRIVING;
  }

  /** Who may use a lane on foot and by bicycle, in the direction that is more open. */
  gateOf(lane: LaneId): NodeGate {
    const [walk, ride] = [this.#walkAccess.at(lane), this.#rideAccess.at(lane)];
    return { walk: Math.min(walk & 3, walk >> 2), ride: Math.min(ride & 3, ride >> 2) };
  }

  maxSpeedOf(lane: LaneId): number {
    return this.#maxSpeeds.at(lane);
  }

  lengthOf(lane: LaneId): number {
    return this.#lengths.at(lane);
  }

  /** The line of a lane; valid until the next lane is added. */
  pathOf(lane: LaneId): Path {
    return this.#xy.view(this.#startOf(lane), this.#stops.at(lane));
  }

  /** The points of all lanes, x and y interleaved. */
  points(): Float64Array {
    return this.#xy.view();
  }

  /** The predecessor of a lane in a junction. */
  originOf(lane: LaneId): LaneId {
    return this.#froms.at(lane) >> 1;
  }

  /** The lane ends that a lane in a junction connects. */
  endsOf(lane: LaneId): readonly [from: LaneEnd, to: LaneEnd] {
    return [this.#froms.at(lane), this.#tos.at(lane)];
  }

  /** Whether bicycles are ridden on a lane. */
  isRidden(lane: LaneId): boolean {
    return this.#rideAlong.at(lane) + this.#rideAgainst.at(lane) > 0;
  }

  /** Position of a lane end. */
  pointAt(end: LaneEnd): PointMessage {
    const path = this.pathOf(end >> 1);
    const i = end & 1 ? path.length - 2 : 0;
    return { x: path[i], y: path[i + 1] };
  }

  /** The lanes as places see them, once roads have theirs; valid until the next lane is added. */
  lines(): LaneLines {
    const oppositeOf = new Int32Array(this.laneCount).fill(-1);
    for (const [lane, opposite] of this.oppositeOf) oppositeOf[lane] = opposite;
    return new LaneLines({
      xy: this.#xy.view(),
      stops: this.#stops.view(),
      lengths: this.#lengths.view(),
      accessLanes: Int32Array.from(this.accessLanes),
      walkLanes: Int32Array.from(this.walkLanes),
      oppositeOf,
    });
  }

  /** How all lanes are connected; valid until the next lane is added. */
  joins(): LaneJoins {
    return { froms: this.#froms.view(), tos: this.#tos.view() };
  }

  /** The finished lanes, as columns because there are many; without the AOIs that have a gate on them. */
  laneColumns(): LaneColumns {
    const count = this.laneCount;
    const xy = this.#xy.view();
    const isWalked = this.#types.view().map((type) => (type === LaneType.DRIVING ? 0 : 1));
    const ride = (percent: NumberList<Uint8Array>) =>
      this.hasRiding ? { present: isWalked, values: percent.view().map((value, lane) => value * isWalked[lane]) } : {};
    return {
      id: new Int32Array(count).map((_, lane) => lane),
      type: this.#types.view(),
      turn: this.#turns.view(),
      maxSpeed: this.#maxSpeeds.view(),
      length: this.#lengths.view(),
      width: new Float64Array(isWalked).map((walked) => (walked ? WALK_WIDTH : LANE_WIDTH)),
      centerLine: {
        present: new Uint8Array(count).fill(1),
        nodes: { offsets: new Uint32Array(count + 1).map((_, lane) => this.#startOf(lane) / 2), xy },
      },
      ...this.#joins(),
      ...this.#neighbours(),
      parentId: this.#parentIds.view(),
      access: whereSet(this.#access.view()),
      rideAlong: ride(this.#rideAlong),
      rideAgainst: ride(this.#rideAgainst),
      shared: whereSet(this.#shared.view()),
      walkAccess: whereSet(this.#walkAccess.view()),
      rideAccess: whereSet(this.#rideAccess.view()),
    };
  }

  /** The finished roads, without their names. */
  roadColumns(): RowColumns<'roads'> {
    const count = this.roads.length;
    const [laneOffsets, planOffsets] = [new Uint32Array(count + 1), new Uint32Array(count + 1)];
    const [lanes, nextStops] = [new NumberList(Int32Array), new NumberList(Int32Array)];
    const [roadId, laneIdA, laneIdB] = [0, 1, 2].map(() => new NumberList(Int32Array));
    nextStops.push(0);
    this.roads.forEach(({ firstLane, laneCount, sidewalks, nextRoadLanes }, road) => {
      for (let k = 0; k < laneCount; k++) lanes.push(firstLane + k);
      for (const lane of sidewalks) lanes.push(lane);
      laneOffsets[road + 1] = lanes.length;
      for (const next of nextRoadLanes) {
        roadId.push(next.roadId);
        laneIdA.push(next.laneIdA);
        laneIdB.push(next.laneIdB);
      }
      if (nextRoadLanes.length > 0) nextStops.push(roadId.length);
      planOffsets[road + 1] = nextStops.length - 1;
    });
    return {
      id: Int32Array.from(this.roads, ({ id }) => id),
      laneIds: { offsets: laneOffsets, values: lanes.view() },
      nextRoadLanePlans: {
        offsets: planOffsets,
        nextRoadLanes: {
          offsets: Uint32Array.from(nextStops.view()),
          roadId: roadId.view(),
          laneIdA: laneIdA.view(),
          laneIdB: laneIdB.view(),
        },
      },
      busLanes: whereSet(Uint8Array.from(this.roads, ({ busLanes }) => busLanes)),
    };
  }

  /** What the lanes are connected to: one in a junction to its own two, one of a road to all in junctions that end there. */
  #joins(): Pick<LaneColumns, 'predecessors' | 'successors'> {
    const count = this.laneCount;
    const own = new Int32Array(2 * count);
    for (let lane = 0; lane < count; lane++) {
      own[startOf(lane)] = this.#froms.at(lane);
      own[stopOf(lane)] = this.#tos.at(lane);
    }
    const { offsets: others, items } = groupByRow(2 * count, own);
    const list = (endOf: (lane: LaneId) => LaneEnd) => {
      const offsets = new Uint32Array(count + 1);
      const ends = new NumberList(Int32Array);
      for (let lane = 0; lane < count; lane++) {
        const end = endOf(lane);
        if (own[end] >= 0) ends.push(own[end]);
        else for (let i = others[end]; i < others[end + 1]; i++) ends.push(items[i]);
        offsets[lane + 1] = ends.length;
      }
      const types = ends.view().map((end) => (end & 1 ? ConnectionType.TAIL : ConnectionType.HEAD));
      return { offsets, id: ends.view().map((end) => end >> 1), type: new Uint8Array(types) };
    };
    return { predecessors: list(startOf), successors: list(stopOf) };
  }

  /** The lanes next to each driving lane of a road, nearest first. */
  #neighbours(): Pick<LaneColumns, 'leftLaneIds' | 'rightLaneIds'> {
    const count = this.laneCount;
    const [left, right] = [new NumberList(Int32Array), new NumberList(Int32Array)];
    const [leftOffsets, rightOffsets] = [new Uint32Array(count + 1), new Uint32Array(count + 1)];
    for (let lane = 0; lane < count; lane++) {
      if (this.#froms.at(lane) < 0 && this.isDriving(lane)) {
        const { firstLane, laneCount } = this.roads[this.#parentIds.at(lane) - FirstId.ROAD];
        for (let other = lane - 1; other >= firstLane; other--) left.push(other);
        for (let other = lane + 1; other < firstLane + laneCount; other++) right.push(other);
      }
      leftOffsets[lane + 1] = left.length;
      rightOffsets[lane + 1] = right.length;
    }
    return {
      leftLaneIds: { offsets: leftOffsets, values: left.view() },
      rightLaneIds: { offsets: rightOffsets, values: right.view() },
    };
  }

  /** Where the line of a lane begins in `#xy`. */
  #startOf(lane: LaneId): number {
    return lane === 0 ? 0 : this.#stops.at(lane - 1);
  }
}

/** A column that is present where it is not zero. */
function whereSet(values: Uint8Array): { present: Uint8Array; values: Uint8Array } {
  return { present: values.map((value) => (value > 0 ? 1 : 0)), values };
}
