import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { LaneTurn, LaneType } from '../map/message.js';
import { turnTimes } from './driving-time.js';
import { compressRows, ENTRY, type Graph, tailsOf } from './graph.js';
import { laneSeconds, predecessorOf, successorOf } from './lane-speed.js';

/** Seconds added to the time on a junction's lane, by its turn. */
export interface TurnPenalties {
  readonly straight: number;
  readonly left: number;
  readonly right: number;
  readonly around: number;
}

export const defaultTurnPenalties: TurnPenalties = { straight: 15, left: 60, right: 5, around: 90 };

/** Costs that determine routes: free-flow time and turn penalties, as in the reference, or the driving time. */
export const ROUTE_COSTS = ['penalties', 'driving-time'] as const;
export type RouteCosts = (typeof ROUTE_COSTS)[number];

/**
 * The roads of a map as a graph for driving. A node is the END of a road (its row in the map), and an arc is a turn into
 * another road including the drive to that road's end, which makes turn penalties and forbidden turns exact.
 *
 * - cost of a road: mean over its driving lanes of length / max speed
 * - cost of a turn: mean over its lanes in the junction of length / max speed + penalty; or its driving time
 * - `ENTRY` more for a turn into destination-only streets, from others
 */
export interface DriveNetwork {
  readonly graph: Graph;
  /** Seconds by road; Infinity if no lane is open to cars, or the road is closed. */
  readonly roadCosts: Float64Array;
  /** Seconds by arc for the turn alone; `graph.costs` also includes the road that it leads into, and `entryCosts`. */
  readonly turnCosts: Float64Array;
  /** `ENTRY` by arc into destination-only streets, else 0. */
  readonly entryCosts: Float64Array;
  /** The arcs into each node, in compressed rows. */
  readonly inOffsets: Int32Array;
  readonly inArcs: Int32Array;
  /** The road that each arc leaves. */
  readonly tails: Int32Array;
  /** The junction lanes of each arc, in compressed rows, as rows of the map in the order of the junction. */
  readonly laneOffsets: Int32Array;
  readonly lanes: Int32Array;
  /** For each of these, the lanes of roads that it connects. */
  readonly lanesBefore: Int32Array;
  readonly lanesAfter: Int32Array;
  /**
   * For each lane of the map, the road that it belongs to as a driving lane, or -1, and its position among that road's
   * lanes, left to right.
   */
  readonly laneRoads: Int32Array;
  readonly laneRanks: Int32Array;
  /** x and y of each node, for goal-directed searches. */
  readonly points: Float64Array;
  /**
   * The components of the costs: the penalties straight, left, right, around, and the index of the kind in
   * `ROUTE_COSTS`.
   */
  readonly penalties: Float64Array;
}

/** Whether a lane (row of the map, or -1) can be used: it has this type and a valid length. */
export function isLaneOf(city: CityMap, lane: number, type: number): boolean {
  return (
    lane >= 0 && city.lanes.type[lane] === type && city.lanes.length[lane] >= 0 && city.lanes.length[lane] < Infinity
  );
}

