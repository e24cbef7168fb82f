import type { CityMap } from '../map/city-map.js';
import type { DriveNetwork } from './drive-network.js';
import { type NodePath, type Seeds, withoutEntries } from './graph.js';
import { type LanePace, ROUTING_WALK_SPEED, type WalkNetwork } from './walk-network.js';

/** A position on a lane: its row in the map, and metres along its centre line, clamped to its ends. */
export interface LanePlace {
  readonly lane: number;
  readonly s: number;
}

/** A route through the city. */
export interface Route {
  /** Free-flow time and turn penalties, walking time at 1.1 m/s, or cycling time at 4.2 m/s on a good street. */
  readonly seconds: number;
  /**
   * Lanes as rows of the map. By car roads and junctions alternate; on foot `~row` if a lane is walked from its last point to
   * its first.
   */
  readonly lanes: Int32Array;
  /** Metres along the first lane at the start, and along the last at the end. */
  readonly startS: number;
  readonly endS: number;
  /** Indices of the origin and the target that it connects. */
  readonly origin: number;
  readonly target: number;
}

/** Metres of a route by car from its start to its end. */
export function metresOf({ lanes: { length } }: CityMap, { lanes, startS, endS }: Route): number {
  const all = lanes.reduce((sum, lane) => sum + length[lane], 0);
  return all - startS - (length[lanes[lanes.length - 1]] - endS);
}

/** Mode-specific parts of a search on a graph: how places are attached, and what a path means on the map. */
export interface RouteWays {
  /** Seeds of searches from these places; `places[i]` is the place of seed i. */
  sources(places: readonly LanePlace[]): Seeds & { readonly places: number[] };
  targets(places: readonly LanePlace[]): Seeds & { readonly places: number[] };
  /** Seconds from one place to another without passing a node, or Infinity. */
  direct(from: LanePlace, to: LanePlace): number;
  /** The time of a path, or of the direct connection, of some cost: without what only decides between routes. */
  seconds(from: LanePlace, to: LanePlace, path: NodePath | null, cost: number): number;
  /** The lanes of a path; without a path those of the direct connection. */
  lanes(from: LanePlace, to: LanePlace, path: NodePath | null): Omit<Route, 'seconds' | 'origin' | 'target'>;
}

/** Driving: from the place to the end of its road, and from the start of the last road to the place. */
export class DriveWays implements RouteWays {
  constructor(
    private readonly city: CityMap,
    private readonly network: DriveNetwork,
  ) {}

  sources(places: readonly LanePlace[]): Seeds & { readonly places: number[] } {
    const seeds = { nodes: [] as number[], costs: [] as number[], places: [] as number[] };
    places.forEach((place, i) => {
      const road = this.network.laneRoads[place.lane] ?? -1;
      if (road < 0) return;
      const rest = (1 - this.#share(place)) * this.network.roadCosts[road];
      // A closed road leads nowhere, not even from its end.
      if (!(rest < Infinity)) return;
      seeds.nodes.push(road);
      seeds.costs.push(rest);
      seeds.places.push(i);
    });
    return seeds;
  }

  targets(places: readonly LanePlace[]): Seeds & { readonly places: number[] } {
    const { inOffsets, inArcs, tails, turnCosts, entryCosts } = this.network;
    const { nodes: roads, costs, places: of } = this.entries(places);
    const seeds = { nodes: [] as number[], costs: [] as number[], places: [] as number[] };
    roads.forEach((road, i) => {
      for (let at = inOffsets[road]; at < inOffsets[road + 1]; at++) {
        const arc = inArcs[at];
        seeds.nodes.push(tails[arc]);
        seeds.costs.push(turnCosts[arc] + entryCosts[arc] + costs[i]);
        seeds.places.push(of[i]);
      }
    });
    return seeds;
  }

  /** The roads of places, and the seconds from their starts. */
  entries(places: readonly LanePlace[]): Seeds & { readonly places: number[] } {
    const entries = { nodes: [] as number[], costs: [] as number[], places: [] as number[] };
    places.forEach((place, i) => {
      const road = this.network.laneRoads[place.lane] ?? -1;
      if (road < 0) return;
      const within = this.#share(place) * this.network.roadCosts[road];
      if (!(within < Infinity)) return;
      entries.nodes.push(road);
      entries.costs.push(within);
      entries.places.push(i);
    });
    return entries;
  }

  direct(from: LanePlace, to: LanePlace): number {
    const road = this.network.laneRoads[from.lane] ?? -1;
    if (road < 0 || road !== this.network.laneRoads[to.lane]) return Infinity;
    const share = this.#share(to) - this.#share(from);
    return share >= 0 ? share * this.network.roadCosts[road] : Infinity;
  }

  seconds(from: LanePlace, to: LanePlace, path: NodePath | null, cost: number): number {
    if (path === null) return cost;
    const { arcs } = path;
    const { entryCosts, graph, laneRoads } = this.network;
    const lastRoad = arcs.length > 0 ? graph.heads[arcs[arcs.length - 1]] : laneRoads[from.lane];
    const last = entryCosts[this.#turn(lastRoad, laneRoads[to.lane])];
    return cost - arcs.reduce((sum, arc) => sum + entryCosts[arc], last);
  }

  lanes(from: LanePlace, to: LanePlace, path: NodePath | null): Omit<Route, 'seconds' | 'origin' | 'target'> {
    const length = (lane: number) => this.city.lanes.length[lane];
    const share = this.#share(from);
    if (path === null)
      return { lanes: Int32Array.of(to.lane), startS: share * length(to.lane), endS: this.#clamped(to) };
    const { graph, laneOffsets, laneRanks, lanes: turnLanes, lanesBefore, lanesAfter, laneRoads } = this.network;
    const { arcs } = path;
    const lastRoad = arcs.length > 0 ? graph.heads[arcs[arcs.length - 1]] : laneRoads[from.lane];
    // The turn into the target's road is part of its seed, not of the path.
    const lastTurn = this.#turn(lastRoad, laneRoads[to.lane]);
    const lanes = new Int32Array(2 * arcs.length + 3);
    let entered = from.lane;
    for (let k = 0; k <= arcs.length; k++) {
      const turn = k < arcs.length ? arcs[k] : lastTurn;
      // The turn lane nearest to the lane on which the road was entered; ties go to the first.
      let best = -1;
      let bestShift = Infinity;
      for (let i = laneOffsets[turn]; i < laneOffsets[turn + 1]; i++) {
        const shift = Math.abs(laneRanks[lanesBefore[i]] - laneRanks[entered]);
        if (shift < bestShift) {
          best = i;
          bestShift = shift;
        }
      }
      lanes[2 * k] = lanesBefore[best];
      lanes[2 * k + 1] = turnLanes[best];
      entered = lanesAfter[best];
    }
    lanes[lanes.length - 1] = to.lane;
    return { lanes, startS: share * length(lanes[0]), endS: this.#clamped(to) };
  }

  #turn(from: number, to: number): number {
    const { graph } = this.network;
    for (let arc = graph.offsets[from]; arc < graph.offsets[from + 1]; arc++) if (graph.heads[arc] === to) return arc;
    throw new Error(`no turn from road row ${from} to ${to}`);
  }

  #clamped({ lane, s }: LanePlace): number {
    return Math.min(Math.max(s, 0), this.city.lanes.length[lane]);
  }

  #share(place: LanePlace): number {
    const length = this.city.lanes.length[place.lane];
    const s = this.#clamped(place);
    return length > 0 ? s / length : s;
  }
}

/** Walking and cycling: in both directions along the lane of the place. */
export class WalkWays implements RouteWays {
  constructor(
    private readonly city: CityMap,
    private readonly network: Pick<WalkNetwork, 'lanes' | 'laneHeads' | 'laneTails'>,
    private readonly pace: LanePace = (_, metres) => metres / ROUTING_WALK_SPEED,
    /** The time, if it is not what decides. */
    private readonly time?: LanePace,
  ) {}

