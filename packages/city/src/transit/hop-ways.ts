import type { CityMap } from '../map/city-map.js';
import { FirstId, type LaneMessage, LaneType, type RoadMessage } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { Router } from '../routing/router.js';
import { type BusRoutes, metresOf, type StopPlace } from './bus-routes.js';
import type { TransitHops } from './timetable.js';

/** A route by road is rejected if it is this many times as long as the straight line, plus this many metres. */
const MAX_DETOUR = 3;
const DETOUR_METRES = 500;

/** Finds the routes of vehicles between stops, each pair once; railways and those over streets for buses get a new lane. */
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
  readonly laidLanes: LaneMessage[] = [];
  readonly laidRoads: RoadMessage[] = [];
  readonly #firstLaneId: number;
  readonly #firstRoadId: number;
  withoutWay = 0;
  onBusStreets = 0;

  constructor(
    private readonly city: CityMap,
    private readonly router: Router,
    private readonly stops: readonly StopPlace[],
    private readonly busRoutes?: BusRoutes | undefined,
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
      if (isOnRails) this.#layStraight(from, to);
      else this.#findRoads(from, to);
      this.#laneOffsets.push(this.#lanes.length);
    }
    return number;
  }

  #findRoads(from: number, to: number): void {
    const [a, b] = [this.stops[from]!, this.stops[to]!];
    const straight = Math.hypot(b.x - a.x, b.y - a.y);
    const route = a.kerb && b.kerb ? this.router.route('drive', [a.kerb], [b.kerb]) : null;
    const most = MAX_DETOUR * straight + DETOUR_METRES;
    const overStreets = this.busRoutes?.route(a, b, route, most);
    if (overStreets) {
      this.onBusStreets++;
      if (overStreets.metres < 1) this.#layStraight(from, to);
      else this.#lay(overStreets.line, overStreets.metres);
      return;
    }
    const metres = route === null ? Infinity : metresOf(this.city, route);
    if (route === null || metres > most) {
      this.withoutWay++;
      this.#add(straight, 0, 0, []);
      return;
    }
    this.#lanes.pushAll(route.lanes);
    const { parentId } = this.city.lanes;
    const roads = Array.from(route.lanes, (lane) => parentId[lane]).filter((id) => this.city.roadIndex(id) >= 0);
    this.#add(metres, route.startS, route.endS, roads);
  }

  #layStraight(from: number, to: number): void {
    const [a, b] = [this.stops[from]!, this.stops[to]!];
    const straight = Math.hypot(b.x - a.x, b.y - a.y);
    // Two stops may be at the same point.
    const end = straight < 1 ? { x: a.x + 1, y: a.y } : { x: b.x, y: b.y };
    this.#lay([{ x: a.x, y: a.y }, end], Math.max(straight, 1));
  }

  /** Lays a road with one lane on which only the vehicles of lines run. */
  #lay(nodes: readonly { readonly x: number; readonly y: number }[], length: number): void {
    const id = this.#firstLaneId + this.laidLanes.length;
    const roadId = this.#firstRoadId + this.laidRoads.length;
    this.#lanes.push(this.city.lanes.count + this.laidLanes.length);
    this.laidLanes.push({
      id,
      type: LaneType.RAIL_TRANSIT,
      turn: 0,
      maxSpeed: 0,
      length,
      width: 3.2,
      centerLine: { nodes: [...nodes] },
      predecessors: [],
      successors: [],
      leftLaneIds: [],
      rightLaneIds: [],
      parentId: roadId,
      overlaps: [],
      aoiIds: [],
    });
    this.laidRoads.push({ id: roadId, laneIds: [id], nextRoadLanePlans: [], name: '' });
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
