import { stepLength } from '@itinera/base';
import { ConnectionType, FirstId, LaneTurn, LaneType } from '@itinera/city/browser';
import { groupByRow, NumberList, type RowColumns } from '@itinera/city/map-making';
import { countFrom, whereSet } from './columns.js';
import { DraftRoads, type LaneId, type RoadNumber } from './draft-roads.js';
import { nearestAlong, type PathPoint, pathLength, pointAlong } from './geometry.js';
import { LANE_WIDTH, WALK_WIDTH } from './roads.js';
import type { Direction } from './turns.js';

type LaneColumns = RowColumns<'lanes'>;

const FIRST_LANES = 1 << 14;

/** A column with room for four times as many lanes. */
function longer<T extends Uint8Array | Int32Array | Float64Array>(column: T): T {
  const next = new (column.constructor as new (length: number) => T)(4 * column.length);
  next.set(column);
  return next;
}

/** One end of a lane: `2 * lane` for its start, `2 * lane + 1` for its end; -1 for none. */
export type LaneEnd = number;

export const startOf = (lane: LaneId): LaneEnd => 2 * lane;
export const stopOf = (lane: LaneId): LaneEnd => 2 * lane + 1;

/** A road that only those who came from certain others use, because fewer turns are open to them at its end. */
export interface RoadCopy {
  readonly road: RoadNumber;
  /** The directions that may not follow it. */
  readonly banned: ReadonlySet<Direction>;
}

/** The roads and lanes of a map under construction. Lanes are stored in columns, because there are many. */
export class RoadDraft {
  readonly roads = new DraftRoads();
  /** By the directions that lead into it, the last being its own: `from,…,own`. */
  readonly copies = new Map<string, RoadCopy>();
  /** Whether the network says where bicycles may be ridden. */
  hasRiding = false;
  /**
   * The ends of links at junctions, by the direction that leaves the junction: their direction from its node, radians
   * anticlockwise from east, and the ends of their lanes: of the sidewalks as seen when leaving the junction, and of a lane for
   * bicycles only.
   */
  readonly arms = {
    angle: new NumberList(Float64Array),
    right: new NumberList(Int32Array),
    left: new NumberList(Int32Array),
    riding: new NumberList(Int32Array),
  };
  /** Rightmost lanes of roads with access to places: no motorways, no ramps. */
  readonly accessLanes: LaneId[] = [];
  /** Sidewalks and paths with access to places: no ramps, no crossings in junctions. */
  readonly walkLanes: LaneId[] = [];
  /** The lines of all lanes, x and y interleaved; that of the next lane is added before the lane. */
  readonly xy = new NumberList(Float64Array);

  /** By lane, for access lanes on undivided streets: the opposite lane at the other kerb; else -1. */
  #opposites = new Int32Array(FIRST_LANES);
  #types = new Uint8Array(FIRST_LANES);
  #turns = new Uint8Array(FIRST_LANES);
  #maxSpeeds = new Float64Array(FIRST_LANES);
  #lengths = new Float64Array(FIRST_LANES);
  #parentIds = new Int32Array(FIRST_LANES);
  #access = new Uint8Array(FIRST_LANES);
  #shared = new Uint8Array(FIRST_LANES);
  /** Both directions in one number, as in the map: along + 4 · against. */
  #walkAccess = new Uint8Array(FIRST_LANES);
  #rideAccess = new Uint8Array(FIRST_LANES);
  #rideAlong = new Uint8Array(FIRST_LANES);
  #rideAgainst = new Uint8Array(FIRST_LANES);
  /** Lane ends that a lane connects, -1 for lanes of roads. */
  #froms = new Int32Array(FIRST_LANES);
  #tos = new Int32Array(FIRST_LANES);
  /** End of a lane's line in `xy`. */
  #stops = new Int32Array(FIRST_LANES);
  #count = 0;

  get laneCount(): number {
    return this.#count;
  }