  sources(places: readonly LanePlace[]): Seeds & { readonly places: number[] } {
    return this.#seeds(places, true);
  }

  targets(places: readonly LanePlace[]): Seeds & { readonly places: number[] } {
    return this.#seeds(places, false);
  }

  /** @param isLeaving whether the first point of a lane is reached against its direction */
  #seeds(places: readonly LanePlace[], isLeaving: boolean): Seeds & { readonly places: number[] } {
    const { laneHeads, laneTails } = this.network;
    const seeds = { nodes: [] as number[], costs: [] as number[], places: [] as number[] };
    places.forEach((place, i) => {
      if (!(laneHeads[place.lane] >= 0)) return;
      const s = this.#clamped(place);
      if (!(s >= 0)) return;
      seeds.nodes.push(laneHeads[place.lane], laneTails[place.lane]);
      const rest = this.city.lanes.length[place.lane] - s;
      seeds.costs.push(this.pace(place.lane, s, isLeaving), this.pace(place.lane, rest, !isLeaving));
      seeds.places.push(i, i);
    });
    return seeds;
  }

  direct(from: LanePlace, to: LanePlace): number {
    if (from.lane !== to.lane || !(this.network.laneHeads[from.lane] >= 0)) return Infinity;
    const metres = this.#clamped(to) - this.#clamped(from);
    return this.pace(from.lane, Math.abs(metres), metres < 0);
  }

  seconds(from: LanePlace, to: LanePlace, path: NodePath | null, cost: number): number {
    const { time } = this;
    if (time === undefined) return withoutEntries(cost);
    const { lanes, startS, endS } = this.lanes(from, to, path);
    const on = (way: number, metres: number) => time(way < 0 ? ~way : way, metres, way < 0);
    if (path === null) return on(lanes[0], Math.abs(endS - startS));
    const length = (way: number) => this.city.lanes.length[way < 0 ? ~way : way];
    const [first, last] = [lanes[0], lanes[lanes.length - 1]];
    const ends =
      on(first, first < 0 ? startS : length(first) - startS) + on(last, last < 0 ? length(last) - endS : endS);
    return lanes.subarray(1, -1).reduce((sum, way) => sum + on(way, length(way)), ends);
  }

  lanes(from: LanePlace, to: LanePlace, path: NodePath | null): Omit<Route, 'seconds' | 'origin' | 'target'> {
    const startS = this.#clamped(from);
    const endS = this.#clamped(to);
    if (path === null) return { lanes: Int32Array.of(endS >= startS ? to.lane : ~to.lane), startS, endS };
    // Even seeds are the first point of a lane, odd ones the last.
    const lanes = new Int32Array(path.arcs.length + 2);
    lanes[0] = path.source % 2 === 1 ? from.lane : ~from.lane;
    path.arcs.forEach((arc, i) => {
      lanes[i + 1] = this.network.lanes[arc];
    });
    lanes[lanes.length - 1] = path.target % 2 === 0 ? to.lane : ~to.lane;
    return { lanes, startS, endS };
  }

  #clamped({ lane, s }: LanePlace): number {
    return Math.min(Math.max(s, 0), this.city.lanes.length[lane]);
  }
}
