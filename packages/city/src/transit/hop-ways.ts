import type { CityMap } from '../map/city-map.js';
import { FirstId, type LaneMessage, LaneType, type RoadMessage } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { LanePlace } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import type { TransitHops } from './timetable.js';

/** A stop from the view of its vehicles. */
export interface StopPlace {
  readonly x: number;
  readonly y: number;
  /** Position of buses at the stop; undefined if no road is near. */
  readonly kerb: LanePlace | undefined;
}

/** A route by road is rejected if it is this many times as long as the straight line, plus this many metres. */
const MAX_DETOUR = 3;
const DETOUR_METRES = 500;

/** Finds the routes of vehicles between stops, each pair once; railways get a new lane. */
export class HopWays {
  readonly #numbers = new Map<string, number>();
  readonly #laneOffsets = new NumberList(Int32Array);
  readonly #lanes = new NumberList(Int32Array);
  readonly #startS = new NumberList(Float64Array);
  readonly #endS = new NumberList(Float64Array);
  readonly #metres = new NumberList(Float64Array);
  /** Roads by hop, as ids. */
  readonly roadIds: number[][] = [];
  /** New lanes: their rows follow those of the map. */
  readonly railLanes: LaneMessage[] = [];
  readonly railRoads: RoadMessage[] = [];
  readonly #firstLaneId: number;
  readonly #firstRoadId: number;
  withoutWay = 0;

  constructor(
    private readonly city: CityMap,
    private readonly router: Router,
    private readonly stops: readonly StopPlace[],
  ) {
    this.#laneOffsets.push(0);
    this.#firstLaneId = nextId(city.lanes.id, FirstId.LANE);
    this.#firstRoadId = nextId(city.roads.id, FirstId.ROAD);
  }

  get count(): number {
    return this.roadIds.length;
  }

  get columns(): TransitHops {
    return {
      laneOffsets: this.#laneOffsets.view(),
      lanes: this.#lanes.view(),
      startS: this.#startS.view(),
      endS: this.#endS.view(),
      metres: this.#metres.view(),
    };
  }

  /** The number of the hop from one stop to another. */
  hop(from: number, to: number, isOnRails: boolean): number {
    const key = `${from} ${to} ${isOnRails}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
      if (isOnRails) this.#layRail(from, to);
      else this.#findRoads(from, to);
      this.#laneOffsets.push(this.#lanes.length);
    }
    return number;
  }

  #findRoads(from: number, to: number): void {
    const [a, b] = [this.stops[from]!, this.stops[to]!];
    const straight = Math.hypot(b.x - a.x, b.y - a.y);
    const route = a.kerb && b.kerb ? this.router.route('drive', [a.kerb], [b.kerb]) : null;
    const { lanes } = this.city;
    const length = (route?.lanes ?? Int32Array.of()).reduce((sum, lane) => sum + lanes.length[lane], 0);
    const last = route?.lanes.at(-1) ?? 0;
    const metres = route === null ? straight : length - route.startS - (lanes.length[last] - route.endS);
    if (route === null || metres > MAX_DETOUR * straight + DETOUR_METRES) {
      this.withoutWay++;
      this.#add(straight, 0, 0, []);
      return;
    }
    this.#lanes.pushAll(route.lanes);
    const roads = Array.from(route.lanes, (lane) => lanes.parentId[lane]).filter((id) => this.city.roadIndex(id) >= 0);
    this.#add(metres, route.startS, route.endS, roads);
  }

  #layRail(from: number, to: number): void {
    const [a, b] = [this.stops[from]!, this.stops[to]!];
    const straight = Math.hypot(b.x - a.x, b.y - a.y);
    // Two platforms may be at the same point.
    const end = straight < 1 ? { x: a.x + 1, y: a.y } : { x: b.x, y: b.y };
    const length = Math.max(straight, 1);
    const id = this.#firstLaneId + this.railLanes.length;
    const roadId = this.#firstRoadId + this.railRoads.length;
    this.#lanes.push(this.city.lanes.count + this.railLanes.length);
    this.railLanes.push({
      id,
      type: LaneType.RAIL_TRANSIT,
      turn: 0,
      maxSpeed: 0,
      length,
      width: 3.2,
      centerLine: { nodes: [{ x: a.x, y: a.y }, end] },
      predecessors: [],
      successors: [],
      leftLaneIds: [],
      rightLaneIds: [],
      parentId: roadId,
      overlaps: [],
      aoiIds: [],
    });
    this.railRoads.push({ id: roadId, laneIds: [id], nextRoadLanePlans: [], name: '' });
    this.#add(length, 0, length, [roadId]);
  }

  #add(metres: number, startS: number, endS: number, roads: number[]): void {
    this.#metres.push(metres);
    this.#startS.push(startS);
    this.#endS.push(endS);
    this.roadIds.push(roads);
  }
}

/** The first id after those of a table. */
export function nextId(ids: Int32Array, first: number): number {
  return ids.reduce((next, id) => Math.max(next, id + 1), first);
}
