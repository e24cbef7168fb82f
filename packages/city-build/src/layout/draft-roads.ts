import { FirstId } from '@itinera/city/browser';
import { groupByRow, NumberList, type RowColumns } from '@itinera/city/map-making';
import { countFrom, whereSet } from './columns.js';
import type { Direction } from './turns.js';

/** A lane of the map under construction. Lanes are numbered from 0 in the order in which they are laid, those of roads first. */
export type LaneId = number;

/** A road of the map under construction, by its number from 0; -1 for none. */
export type RoadNumber = number;

/** Input of {@link DraftRoads.add}. */
export interface RoadFacts {
  readonly name: string;
  /** Its driving lanes from left to right are `firstLane … firstLane + laneCount - 1`. */
  readonly firstLane: LaneId;
  readonly laneCount: number;
  /** Lanes for buses at the kerb, which are not laid. */
  readonly busLanes: number;
  /** Direction of travel over the first and the last 10 m, radians anticlockwise from east; NaN without driving lanes. */
  readonly startAngle: number;
  readonly endAngle: number;
}

/** The roads of a map under construction, in columns because there are many. */
export class DraftRoads {
  readonly names: string[] = [];
  readonly #firstLanes = new NumberList(Int32Array);
  readonly #laneCounts = new NumberList(Int32Array);
  readonly #busLanes = new NumberList(Uint8Array);
  readonly #startAngles = new NumberList(Float64Array);
  readonly #endAngles = new NumberList(Float64Array);
  /** Sidewalks, and their roads. */
  readonly #sidewalks = new NumberList(Int32Array);
  readonly #roadsOfSidewalks = new NumberList(Int32Array);
  /** Pairs of a road and one after it, with the lanes that lead there, counted from the left. */
  readonly #nextFroms = new NumberList(Int32Array);
  readonly #nextTos = new NumberList(Int32Array);
  readonly #nextLefts = new NumberList(Int32Array);
  readonly #nextRights = new NumberList(Int32Array);
  /** Roads with driving lanes, by direction. */
  readonly #byDirection = new NumberList(Int32Array);

  get count(): number {
    return this.names.length;
  }

  add({ name, firstLane, laneCount, busLanes, startAngle, endAngle }: RoadFacts): RoadNumber {
    this.#firstLanes.push(firstLane);
    this.#laneCounts.push(laneCount);
    this.#busLanes.push(busLanes);
    this.#startAngles.push(startAngle);
    this.#endAngles.push(endAngle);
    return this.names.push(name) - 1;
  }

  /** Adds a copy of a road whose lanes begin with `firstLane`. */
  copy(road: RoadNumber, firstLane: LaneId): RoadNumber {
    return this.add({
      name: this.names[road],
      firstLane,
      laneCount: this.laneCountOf(road),
      busLanes: this.#busLanes.at(road),
      startAngle: this.startAngleOf(road),
      endAngle: this.endAngleOf(road),
    });
  }

  /** Assigns a road to the next direction, -1 if it is closed to cars. */
  addDirection(road: RoadNumber): void {
    this.#byDirection.push(road);
  }

  /** Adds a sidewalk to a road: left ones first. */
  addSidewalk(road: RoadNumber, lane: LaneId): void {
    this.#roadsOfSidewalks.push(road);
    this.#sidewalks.push(lane);
  }

  /** Adds a next road, which can be reached from the lanes `left … right`, counted from the left. */
  addNext(from: RoadNumber, to: RoadNumber, left: number, right: number): void {
    this.#nextFroms.push(from);
    this.#nextTos.push(to);
    this.#nextLefts.push(left);
    this.#nextRights.push(right);
  }

  /** The road of a direction, -1 if it is closed to cars. */
  ofDirection(direction: Direction): RoadNumber {
    return this.#byDirection.at(direction);
  }

  firstLaneOf(road: RoadNumber): LaneId {
    return this.#firstLanes.at(road);
  }

  laneCountOf(road: RoadNumber): number {
    return this.#laneCounts.at(road);
  }

  startAngleOf(road: RoadNumber): number {
    return this.#startAngles.at(road);
  }

  endAngleOf(road: RoadNumber): number {
    return this.#endAngles.at(road);
  }

  /** The finished roads, without their names. */
  columns(): RowColumns<'roads'> {
    const { count } = this;
    const sidewalks = groupByRow(count, this.#roadsOfSidewalks.view());
    const next = groupByRow(count, this.#nextFroms.view());
    const laneOffsets = new Uint32Array(count + 1);
    const planOffsets = new Uint32Array(count + 1);
    const lanes = new NumberList(Int32Array);
    const nextOffsets = new NumberList(Int32Array);
    nextOffsets.push(0);
    for (let road = 0; road < count; road++) {
      const first = this.firstLaneOf(road);
      for (let lane = first; lane < first + this.laneCountOf(road); lane++) lanes.push(lane);
      for (let i = sidewalks.offsets[road]; i < sidewalks.offsets[road + 1]; i++)
        lanes.push(this.#sidewalks.at(sidewalks.items[i]));
      laneOffsets[road + 1] = lanes.length;
      if (next.offsets[road + 1] > next.offsets[road]) nextOffsets.push(next.offsets[road + 1]);
      planOffsets[road + 1] = nextOffsets.length - 1;
    }
    const nextOf = (list: NumberList<Int32Array>, least = 0) => {
      const values = new Int32Array(next.items.length);
      for (let i = 0; i < values.length; i++) values[i] = least + list.at(next.items[i]);
      return values;
    };
    return {
      id: countFrom(FirstId.ROAD, count),
      laneIds: { offsets: laneOffsets, values: lanes.view() },
      nextRoadLanePlans: {
        offsets: planOffsets,
        nextRoadLanes: {
          offsets: Uint32Array.from(nextOffsets.view()),
          roadId: nextOf(this.#nextTos, FirstId.ROAD),
          laneIdA: nextOf(this.#nextLefts),
          laneIdB: nextOf(this.#nextRights),
        },
      },
      busLanes: whereSet(this.#busLanes.view()),
    };
  }
}
