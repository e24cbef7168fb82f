import { stepLength } from '@itinera/base';
import Flatbush from 'flatbush';
import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { isLaneOf } from '../routing/drive-network.js';
import { LaneFinder, type NearPlace } from '../routing/lane-finder.js';
import type { LanePlace, Route } from '../routing/route.js';
import type { Router } from '../routing/router.js';

/** Streets that buses use and through traffic by car does not: bus-only streets, and the wrong way of one-way streets. */
export interface BusStreets {
  /** Degrees of their nodes, and 1 where another street meets them on which cars drive. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly meets: Uint8Array;
  /** Steps from one node to another in the direction of travel, and their speed in m/s. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly speed: Float64Array;
}

/** A stop from the view of its vehicles. */
export interface StopPlace {
  readonly x: number;
  readonly y: number;
  /** Position of buses at the stop; undefined if no road is near. */
  readonly kerb: LanePlace | undefined;
}

export interface BusRoute {
  readonly seconds: number;
  readonly metres: number;
  readonly line: readonly Point[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a bus comes onto these streets or leaves them. */
interface Access {
  /** Whether it is a drive on other streets, rather than a stop on these. */
  readonly isDrive: boolean;
  readonly seconds: number;
  readonly line: readonly Point[];
}

/** Metres from a stop to such a street. */
const STOP_REACH = 30;
/** Metres from a node to the lanes on which it lies: half of a carriageway whose directions differ in width. */
const ON_LANE = 5;
/** Metres from a node to where the lanes of streets begin behind the junction in which it lies. */
const JUNCTION_REACH = 25;
/** Nodes tried for each pair of stops, those with the least detour first. */
const MOST_NODES = 16;

/** Finds the routes of buses over streets on which no cars pass through: along one stretch of them between two stops. */
export class BusRoutes {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #steps: Float64Array;
  /** Steps that begin at each node. */
  readonly #leaving: number[][];
  /** Nodes where buses change between these streets and others. */
  readonly #gates: number[];
  readonly #finder: LaneFinder;
  /** Finds the lanes of junctions. */
  readonly #turns: LaneFinder;
  readonly #boxes: Flatbush | undefined;

  constructor(
    private readonly city: CityMap,
    private readonly router: Router,
    private readonly streets: BusStreets,
  ) {
    const { lon, lat, from, to, meets } = streets;
    const { toXY } = projectionOf(city);
    const points = Array.from(lon, (degrees, node) => toXY(degrees, lat[node]));
    this.#x = Float64Array.from(points, ({ x }) => x);
    this.#y = Float64Array.from(points, ({ y }) => y);
    this.#steps = Float64Array.from(from, (node, step) => this.#apart(this.#point(node), this.#point(to[step])));
    this.#leaving = points.map(() => []);
    from.forEach((node, step) => {
      this.#leaving[node]!.push(step);
    });
    if (from.length > 0) {
      this.#boxes = new Flatbush(from.length);
      from.forEach((node, step) => {
        const [a, b] = [this.#point(node), this.#point(to[step])];
        this.#boxes!.add(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y));
      });
      this.#boxes.finish();
    }
    this.#gates = Array.from(meets.keys()).filter((node) => meets[node] === 1);
    const { parentId } = city.lanes;
    const isDriven = (lane: number) => isLaneOf(city, lane, LaneType.DRIVING);
    this.#finder = new LaneFinder(city, (lane) => isDriven(lane) && city.roadIndex(parentId[lane]) >= 0);
    this.#turns = new LaneFinder(city, (lane) => isDriven(lane) && city.junctionIndex(parentId[lane]) >= 0);
  }

  /**
   * The fastest route over these streets.
   * @param byRoad the route of cars, which it has to beat unless one of the stops is on these streets
   * @param most metres
   */
  route(a: StopPlace, b: StopPlace, byRoad: Route | null, most: number): BusRoute | null {
    const [boarding, leaving] = [this.#stepsAt(a), this.#stepsAt(b)];
    const isAtStop = boarding.length > 0 || leaving.length > 0;
    const gates = this.#gatesBetween(a, b, most);
    if (gates.length === 0 && !isAtStop) return null;
    const best = this.#search(
      boarding.length > 0 ? this.#onto(a, boarding) : this.#between(gates, (node) => this.#drive(a, node, true)),
      leaving.length > 0 ? this.#offAt(b, leaving) : this.#between(gates, (node) => this.#drive(b, node, false)),
    );
    const along = this.#alongOne(a, b, boarding, leaving);
    const found = along && (best === null || along.seconds < best.seconds) ? along : best;
    if (found === null || found.metres > most) return null;
    return isAtStop || byRoad === null || found.seconds < byRoad.seconds ? found : null;
  }

  /** From node to node, between those at which it begins and ends. */
  #search(starts: ReadonlyMap<number, Access>, ends: ReadonlyMap<number, Access>): BusRoute | null {
    const { to, speed } = this.streets;
    const costs = new Map<number, number>();
    const cameBy = new Map<number, number>();
    const open = new Set<number>();
    for (const [node, { seconds }] of starts) {
      costs.set(node, seconds);
      open.add(node);
    }
    let [best, last] = [Infinity, -1];
    while (open.size > 0) {
      let node = -1;
      for (const one of open) if (node < 0 || costs.get(one)! < costs.get(node)!) node = one;
      open.delete(node);
      const cost = costs.get(node)!;
      if (cost >= best) break;
      const end = ends.get(node);
      // A bus that only crosses these streets takes the route of cars.
      const isUsed = cameBy.has(node) || !starts.get(node)!.isDrive || !end?.isDrive;
      if (end && isUsed && cost + end.seconds < best) [best, last] = [cost + end.seconds, node];
      for (const step of this.#leaving[node]!) {
        const next = to[step]!;
        const there = cost + this.#steps[step]! / speed[step]!;
        if (there >= (costs.get(next) ?? Infinity)) continue;
        costs.set(next, there);
        cameBy.set(next, step);
        open.add(next);
      }
    }
    if (last < 0) return null;
    const nodes = [last];
    for (let step = cameBy.get(last); step !== undefined; step = cameBy.get(nodes[0]!))
      nodes.unshift(this.streets.from[step]!);
    const through = nodes.map((node) => this.#point(node));
    return alongLine(best, [...starts.get(nodes[0]!)!.line, ...through, ...ends.get(last)!.line]);
  }

  /** Between two stops on the same step. */
  #alongOne(a: StopPlace, b: StopPlace, boarding: readonly number[], leaving: readonly number[]): BusRoute | null {
    for (const step of boarding) {
      const [from, to] = [this.#place(step, a), this.#place(step, b)];
      if (!leaving.includes(step) || from.metres >= to.metres) continue;
      return alongLine((to.metres - from.metres) / this.streets.speed[step]!, [from.point, to.point]);
    }
    return null;
  }

  /** The steps at a stop, if it is nearer to them than to the kerb where buses would stop otherwise. */
  #stepsAt(stop: StopPlace): number[] {
    const { x, y } = stop;
    const near = (this.#boxes?.search(x - STOP_REACH, y - STOP_REACH, x + STOP_REACH, y + STOP_REACH) ?? [])
      .map((step) => ({ step, distance: this.#place(step, stop).distance }))
      .filter(({ distance }) => distance <= STOP_REACH)
      .sort((a, b) => a.distance - b.distance);
    const [nearest] = near;
    if (nearest === undefined) return [];
    const kerb = this.#finder.near(x, y, STOP_REACH)[0];
    if (kerb && kerb.distance <= nearest.distance + 1) return [];
    return near.filter(({ distance }) => distance <= nearest.distance + 1).map(({ step }) => step);
  }

  #onto(stop: StopPlace, steps: readonly number[]): Map<number, Access> {
    return fastest(
      steps.map((step) => {
        const { metres, point } = this.#place(step, stop);
        const rest = this.#steps[step]! - metres;
        return [this.streets.to[step]!, this.#onStep(step, rest, point)];
      }),
    );
  }

  #offAt(stop: StopPlace, steps: readonly number[]): Map<number, Access> {
    return fastest(
      steps.map((step) => {
        const { metres, point } = this.#place(step, stop);
        return [this.streets.from[step]!, this.#onStep(step, metres, point)];
      }),
    );
  }

  #onStep(step: number, metres: number, point: Point): Access {
    return { isDrive: false, seconds: metres / this.streets.speed[step]!, line: [point] };
  }

  #between(gates: readonly number[], drive: (node: number) => Access | null): Map<number, Access> {
    return fastest(
      gates.flatMap((node) => {
        const access = drive(node);
        return access ? [[node, access] as [number, Access]] : [];
      }),
    );
  }

  /** Between a stop and a node of these streets, on the streets of cars. */
  #drive({ kerb }: StopPlace, node: number, isAway: boolean): Access | null {
    if (kerb === undefined) return null;
    const lanes = this.#lanesAt(node);
    const route = isAway ? this.router.route('drive', [kerb], lanes) : this.router.route('drive', lanes, [kerb]);
    return (
      route && {
        isDrive: true,
        seconds: route.seconds,
        line: lineOf(this.city, route),
      }
    );
  }

  /** Where buses drive on at a node: others may be as near, on another level or carriageway, and not connected to it. */
  #lanesAt(node: number): NearPlace[] {
    const { x, y } = this.#point(node);
    const { parentId } = this.city.lanes;
    const { offsets, inRoadId, outRoadId } = this.city.junctions.drivingLaneGroups;
    const roads = new Set<number>();
    for (const { lane } of this.#turns.near(x, y, ON_LANE)) {
      const junction = this.city.junctionIndex(parentId[lane]);
      for (let i = offsets[junction]!; i < offsets[junction + 1]!; i++) roads.add(inRoadId[i]!).add(outRoadId[i]!);
    }
    const near = this.#finder.near(x, y, JUNCTION_REACH);
    return near.filter(({ lane, distance }) => distance <= ON_LANE || roads.has(parentId[lane]));
  }

  #gatesBetween(a: Point, b: Point, most: number): number[] {
    const detour = (node: number) => this.#apart(a, this.#point(node)) + this.#apart(this.#point(node), b);
    return this.#gates
      .map((node) => ({ node, metres: detour(node) }))
      .filter(({ metres }) => metres <= most)
      .sort((one, other) => one.metres - other.metres)
      .slice(0, MOST_NODES)
      .map(({ node }) => node);
  }

  #place(step: number, { x, y }: Point): { readonly metres: number; readonly distance: number; readonly point: Point } {
    const [a, b] = [this.#point(this.streets.from[step]!), this.#point(this.streets.to[step]!)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const share = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
    const point = { x: a.x + share * dx, y: a.y + share * dy };
    return { metres: share * this.#steps[step]!, distance: this.#apart(point, { x, y }), point };
  }

  #point(node: number): Point {
    return { x: this.#x[node]!, y: this.#y[node]! };
  }

  #apart(a: Point, b: Point): number {
    return stepLength(b.x - a.x, b.y - a.y);
  }
}

function alongLine(seconds: number, line: readonly Point[]): BusRoute {
  const metres = line.slice(1).reduce((sum, { x, y }, i) => sum + stepLength(x - line[i]!.x, y - line[i]!.y), 0);
  return { seconds, metres, line };
}

function fastest(all: readonly (readonly [node: number, access: Access])[]): Map<number, Access> {
  const best = new Map<number, Access>();
  for (const [node, access] of all) if (access.seconds < (best.get(node)?.seconds ?? Infinity)) best.set(node, access);
  return best;
}

/** The line of a route by car. */
function lineOf({ lanes }: CityMap, route: Route): Point[] {
  const { offsets, xy } = lanes.centerLine.nodes;
  const points: Point[] = [];
  route.lanes.forEach((lane, k) => {
    const from = k === 0 ? route.startS : 0;
    const to = k === route.lanes.length - 1 ? route.endS : lanes.length[lane]!;
    let along = 0;
    for (let i = offsets[lane]!; i + 1 < offsets[lane + 1]!; i++) {
      const [x, y] = [xy[2 * i]!, xy[2 * i + 1]!];
      const [dx, dy] = [xy[2 * i + 2]! - x, xy[2 * i + 3]! - y];
      const metres = stepLength(dx, dy);
      const [start, end] = [Math.max(from, along), Math.min(to, along + metres)];
      if (metres > 0 && start <= end)
        for (const s of [start, end])
          points.push({ x: x + (dx * (s - along)) / metres, y: y + (dy * (s - along)) / metres });
      along += metres;
    }
  });
  return points.filter(({ x, y }, i) => i === 0 || x !== points[i - 1]!.x || y !== points[i - 1]!.y);
}
