import type { CityMap } from '../map/city-map.js';
import { walkAccessOf } from '../map/content-version.js';
import { DisjointSets } from '../map/disjoint-sets.js';
import { ConnectionType, LaneType } from '../map/message.js';
import { isLaneOf } from './drive-network.js';
import { compressRows, ENTRY, type Graph, tailsOf } from './graph.js';

/** Walking speed for the choice of routes, m/s. */
export const ROUTING_WALK_SPEED = 1.1;

/**
 * The walking lanes of a map as a graph: a node is a place where ends of lanes meet, and each lane is one arc in either
 * direction at 1.1 m/s. Destination-only lanes have several, as in `connectLanes`.
 */
export interface WalkNetwork {
  readonly graph: Graph;
  /** The lane of each arc as a row of the map; `~row` where it is walked from its last point to its first. */
  readonly lanes: Int32Array;
  /** For each lane of the map, the nodes at its first and its last point; -1 if it is not for walking. */
  readonly laneHeads: Int32Array;
  readonly laneTails: Int32Array;
  /** x and y of each node, for goal-directed searches. */
  readonly points: Float64Array;
}

/** Builds the network. Lanes without a length and connections to missing lanes are omitted. */
export function buildWalkNetwork(city: CityMap): WalkNetwork {
  const isWalk = (lane: number) => isLaneOf(city, lane, LaneType.WALKING);
  const level = levelOf(walkAccessOf(city));
  const isLimited = (lane: number, isAgainst: boolean) => level(lane, isAgainst) % CLOSED > 0;
  return connectLanes(city, isWalk, walkPace(city), isLimited);
}

/** The level at which people pass a lane only where nothing else leads to their destination: a closed gate, or against the rule. */
const CLOSED = 3;

/** The level of a lane in a direction, by a column of levels. */
export function levelOf(access: ArrayLike<number>): (lane: number, isAgainst: boolean) => number {
  return (lane, isAgainst) => (isAgainst ? access[lane] >> 2 : access[lane] & 3);
}

/** The cost of a walk: its time, and `ENTRY` for each lane that is closed in this direction. */
export function walkPace(city: CityMap): LanePace {
  const level = levelOf(walkAccessOf(city));
  return (lane, metres, isAgainst) => metres / ROUTING_WALK_SPEED + (level(lane, isAgainst) === CLOSED ? ENTRY : 0);
}

/** Whether walks back may lead elsewhere than walks there: some lanes are limited. */
export function hasWalkLimits({ graph }: WalkNetwork): boolean {
  return graph.costs.some((cost) => cost >= ENTRY);
}

/** The network with every arc reversed, for searches of the walks that lead to a place. */
export function reversedWalks(network: WalkNetwork): WalkNetwork {
  const { graph, lanes } = network;
  const reversed = compressRows(graph.offsets.length - 1, graph.heads, tailsOf(graph), graph.costs);
  return { ...network, graph: reversed.graph, lanes: reversed.origin.map((arc) => ~lanes[arc]) };
}

/** Seconds for some metres of a lane (row), from its first point towards its last or in the other direction. */
export type LanePace = (lane: number, metres: number, isAgainst: boolean) => number;

/**
 * Connects the ends of some lanes, each of which can be used in both directions. To enter destination-only lanes costs
 * `ENTRY`, but not to go on from one to another: where such lanes meet others, they have a second node, which only they use.
 */
export function connectLanes(
  city: CityMap,
  isUsed: (lane: number) => boolean,
  pace: LanePace,
  isLimited: (lane: number, isAgainst: boolean) => boolean,
): WalkNetwork {
  const { lanes } = city;
  const isEnd = (type: number) => type === ConnectionType.HEAD || type === ConnectionType.TAIL;
  // Lane ends (2 · lane: first point, 2 · lane + 1: last point) that touch are merged.
  const ends = new DisjointSets(lanes.count * 2);
  for (const [own, connections, otherwise] of [
    [0, lanes.predecessors, ConnectionType.TAIL],
    [1, lanes.successors, ConnectionType.HEAD],
  ] as const)
    for (let lane = 0; lane < lanes.count; lane++) {
      if (!isUsed(lane)) continue;
      for (let i = connections.offsets[lane]; i < connections.offsets[lane + 1]; i++) {
        const other = city.laneIndex(connections.id[i]);
        const type = connections.type[i];
        const atLast = (isEnd(type) ? type : otherwise) === ConnectionType.TAIL;
        if (isUsed(other)) ends.join(2 * lane + own, 2 * other + (atLast ? 1 : 0));
      }
    }

  const nodeOf = new Map<number, number>();
  const points: number[] = [];
  const node = (end: number, lane: number, atLast: boolean): number => {
    const root = ends.rootOf(end);
    const known = nodeOf.get(root);
    if (known !== undefined) return known;
    nodeOf.set(root, nodeOf.size);
    const { offsets, xy } = lanes.centerLine.nodes;
    const point = atLast ? offsets[lane + 1] - 1 : offsets[lane];
    const has = offsets[lane + 1] > offsets[lane];
    points.push(has ? xy[2 * point] : 0, has ? xy[2 * point + 1] : 0);
    return nodeOf.size - 1;
  };
  const laneHeads = new Int32Array(lanes.count).fill(-1);
  const laneTails = new Int32Array(lanes.count).fill(-1);
  /** Nodes with lanes for everyone, and those with others. */
  const [open, limited] = [new Set<number>(), new Set<number>()];
  const isAnyLimited = (lane: number) => isLimited(lane, false) || isLimited(lane, true);
  for (let lane = 0; lane < lanes.count; lane++) {
    if (!isUsed(lane)) continue;
    laneHeads[lane] = node(2 * lane, lane, false);
    laneTails[lane] = node(2 * lane + 1, lane, true);
    const nodes = isAnyLimited(lane) ? limited : open;
    nodes.add(laneHeads[lane]).add(laneTails[lane]);
  }
  const inner = new Map<number, number>();
  for (const at of limited) {
    if (!open.has(at)) continue;
    inner.set(at, nodeOf.size + inner.size);
    points.push(points[2 * at], points[2 * at + 1]);
  }
  const [from, to, costs, ways]: [number[], number[], number[], number[]] = [[], [], [], []];
  const add = (tail: number, head: number, cost: number, way: number) => {
    from.push(tail);
    to.push(head);
    costs.push(cost);
    ways.push(way);
  };
  const addWay = (tail: number, head: number, way: number) => {
    const [lane, isAgainst] = way < 0 ? [~way, true] : [way, false];
    const cost = pace(lane, lanes.length[lane], isAgainst);
    const [innerTail, innerHead] = isAnyLimited(lane) ? [inner.get(tail), inner.get(head)] : [];
    const outside = innerTail !== undefined && isLimited(lane, isAgainst) ? cost + ENTRY : cost;
    add(tail, head, outside, way);
    if (innerHead !== undefined) add(tail, innerHead, outside, way);
    if (innerTail === undefined) return;
    add(innerTail, head, cost, way);
    if (innerHead !== undefined) add(innerTail, innerHead, cost, way);
  };
  for (let lane = 0; lane < lanes.count; lane++) {
    if (laneHeads[lane] < 0) continue;
    addWay(laneHeads[lane], laneTails[lane], lane);
    addWay(laneTails[lane], laneHeads[lane], ~lane);
  }
  const { graph, origin } = compressRows(nodeOf.size + inner.size, from, to, costs);
  return {
    graph,
    lanes: Int32Array.from(origin, (i) => ways[i]),
    laneHeads,
    laneTails,
    points: Float64Array.from(points),
  };
}
