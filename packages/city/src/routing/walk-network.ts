import type { CityMap } from '../map/city-map.js';
import { DisjointSets } from '../map/disjoint-sets.js';
import { ConnectionType, LaneType } from '../map/message.js';
import { isLaneOf } from './drive-network.js';
import { compressRows, type Graph } from './graph.js';

/** Walking speed for the choice of routes, m/s. */
export const ROUTING_WALK_SPEED = 1.1;

/**
 * The walking lanes of a map as an undirected graph: a node is a place where ends of lanes meet, and each lane is one
 * arc in either direction at 1.1 m/s.
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
  return connectLanes(city, isWalk, (_, metres) => metres / ROUTING_WALK_SPEED);
}

/** Seconds for some metres of a lane (row), from its first point towards its last or in the other direction. */
export type LanePace = (lane: number, metres: number, isAgainst: boolean) => number;

/** Connects the ends of some lanes, each of which can be used in both directions. */
export function connectLanes(city: CityMap, isUsed: (lane: number) => boolean, pace: LanePace): WalkNetwork {
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
  const [from, to, costs, ways]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let lane = 0; lane < lanes.count; lane++) {
    if (!isUsed(lane)) continue;
    const head = node(2 * lane, lane, false);
    const tail = node(2 * lane + 1, lane, true);
    laneHeads[lane] = head;
    laneTails[lane] = tail;
    from.push(head, tail);
    to.push(tail, head);
    costs.push(pace(lane, lanes.length[lane], false), pace(lane, lanes.length[lane], true));
    ways.push(lane, ~lane);
  }
  const { graph, origin } = compressRows(nodeOf.size, from, to, costs);
  return {
    graph,
    lanes: Int32Array.from(origin, (i) => ways[i]),
    laneHeads,
    laneTails,
    points: Float64Array.from(points),
  };
}
