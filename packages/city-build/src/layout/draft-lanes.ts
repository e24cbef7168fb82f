import { stepLength } from '@itinera/base';
import { ConnectionType, FirstId, LaneTurn, LaneType } from '@itinera/city/browser';
import { groupByRow, NumberList, type RowColumns } from '@itinera/city/map-making';
import { countFrom, whereSet } from './columns.js';
import type { DraftRoads, LaneId } from './draft-roads.js';
import { nearestAlong, type PathPoint, pathLength, pointAlong } from './geometry.js';
import { LANE_WIDTH, WALK_WIDTH } from './roads.js';

type LaneColumns = RowColumns<'lanes'>;

/** One end of a lane: `2 * lane` for its start, `2 * lane + 1` for its end; -1 for none. */
export type LaneEnd = number;

export const startOf = (lane: LaneId): LaneEnd => 2 * lane;
export const stopOf = (lane: LaneId): LaneEnd => 2 * lane + 1;

/** What is kept of each lane. */
const COLUMNS = {
  /** Of access lanes on undivided streets: the opposite lane at the other kerb; else -1. */
  opposites: Int32Array,
  types: Uint8Array,
  turns: Uint8Array,
  maxSpeeds: Float64Array,
  lengths: Float64Array,
  parentIds: Int32Array,
  access: Uint8Array,
  shared: Uint8Array,
  /** Both directions in one number, as in the map: along + 4 · against. */
  walkAccess: Uint8Array,
  rideAccess: Uint8Array,
  rideAlong: Uint8Array,
  rideAgainst: Uint8Array,
  /** Lane ends that a lane connects, -1 for lanes of roads. */
  froms: Int32Array,
  tos: Int32Array,
  /** End of a lane's line in `xy`. */
  stops: Int32Array,
} as const;
type Columns = { readonly [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> };

/** Columns of zeros for so many lanes. */
const roomFor = (lanes: number): Columns =>
  Object.fromEntries(Object.entries(COLUMNS).map(([name, Type]) => [name, new Type(lanes)])) as Columns;

/** The lanes of a map under construction, in columns because there are many. */
export class DraftLanes {
  /** The lines of all lanes, x and y interleaved; that of the next lane is added before the lane. */
  readonly xy = new NumberList(Float64Array);

  #columns = roomFor(1 << 14);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a lane with the line that was added to `xy`. It is open to everyone, but not for riding, and connects nothing.
   *
   * @param parentId of the road or junction that contains it
   * @param length metres, by default of its line, and never less
   * @returns its number
   */
  add(type: LaneType, parentId: number, maxSpeed: number, length = this.nextLength()): LaneId {
    if (this.#count === this.#columns.stops.length) this.#grow();
    const lane = this.#count++;
    const columns = this.#columns;
    columns.opposites[lane] = -1;
    columns.types[lane] = type;
    columns.turns[lane] = LaneTurn.STRAIGHT;
    columns.maxSpeeds[lane] = maxSpeed;
    columns.lengths[lane] = length;
    columns.parentIds[lane] = parentId;
    columns.froms[lane] = -1;
    columns.tos[lane] = -1;
    columns.stops[lane] = this.xy.length;
    return lane;
  }

  /** Limits who may drive on a lane, with a `LaneAccess`. */
  setAccess(lane: LaneId, access: number): void {
    this.#columns.access[lane] = access;
  }

  /** The lane that faces an access lane, at the other kerb; -1 if there is none. */
  oppositeOf(lane: LaneId): LaneId {
    return this.#columns.opposites[lane];
  }

  /** Makes another lane face an access lane; -1 for none. */
  face(lane: LaneId, opposite: LaneId): void {
    this.#columns.opposites[lane] = opposite;
  }

  /** Makes the opposite direction use the same lane. */
  share(lane: LaneId): void {
    this.#columns.shared[lane] = 1;
  }

  /** Sets the lane ends that a lane in a junction connects. */
  join(lane: LaneId, from: LaneEnd, to: LaneEnd, turn: LaneTurn): void {
    this.#columns.froms[lane] = from;
    this.#columns.tos[lane] = to;
    this.#columns.turns[lane] = turn;
  }

  /** Sets a `LaneAccess`, or 3 if closed, for people on foot along a lane and against it. */
  setWalkAccess(lane: LaneId, along: number, against: number): void {
    this.#columns.walkAccess[lane] = along + 4 * against;
  }

  /** Sets the same for cyclists. */
  setRideAccess(lane: LaneId, along: number, against: number): void {
    this.#columns.rideAccess[lane] = along + 4 * against;
  }

  /** Sets the speed of cyclists along a lane and against it, percent. */
  setRide(lane: LaneId, along: number, against: number): void {
    this.#columns.rideAlong[lane] = along;
    this.#columns.rideAgainst[lane] = against;
  }

  /** Adds a copy of a lane of a road to another road. */
  copy(lane: LaneId, parentId: number): LaneId {
    this.xy.pushAll(this.xy.view(this.lineStart(lane), this.lineStop(lane)));
    const copy = this.add(this.#columns.types[lane] as LaneType, parentId, this.maxSpeedOf(lane));
    this.setAccess(copy, this.#columns.access[lane]);
    this.#columns.shared[copy] = this.#columns.shared[lane];
    return copy;
  }

  isDriving(lane: LaneId): boolean {
    return this.#columns.types[lane] === LaneType.DRIVING;
  }

  /** Who may use a lane on foot, in the direction that is more open. */
  walkAccessOf(lane: LaneId): number {
    const both = this.#columns.walkAccess[lane];
    return Math.min(both & 3, both >> 2);
  }

  /** Who may use a lane by bicycle, in the direction that is more open. */
  rideAccessOf(lane: LaneId): number {
    const both = this.#columns.rideAccess[lane];
    return Math.min(both & 3, both >> 2);
  }

  maxSpeedOf(lane: LaneId): number {
    return this.#columns.maxSpeeds[lane];
  }

  lengthOf(lane: LaneId): number {
    return this.#columns.lengths[lane];
  }

  /** Length in metres of the line of the next lane. */
  nextLength(): number {
    return pathLength(this.xy.array, this.lineStart(this.#count), this.xy.length);
  }

  /** Where the line of a lane begins in `xy`, and where it ends, excluded. */
  lineStart(lane: LaneId): number {
    return lane === 0 ? 0 : this.#columns.stops[lane - 1];
  }

  lineStop(lane: LaneId): number {
    return this.#columns.stops[lane];
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
    return this.#columns.froms[lane];
  }

  toOf(lane: LaneId): LaneEnd {
    return this.#columns.tos[lane];
  }

  /** Whether bicycles are ridden on a lane. */
  isRidden(lane: LaneId): boolean {
    return this.#columns.rideAlong[lane] + this.#columns.rideAgainst[lane] > 0;
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
  columns(roads: DraftRoads, hasRiding: boolean): LaneColumns {
    const count = this.#count;
    const column = <Name extends keyof Columns>(name: Name) => this.#columns[name].subarray(0, count) as Columns[Name];
    const isWalked = new Uint8Array(count);
    const width = new Float64Array(count);
    const offsets = new Uint32Array(count + 1);
    for (let lane = 0; lane < count; lane++) {
      isWalked[lane] = this.isDriving(lane) ? 0 : 1;
      width[lane] = this.isDriving(lane) ? LANE_WIDTH : WALK_WIDTH;
      offsets[lane + 1] = this.#columns.stops[lane] / 2;
    }
    const ride = (name: 'rideAlong' | 'rideAgainst') => (hasRiding ? { present: isWalked, values: column(name) } : {});
    return {
      id: countFrom(FirstId.LANE, count),
      type: column('types'),
      turn: column('turns'),
      maxSpeed: column('maxSpeeds'),
      length: column('lengths'),
      width,
      centerLine: { present: new Uint8Array(count).fill(1), nodes: { offsets, xy: this.xy.view() } },
      ...this.#joins(),
      ...this.#neighbours(roads),
      parentId: column('parentIds'),
      access: whereSet(column('access')),
      rideAlong: ride('rideAlong'),
      rideAgainst: ride('rideAgainst'),
      shared: whereSet(column('shared')),
      walkAccess: whereSet(column('walkAccess')),
      rideAccess: whereSet(column('rideAccess')),
    };
  }

  /** What the lanes are connected to: one in a junction to its own two, one of a road to all in junctions that end there. */
  #joins(): Pick<LaneColumns, 'predecessors' | 'successors'> {
    const count = this.#count;
    const own = new Int32Array(2 * count);
    for (let lane = 0; lane < count; lane++) {
      own[startOf(lane)] = this.#columns.froms[lane];
      own[stopOf(lane)] = this.#columns.tos[lane];
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
  #neighbours(roads: DraftRoads): Pick<LaneColumns, 'leftLaneIds' | 'rightLaneIds'> {
    const count = this.#count;
    const [left, right] = [new NumberList(Int32Array), new NumberList(Int32Array)];
    const [leftOffsets, rightOffsets] = [new Uint32Array(count + 1), new Uint32Array(count + 1)];
    for (let lane = 0; lane < count; lane++) {
      if (this.#columns.froms[lane] < 0 && this.isDriving(lane)) {
        const road = this.#columns.parentIds[lane] - FirstId.ROAD;
        const first = roads.firstLaneOf(road);
        for (let other = lane - 1; other >= first; other--) left.push(other);
        for (let other = lane + 1; other < first + roads.laneCountOf(road); other++) right.push(other);
      }
      leftOffsets[lane + 1] = left.length;
      rightOffsets[lane + 1] = right.length;
    }
    return {
      leftLaneIds: { offsets: leftOffsets, values: left.view() },
      rightLaneIds: { offsets: rightOffsets, values: right.view() },
    };
  }

  /** Makes room for four times as many lanes. */
  #grow(): void {
    const columns = roomFor(4 * this.#columns.stops.length);
    for (const [name, column] of Object.entries(this.#columns)) columns[name as keyof Columns].set(column);
    this.#columns = columns;
  }

  /** Position of a lane end in `xy`. */
  #placeOf(end: LaneEnd): number {
    return end & 1 ? this.lineStop(end >> 1) - 2 : this.lineStart(end >> 1);
  }
}
