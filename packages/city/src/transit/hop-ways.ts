import type { CityMap } from '../map/city-map.js';
import { FirstId, LaneAccess, type LaneMessage, LaneType, type RoadMessage } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { type LanePlace, metresOf, type Route } from '../routing/route.js';
import { Router } from '../routing/router.js';
import type { RoutingData } from '../routing/routing-data.js';
import type { BusRoutes, StopPlace } from './bus-routes.js';
import type { TransitHops } from './timetable.js';

/** A route by road is rejected if it is this many times as long as the straight line, plus this many metres. */
const MAX_DETOUR = 3;
const DETOUR_METRES = 500;
/** Seconds that a bus must gain by each destination-only street it enters: others are left to those who live there. */
const DESTINATION_ENTRY = 120;

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
  /** Built for the first pair of stops between which the route of cars is too long. */
  #throughRouter: Router | undefined;

  constructor(
    private readonly city: CityMap,
    private readonly router: Router,
    private readonly routing: RoutingData,
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
    const isShort = (one: Route | null): one is Route => one !== null && metresOf(this.city, one) <= most;
    const found = isShort(route) ? route : this.#through(a.kerb, b.kerb);
    if (!isShort(found)) {
      this.withoutWay++;
      this.#add(straight, 0, 0, []);
      return;
    }
    this.#lanes.pushAll(found.lanes);
    const { parentId } = this.city.lanes;
    const roads = Array.from(found.lanes, (lane) => parentId[lane]).filter((id) => this.city.roadIndex(id) >= 0);
    this.#add(metresOf(this.city, found), found.startS, found.endS, roads);
  }

  /** The route through destination-only streets, which are closed to through traffic by car and not to buses of a line. */
  #through(from: LanePlace | undefined, to: LanePlace | undefined): Route | null {
    if (!from || !to) return null;
    this.#throughRouter ??= new Router(this.city, {
      ...this.routing,
      drive: openToBuses(this.city, this.routing.drive),
      driveHierarchy: null,
      driveLabels: null,
    });
    return this.#throughRouter.route('drive', [from], [to]);
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

/** The network with a low cost for entering destination-only streets; private ones and gates cost as much as for cars. */
function openToBuses(city: CityMap, network: DriveNetwork): DriveNetwork {
  const { graph, turnCosts, roadCosts, laneOffsets, lanes, lanesAfter } = network;
  const access = city.lanes.access.values;
  const entryCosts = network.entryCosts.map((cost, arc) => {
    const turns = Array.from({ length: laneOffsets[arc + 1]! - laneOffsets[arc]! }, (_, i) => laneOffsets[arc]! + i);
    const isOpen = turns.every(
      (i) => access[lanes[i]!] === LaneAccess.OPEN && access[lanesAfter[i]!] === LaneAccess.DESTINATION,
    );
    return isOpen ? Math.min(cost, DESTINATION_ENTRY) : cost;
  });
  const costs = turnCosts.map((cost, arc) => cost + roadCosts[graph.heads[arc]!]! + entryCosts[arc]!);
  return { ...network, entryCosts, graph: { ...graph, costs } };
}

/** The first id after those of a table. */
export function nextId(ids: Int32Array, first: number): number {
  return ids.reduce((next, id) => Math.max(next, id + 1), first);
}