  /**
   * Adds a lane with the line that was added to `xy`. It is open to everyone, but not for riding, and connects nothing.
   *
   * @param parentId of the road or junction that contains it
   * @param length metres, by default of its line
   * @returns its number
   */
  addLane(type: LaneType, parentId: number, maxSpeed: number, length = this.nextLength()): LaneId {
    if (this.#count === this.#stops.length) this.#grow();
    const lane = this.#count++;
    this.#opposites[lane] = -1;
    this.#types[lane] = type;
    this.#turns[lane] = LaneTurn.STRAIGHT;
    this.#maxSpeeds[lane] = maxSpeed;
    this.#lengths[lane] = length;
    this.#parentIds[lane] = parentId;
    this.#froms[lane] = -1;
    this.#tos[lane] = -1;
    this.#stops[lane] = this.xy.length;
    return lane;
  }

  /** Limits who may drive on a lane, with a `LaneAccess`. */
  setAccess(lane: LaneId, access: number): void {
    this.#access[lane] = access;
  }

  /** The lane that faces an access lane, at the other kerb; -1 if there is none. */
  oppositeOf(lane: LaneId): LaneId {
    return this.#opposites[lane];
  }

  /** Makes another lane face an access lane; -1 for none. */
  face(lane: LaneId, opposite: LaneId): void {
    this.#opposites[lane] = opposite;
  }

  /** Makes the opposite direction use the same lane. */
  share(lane: LaneId): void {
    this.#shared[lane] = 1;
  }

  /** Sets the lane ends that a lane in a junction connects. */
  join(lane: LaneId, from: LaneEnd, to: LaneEnd, turn: LaneTurn): void {
    this.#froms[lane] = from;
    this.#tos[lane] = to;
    this.#turns[lane] = turn;
  }

  /** Sets a `LaneAccess`, or 3 if closed, for people on foot along a lane and against it. */
  setWalkAccess(lane: LaneId, along: number, against: number): void {
    this.#walkAccess[lane] = along + 4 * against;
  }

  /** Sets the same for cyclists. */
  setRideAccess(lane: LaneId, along: number, against: number): void {
    this.#rideAccess[lane] = along + 4 * against;
  }

  /** Sets the speed of cyclists along a lane and against it, percent. */
  setRide(lane: LaneId, along: number, against: number): void {
    this.#rideAlong[lane] = along;
    this.#rideAgainst[lane] = against;
  }

  /** Adds a copy of a lane of a road to another road. */
  copyLane(lane: LaneId, parentId: number): LaneId {
    this.xy.pushAll(this.xy.view(this.lineStart(lane), this.lineStop(lane)));
    const copy = this.addLane(this.#types[lane] as LaneType, parentId, this.maxSpeedOf(lane));
    this.setAccess(copy, this.#access[lane]);
    this.#shared[copy] = this.#shared[lane];
    return copy;
  }

  isDriving(lane: LaneId): boolean {
    return this.#types[lane] === LaneType.DRIVING;
  }

  /** Who may use a lane on foot, in the direction that is more open. */
  walkAccessOf(lane: LaneId): number {
    const both = this.#walkAccess[lane];
    return Math.min(both & 3, both >> 2);
  }

  /** Who may use a lane by bicycle, in the direction that is more open. */
  rideAccessOf(lane: LaneId): number {
    const both = this.#rideAccess[lane];
    return Math.min(both & 3, both >> 2);
  }

  maxSpeedOf(lane: LaneId): number {
    return this.#maxSpeeds[lane];
  }

  lengthOf(lane: LaneId): number {
    return this.#lengths[lane];
  }

  /** Length in metres of the line of the next lane. */
  nextLength(): number {
    return pathLength(this.xy.array, this.lineStart(this.laneCount), this.xy.length);
  }

  /** Where the line of a lane begins in `xy`, and where it ends, excluded. */
  lineStart(lane: LaneId): number {
    return lane === 0 ? 0 : this.#stops[lane - 1];
  }

  lineStop(lane: LaneId): number {
    return this.#stops[lane];
  }

  /** The point on a lane `s` metres from its start. */
  pointOn(lane: LaneId, s: number): PathPoint {
    return pointAlong(this.xy.array, s, this.lineStart(lane), this.lineStop(lane));
  }

  /** Position on a lane, in metres, of its point nearest to the given point. */
  nearestOn(lane: LaneId, x: number, y: number): number {
    return nearestAlong(this.xy.array, x, y, this.lineStart(lane), this.lineStop(lane));
  }

  /** The lane ends that a lane in a junction connects, -1 for lanes of roads. */
  fromOf(lane: LaneId): LaneEnd {
    return this.#froms[lane];
  }

  toOf(lane: LaneId): LaneEnd {
    return this.#tos[lane];
  }

  /** Whether bicycles are ridden on a lane. */
  isRidden(lane: LaneId): boolean {
    return this.#rideAlong[lane] + this.#rideAgainst[lane] > 0;
  }

  /** Position of a lane end, metres. */
  xAt(end: LaneEnd): number {
    return this.xy.at(this.#placeOf(end));
  }

  yAt(end: LaneEnd): number {
    return this.xy.at(this.#placeOf(end) + 1);
  }

  /** Adds the point at the end of a lane to the line of the next one. */
  addPoint(end: LaneEnd): void {
    this.xy.push(this.xAt(end));
    this.xy.push(this.yAt(end));
  }

  /** Metres between the ends of two lanes. */
  distanceBetween(end: LaneEnd, other: LaneEnd): number {
    return stepLength(this.xAt(end) - this.xAt(other), this.yAt(end) - this.yAt(other));
  }

  /** The finished lanes, as columns because there are many; without the AOIs that have a gate on them. */
  laneColumns(): LaneColumns {
    const count = this.laneCount;
    const isWalked = new Uint8Array(count);
    const width = new Float64Array(count);
    const offsets = new Uint32Array(count + 1);
    for (let lane = 0; lane < count; lane++) {
      isWalked[lane] = this.isDriving(lane) ? 0 : 1;
      width[lane] = this.isDriving(lane) ? LANE_WIDTH : WALK_WIDTH;
      offsets[lane + 1] = this.#stops[lane] / 2;
    }
    const ride = (percent: Uint8Array) =>
      this.hasRiding ? { present: isWalked, values: percent.subarray(0, count) } : {};
    return {
      id: countFrom(FirstId.LANE, count),
      type: this.#types.subarray(0, count),
      turn: this.#turns.subarray(0, count),
      maxSpeed: this.#maxSpeeds.subarray(0, count),
      length: this.#lengths.subarray(0, count),
      width,
      centerLine: { present: new Uint8Array(count).fill(1), nodes: { offsets, xy: this.xy.view() } },
      ...this.#joins(),
      ...this.#neighbours(),
      parentId: this.#parentIds.subarray(0, count),
      access: whereSet(this.#access.subarray(0, count)),
      rideAlong: ride(this.#rideAlong),
      rideAgainst: ride(this.#rideAgainst),
      shared: whereSet(this.#shared.subarray(0, count)),
      walkAccess: whereSet(this.#walkAccess.subarray(0, count)),
      rideAccess: whereSet(this.#rideAccess.subarray(0, count)),
    };
  }

  /** What the lanes are connected to: one in a junction to its own two, one of a road to all in junctions that end there. */
  #joins(): Pick<LaneColumns, 'predecessors' | 'successors'> {
    const count = this.laneCount;
    const own = new Int32Array(2 * count);
    for (let lane = 0; lane < count; lane++) {
      own[startOf(lane)] = this.#froms[lane];
      own[stopOf(lane)] = this.#tos[lane];
    }
    const { offsets: others, items } = groupByRow(2 * count, own);
    const list = (side: 0 | 1) => {
      const offsets = new Uint32Array(count + 1);
      for (let lane = 0, total = 0; lane < count; lane++) {
        const end = 2 * lane + side;
        total += own[end] >= 0 ? 1 : others[end + 1] - others[end];
        offsets[lane + 1] = total;
      }
      const id = new Int32Array(offsets[count]);
      const type = new Uint8Array(offsets[count]);
      for (let lane = 0; lane < count; lane++) {
        const end = 2 * lane + side;
        for (let i = offsets[lane], j = others[end]; i < offsets[lane + 1]; i++, j++) {
          const other = own[end] >= 0 ? own[end] : items[j];
          id[i] = other >> 1;
          type[i] = other & 1 ? ConnectionType.TAIL : ConnectionType.HEAD;
        }
      }
      return { offsets, id, type };
    };
    return { predecessors: list(0), successors: list(1) };
  }

  /** The lanes next to each driving lane of a road, nearest first. */
  #neighbours(): Pick<LaneColumns, 'leftLaneIds' | 'rightLaneIds'> {
    const count = this.laneCount;
    const [left, right] = [new NumberList(Int32Array), new NumberList(Int32Array)];
    const [leftOffsets, rightOffsets] = [new Uint32Array(count + 1), new Uint32Array(count + 1)];
    for (let lane = 0; lane < count; lane++) {
      if (this.#froms[lane] < 0 && this.isDriving(lane)) {
        const road = this.#parentIds[lane] - FirstId.ROAD;
        const first = this.roads.firstLaneOf(road);
        for (let other = lane - 1; other >= first; other--) left.push(other);
        for (let other = lane + 1; other < first + this.roads.laneCountOf(road); other++) right.push(other);
      }
      leftOffsets[lane + 1] = left.length;
      rightOffsets[lane + 1] = right.length;
    }
    return {
      leftLaneIds: { offsets: leftOffsets, values: left.view() },
      rightLaneIds: { offsets: rightOffsets, values: right.view() },
    };
  }

  /** Makes room for more lanes. */
  #grow(): void {
    this.#opposites = longer(this.#opposites);
    this.#types = longer(this.#types);
    this.#turns = longer(this.#turns);
    this.#maxSpeeds = longer(this.#maxSpeeds);
    this.#lengths = longer(this.#lengths);
    this.#parentIds = longer(this.#parentIds);
    this.#access = longer(this.#access);
    this.#shared = longer(this.#shared);
    this.#walkAccess = longer(this.#walkAccess);
    this.#rideAccess = longer(this.#rideAccess);
    this.#rideAlong = longer(this.#rideAlong);
    this.#rideAgainst = longer(this.#rideAgainst);
    this.#froms = longer(this.#froms);
    this.#tos = longer(this.#tos);
    this.#stops = longer(this.#stops);
  }

  /** Position of a lane end in `xy`. */
  #placeOf(end: LaneEnd): number {
    return end & 1 ? this.lineStop(end >> 1) - 2 : this.lineStart(end >> 1);
  }
}