/** Builds the network. Lanes that refer to something missing, or without a length, are omitted. */
export function buildDriveNetwork(
  city: CityMap,
  penalties: TurnPenalties = defaultTurnPenalties,
  routeCosts: RouteCosts = 'penalties',
): DriveNetwork {
  const { roads, lanes } = city;
  const laneRoads = new Int32Array(lanes.count).fill(-1);
  const laneRanks = new Int32Array(lanes.count);
  const roadCosts = new Float64Array(roads.count);
  const points = new Float64Array(roads.count * 2);
  const access = lanes.access.values;
  const roadAccess = new Uint8Array(roads.count);
  for (let road = 0; road < roads.count; road++) {
    let count = 0;
    let sum = 0;
    for (let i = roads.laneIds.offsets[road]; i < roads.laneIds.offsets[road + 1]; i++) {
      const lane = city.laneIndex(roads.laneIds.values[i]);
      if (!isLaneOf(city, lane, LaneType.DRIVING)) continue;
      laneRoads[lane] = road;
      laneRanks[lane] = i - roads.laneIds.offsets[road];
      sum += laneSeconds(city, lane);
      roadAccess[road] = access[lane];
      if (count++ === 0) points.set(lastPoint(city, lane), road * 2);
    }
    roadCosts[road] = count > 0 ? sum / count : Infinity;
  }

  const penaltyOf = {
    [LaneTurn.STRAIGHT]: penalties.straight,
    [LaneTurn.LEFT]: penalties.left,
    [LaneTurn.RIGHT]: penalties.right,
    [LaneTurn.AROUND]: penalties.around,
  } as Readonly<Record<number, number>>;
  const turnSecondsOf =
    routeCosts === 'driving-time'
      ? turnTimes(city)
      : (lane: number) => laneSeconds(city, lane) + (penaltyOf[lanes.turn[lane]] ?? penalties.straight);
  /** The turns of the map by their pair of roads. */
  const turns = new Map<number, { from: number; to: number; lanes: number[]; seconds: number; entry: number }>();
  for (const id of city.junctions.laneIds.values) {
    const lane = city.laneIndex(id);
    if (!isLaneOf(city, lane, LaneType.DRIVING)) continue;
    const from = laneRoads[predecessorOf(city, lane)] ?? -1;
    const to = laneRoads[successorOf(city, lane)] ?? -1;
    if (from < 0 || to < 0) continue;
    const key = from * roads.count + to;
    const turn = turns.get(key) ?? { from, to, lanes: [], seconds: 0, entry: 0 };
    turns.set(key, turn);
    if (access[lane] > 0 || roadAccess[to] > roadAccess[from]) turn.entry = ENTRY;
    turn.lanes.push(lane);
    turn.seconds += turnSecondsOf(lane);
  }

  const list = [...turns.values()];
  const turnSeconds = list.map((turn) => turn.seconds / turn.lanes.length);
  const { graph, origin } = compressRows(
    roads.count,
    list.map((turn) => turn.from),
    list.map((turn) => turn.to),
    list.map((turn, i) => turnSeconds[i] + roadCosts[turn.to] + turn.entry),
  );
  const laneOffsets = new Int32Array(list.length + 1);
  origin.forEach((turn, arc) => {
    laneOffsets[arc + 1] = laneOffsets[arc] + list[turn].lanes.length;
  });
  const arcs = Int32Array.from(origin.keys());
  const tails = tailsOf(graph);
  const turnLanes = Int32Array.from([...origin].flatMap((turn) => list[turn].lanes));
  const reversed = compressRows(roads.count, graph.heads, tails, arcs);
  return {
    graph,
    roadCosts,
    turnCosts: Float64Array.from(origin, (turn) => turnSeconds[turn]),
    entryCosts: Float64Array.from(origin, (turn) => list[turn].entry),
    inOffsets: reversed.graph.offsets,
    inArcs: reversed.origin,
    tails,
    laneOffsets,
    lanes: turnLanes,
    lanesBefore: turnLanes.map((lane) => predecessorOf(city, lane)),
    lanesAfter: turnLanes.map((lane) => successorOf(city, lane)),
    laneRoads,
    laneRanks,
    points,
    penalties: costKey(penalties, routeCosts),
  };
}

/** The values that distinguish one kind of costs from others, as in `DriveNetwork.penalties`. */
export function costKey({ straight, left, right, around }: TurnPenalties, routeCosts: RouteCosts): Float64Array {
  return Float64Array.of(straight, left, right, around, ROUTE_COSTS.indexOf(routeCosts));
}

/**
 * The network with the cost of each road multiplied by a factor: congestion (> 1) or a closed road (Infinity). Shares
 * everything else with the original.
 * @throws UserError if a factor is negative or not a number, or if there is not one per road
 */
export function withRoadFactors(network: DriveNetwork, factors: ArrayLike<number>): DriveNetwork {
  const { graph, turnCosts, entryCosts } = network;
  if (factors.length !== network.roadCosts.length)
    throw new UserError(
      `road factors: got ${factors.length}, expected one for each of ${network.roadCosts.length} roads.`,
    );
  const roadCosts = network.roadCosts.map((cost, road) => {
    const factor = factors[road];
    if (!(factor >= 0))
      throw new UserError(
        `road factors: got ${factor} for the road in row ${road}, expected 0 or more (Infinity: closed).`,
      );
    return cost === Infinity ? cost : factor === Infinity ? factor : cost * factor;
  });
  const costs = turnCosts.map((cost, arc) => cost + roadCosts[graph.heads[arc]] + entryCosts[arc]);
  return { ...network, roadCosts, graph: { ...graph, costs } };
}

/** The network with some seconds more for each turn, by arc. Shares everything else with the original. */
export function withTurnDelays(network: DriveNetwork, seconds: ArrayLike<number>): DriveNetwork {
  const { graph, turnCosts } = network;
  const costs = graph.costs.map((cost, arc) => cost + seconds[arc]);
  return { ...network, turnCosts: turnCosts.map((cost, arc) => cost + seconds[arc]), graph: { ...graph, costs } };
}

function lastPoint(city: CityMap, lane: number): [number, number] {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const last = offsets[lane + 1] - 1;
  return last < offsets[lane] ? [0, 0] : [xy[2 * last], xy[2 * last + 1]];
}
