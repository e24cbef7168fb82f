import type { CityMap } from '../map/city-map.js';
import { gatesOf } from '../movement/gates.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import type { Graph, Seeds } from '../routing/graph.js';
import { DriveWays, type LanePlace, WalkWays } from '../routing/route.js';
import { type WalkNetwork, walkPace } from '../routing/walk-network.js';

/** Where places are attached to a graph, for the times from one place to many. */
export interface ReachWays {
  readonly graph: Graph;
  /** The places of an AOI. */
  gates(aoi: number): readonly LanePlace[];
  /** The nodes from which places are entered, each once, ascending, and the cost from there. */
  entries(places: readonly LanePlace[]): Seeds;
  /**
   * The exits by which places are left, each once, ascending, and the cost to there. Places with the same entries have the same
   * exits.
   */
  exits(places: readonly LanePlace[]): Seeds;
  /** The nodes that follow an exit, and the cost from there. */
  after(exit: number): Seeds;
  /** The cost from one place to another without passing a node, or Infinity. */
  direct(from: LanePlace, to: LanePlace): number;
  /** The road or lane within which places reach each other without passing a node; -1 for none. */
  linkOf(lane: number): number;
}

/**
 * A node is the START of a road, unlike in the network: so a place is entered from one node instead of from each road before
 * it. An exit is the end of a road.
 */
export function driveReachWays(city: CityMap, network: DriveNetwork): ReachWays {
  const { graph, tails, roadCosts, laneRoads } = network;
  const turnCosts = network.turnCosts.map((cost, arc) => cost + network.entryCosts[arc]);
  const ways = new DriveWays(city, network);
  const { offsets, heads } = graph;
  return {
    graph: { offsets, heads, costs: turnCosts.map((cost, arc) => roadCosts[tails[arc]] + cost) },
    gates: (aoi) => gatesOf(city, aoi, 'drive'),
    entries: (places) => leastByNode(ways.entries(places)),
    exits: (places) => leastByNode(ways.sources(places)),
    after: (road) => ({
      nodes: Array.from(heads.subarray(offsets[road], offsets[road + 1])),
      costs: Array.from(turnCosts.subarray(offsets[road], offsets[road + 1])),
    }),
    direct: (from, to) => ways.direct(from, to),
    linkOf: (lane) => laneRoads[lane] ?? -1,
  };
}

/**
 * A node is an end of lanes, which is an entry and an exit.
 * @param isBackward whether the network is of `reversedWalks`: from where people walk to a place
 */
export function walkReachWays(
  city: CityMap,
  network: WalkNetwork,
  { isBackward = false }: { readonly isBackward?: boolean } = {},
): ReachWays {
  const pace = walkPace(city);
  const ways = new WalkWays(
    city,
    network,
    isBackward ? (lane, metres, isAgainst) => pace(lane, metres, !isAgainst) : pace,
  );
  return {
    graph: network.graph,
    gates: (aoi) => gatesOf(city, aoi, 'walk'),
    entries: (places) => leastByNode(ways.targets(places)),
    exits: (places) => leastByNode(ways.sources(places)),
    after: (node) => ({ nodes: [node], costs: [0] }),
    direct: (from, to) => ways.direct(from, to),
    linkOf: (lane) => (network.laneHeads[lane] >= 0 ? lane : -1),
  };
}

/** Where searches from places start. */
export function seedsOf(ways: ReachWays, places: readonly LanePlace[]): Seeds {
  const exits = ways.exits(places);
  const seeds: Seeds = { nodes: [], costs: [] };
  exits.nodes.forEach((exit, i) => {
    const { nodes, costs } = ways.after(exit);
    seeds.nodes.push(...nodes);
    seeds.costs.push(...costs.map((cost) => exits.costs[i] + cost));
  });
  return seeds;
}

/** Each node once, at its least cost, ascending. */
function leastByNode({ nodes, costs }: Seeds): Seeds {
  const least = new Map<number, number>();
  nodes.forEach((node, i) => {
    least.set(node, Math.min(least.get(node) ?? Infinity, costs[i]));
  });
  const sorted = [...least].sort(([a], [b]) => a - b);
  return { nodes: sorted.map(([node]) => node), costs: sorted.map(([, cost]) => cost) };
}
