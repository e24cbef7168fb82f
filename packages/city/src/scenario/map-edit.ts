import type { CityMap } from '../map/city-map.js';
import { type AoiMessage, FirstId, type JunctionMessage, type LaneMessage, type RoadMessage } from '../map/message.js';
import { rowToMessage } from '../map/message-columns.js';
import { rewriteMap } from '../map/rewrite-map.js';

/** Changes of a map under way: rows are read when they are first changed, and new rows get the next ids. */
export class MapEdit {
  readonly #lanes = new Map<number, LaneMessage>();
  readonly #roads = new Map<number, RoadMessage>();
  readonly #junctions = new Map<number, JunctionMessage>();
  readonly #aois = new Map<number, AoiMessage>();
  readonly #newLanes: LaneMessage[] = [];
  readonly #newRoads: RoadMessage[] = [];
  #nextLane: number;
  #nextRoad: number;

  constructor(readonly map: CityMap) {
    const after = (ids: Int32Array, first: number) => ids.reduce((next, id) => Math.max(next, id + 1), first);
    this.#nextLane = after(map.lanes.id, FirstId.LANE);
    this.#nextRoad = after(map.roads.id, FirstId.ROAD);
  }

  /** The lane of an id, to be changed. */
  lane(id: number): LaneMessage {
    return of(this.#lanes, id, () => rowToMessage(this.map, 'lanes', this.map.laneIndex(id)) as LaneMessage);
  }

  road(id: number): RoadMessage {
    return of(this.#roads, id, () => rowToMessage(this.map, 'roads', this.map.roadIndex(id)) as RoadMessage);
  }

  junction(id: number): JunctionMessage {
    const read = () => rowToMessage(this.map, 'junctions', this.map.junctionIndex(id)) as JunctionMessage;
    return of(this.#junctions, id, read);
  }

  aoi(id: number): AoiMessage {
    return of(this.#aois, id, () => rowToMessage(this.map, 'aois', this.map.aoiIndex(id)) as AoiMessage);
  }

  addLane(lane: Omit<LaneMessage, 'id'>): LaneMessage {
    const added = { ...lane, id: this.#nextLane++ };
    this.#newLanes.push(added);
    this.#lanes.set(added.id, added);
    return added;
  }

  addRoad(road: Omit<RoadMessage, 'id'>): RoadMessage {
    const added = { ...road, id: this.#nextRoad++ };
    this.#newRoads.push(added);
    this.#roads.set(added.id, added);
    return added;
  }

  /** Adds a lane to a junction. @param states of the lane, by phase of the lights, if there are any */
  addToJunction(id: number, lane: LaneMessage, states: readonly number[]): void {
    const junction = this.junction(id);
    junction.laneIds.push(lane.id);
    junction.fixedProgram?.phases.forEach((phase, i) => {
      phase.states.push(states[i] ?? 1);
    });
    junction.phases.forEach((phase, i) => {
      phase.states.push(states[i] ?? 1);
    });
  }

  /** The changed map; without changes, the same one. */
  finish(): CityMap {
    const touched = [this.#lanes, this.#roads, this.#junctions, this.#aois];
    if (touched.every(({ size }) => size === 0)) return this.map;
    const changed =
      <T extends { readonly id: number }>(rows: ReadonlyMap<number, T>) =>
      (row: T): T =>
        rows.get(row.id) ?? row;
    return rewriteMap(this.map, {
      change: {
        lanes: changed(this.#lanes),
        roads: changed(this.#roads),
        junctions: changed(this.#junctions),
        aois: changed(this.#aois),
      },
      add: { lanes: this.#newLanes, roads: this.#newRoads },
    });
  }
}

function of<T>(known: Map<number, T>, id: number, read: () => T): T {
  const message = known.get(id) ?? read();
  known.set(id, message);
  return message;
}
