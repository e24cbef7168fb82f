import type { CityMap } from './city-map.js';
import { DisjointSets } from './disjoint-sets.js';
import { type GroupedRows, groupValues } from './grouped-rows.js';
import { LaneType } from './message.js';
import { NumberList } from './number-list.js';
import { stronglyConnected } from './strongly-connected.js';

/** Whether an AOI can be reached and left, and if not, why. */
export const Reach = {
  /** It can be reached from the largest connected part, and vice versa. */
  BOTH: 0,
  /** It has no gate for this mode. */
  NO_GATE: 1,
  /** Its gates are on lanes that are missing from the map, or of another type. */
  LOST_GATE: 2,
  /** It can be left but not reached. */
  NO_WAY_IN: 3,
  /** It can be reached but not left. */
  NO_WAY_OUT: 4,
  /** Neither. */
  CUT_OFF: 5,
} as const;
export type Reach = (typeof Reach)[keyof typeof Reach];

/** Connectivity of a map. */
export interface Connectivity {
  readonly drive: {
    /** Roads with a driving lane, and those in the largest strongly connected part. */
    readonly roads: number;
    readonly largest: number;
    /** Number of strongly connected parts that contain a road. */
    readonly parts: number;
    /** Per road: 1 if it is in the largest part. */
    readonly inLargest: Uint8Array;
    /** Per AOI, a `Reach`. */
    readonly aois: Uint8Array;
  };
  readonly walk: {
    /** Walking lanes, and those in the largest connected part. */
    readonly lanes: number;
    readonly largest: number;
    readonly parts: number;
    /** Per lane: 1 if it is in the largest part. */
    readonly inLargest: Uint8Array;
    /** Per AOI, a `Reach`. */
    readonly aois: Uint8Array;
  };
  /** AOIs that can be reached and left by car, on foot, and by either. */
  readonly reachable: { readonly any: number; readonly drive: number; readonly walk: number };
}

/**
 * Determines which roads and AOIs are connected. Driving follows the successors of lanes, with lane changes within a
 * road; the largest part is the strongly connected one with the most roads. Walking goes both ways along walking lanes
 * and their connections; the largest part is the one with the most lanes. An AOI can be **reached and left** by a mode
 * if one of its gates is reachable from the largest part, and one (the same or another) leads to the largest part. If
 * parts are equally large, the one with the first road or lane of the file counts. Time is linear in the size of the
 * map.
 */
export function connectivity(map: CityMap): Connectivity {
  const links = linksOf(map);
  const drive = driving(map, links);
  const walk = walking(map, links);
  let any = 0;
  for (let aoi = 0; aoi < map.aois.count; aoi++) {
    if (drive.aois[aoi] === Reach.BOTH || walk.aois[aoi] === Reach.BOTH) any++;
  }
  return {
    drive,
    walk,
    reachable: { any, drive: countOf(drive.aois, Reach.BOTH), walk: countOf(walk.aois, Reach.BOTH) },
  };
}

function driving(map: CityMap, links: Edges): Connectivity['drive'] {
  const { lanes, roads } = map;
  const { type, parentId, count } = lanes;
  // A node is a road with all its driving lanes, or a driving lane outside roads.
  const nodeOf = new Int32Array(count).fill(-1);
  const isDriven = new Uint8Array(roads.count);
  let nodes = roads.count;
  for (let lane = 0; lane < count; lane++) {
    if (type[lane] !== LaneType.DRIVING) continue;
    const road = map.roadIndex(parentId[lane]);
    nodeOf[lane] = road >= 0 ? road : nodes++;
    if (road >= 0) isDriven[road] = 1;
  }
  const edges = edgesBetween(links, nodeOf);
  const ahead = groupValues(nodes, edges.from, edges.to);
  const part = stronglyConnected(ahead.offsets, ahead.items);
  const { best, size, parts } = largestPart(part, isDriven);

  const inBest = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) if (part[node] === best) inBest[node] = 1;
  // All of the largest part is reached, so that only edges to and from others matter.
  const { from, to } = edgesBeyond(edges, inBest);
  const hasWayIn = reached(groupValues(nodes, from, to), inBest);
  const hasWayOut = reached(groupValues(nodes, to, from), inBest);
  const { drivingPositions } = map.aois;
  return {
    roads: countOf(isDriven, 1),
    largest: size,
    parts,
    inLargest: isDriven.map((driven, road) => (driven === 1 && part[road] === best ? 1 : 0)),
    aois: reachOfAois(map, drivingPositions, nodeOf, hasWayIn, hasWayOut),
  };
}

function walking(map: CityMap, links: Edges): Connectivity['walk'] {
  const { lanes } = map;
  const { type, count } = lanes;
  const isWalked = new Uint8Array(count);
  const nodeOf = new Int32Array(count).fill(-1);
  for (let lane = 0; lane < count; lane++) {
    if (type[lane] !== LaneType.WALKING) continue;
    isWalked[lane] = 1;
    nodeOf[lane] = lane;
  }
  const { from, to } = links;
  const sets = new DisjointSets(count);
  for (let link = 0; link < from.length; link++)
    if (isWalked[from[link]] === 1 && isWalked[to[link]] === 1) sets.join(from[link], to[link]);
  const part = new Int32Array(count);
  for (let lane = 0; lane < count; lane++) part[lane] = sets.rootOf(lane);
  const { best, size, parts } = largestPart(part, isWalked);
  const inLargest = new Uint8Array(count);
  for (let lane = 0; lane < count; lane++) if (isWalked[lane] === 1 && part[lane] === best) inLargest[lane] = 1;
  return {
    lanes: countOf(isWalked, 1),
    largest: size,
    parts,
    inLargest,
    aois: reachOfAois(map, map.aois.walkingPositions, nodeOf, inLargest, inLargest),
  };
}

interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** The connections between lanes, from successors and predecessors, by row; -1 for lanes that are missing. */
function linksOf(map: CityMap): Edges {
  const { successors, predecessors, count } = map.lanes;
  const ahead = map.laneRows(successors.id);
  const from = new Int32Array(ahead.length + predecessors.id.length);
  const to = new Int32Array(from.length);
  from.set(map.laneRows(predecessors.id), ahead.length);
  to.set(ahead);
  const { offsets: starts } = successors;
  const { offsets: ends } = predecessors;
  for (let lane = 0; lane < count; lane++) {
    for (let i = starts[lane]; i < starts[lane + 1]; i++) from[i] = lane;
    for (let i = ends[lane]; i < ends[lane + 1]; i++) to[ahead.length + i] = lane;
  }
  return { from, to };
}

/** The links between different nodes. */
function edgesBetween(links: Edges, nodeOf: Int32Array): Edges {
  const from = new Int32Array(links.from.length);
  const to = new Int32Array(links.from.length);
  let edges = 0;
  for (let link = 0; link < links.from.length; link++) {
    const a = nodeOf[links.from[link]] ?? -1;
    const b = nodeOf[links.to[link]] ?? -1;
    if (a < 0 || b < 0 || a === b) continue;
    from[edges] = a;
    to[edges++] = b;
  }
  return { from: from.subarray(0, edges), to: to.subarray(0, edges) };
}

/** The edges of which not both ends are marked. */
function edgesBeyond({ from, to }: Edges, isMarked: Uint8Array): Edges {
  const froms = new NumberList(Int32Array);
  const tos = new NumberList(Int32Array);
  for (let edge = 0; edge < from.length; edge++) {
    if (isMarked[from[edge]] + isMarked[to[edge]] === 2) continue;
    froms.push(from[edge]);
    tos.push(to[edge]);
  }
  return { from: froms.view(), to: tos.view() };
}

/** The part with the most counted members, their number, and the number of parts with such members. */
function largestPart(part: Int32Array, counts: Uint8Array): { best: number; size: number; parts: number } {
  const sizes = new Uint32Array(part.length);
  let parts = 0;
  for (let i = 0; i < counts.length; i++) if (counts[i] === 1 && sizes[part[i]]++ === 0) parts++;
  let best = -1;
  let size = 0;
  // Of equally large parts, the one with the first member counts.
  for (let i = 0; i < counts.length; i++)
    if (counts[i] === 1 && sizes[part[i]] > size) {
      best = part[i];
      size = sizes[best];
    }
  return { best, size, parts };
}

/** 1 for the nodes that can be reached from those that are 1 in `starts`. */
function reached({ offsets, items }: GroupedRows, starts: Uint8Array): Uint8Array {
  const isReached = starts.slice();
  const stack: number[] = [];
  for (let start = 0; start < starts.length; start++) {
    if (starts[start] === 0 || offsets[start] === offsets[start + 1]) continue;
    stack.push(start);
    while (stack.length > 0) {
      const node = stack.pop()!;
      for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) {
        const next = items[edge];
        if (isReached[next] === 1) continue;
        isReached[next] = 1;
        stack.push(next);
      }
    }
  }
  return isReached;
}

function reachOfAois(
  map: CityMap,
  gates: CityMap['aois']['drivingPositions'],
  nodeOf: Int32Array,
  hasWayIn: Uint8Array,
  hasWayOut: Uint8Array,
): Uint8Array {
  const { offsets, laneId } = gates;
  const lanes = map.laneRows(laneId);
  const reach = new Uint8Array(map.aois.count);
  for (let aoi = 0; aoi < reach.length; aoi++) {
    let isKnown = false;
    let canEnter = false;
    let canLeave = false;
    for (let gate = offsets[aoi]; gate < offsets[aoi + 1]; gate++) {
      const node = nodeOf[lanes[gate]] ?? -1;
      if (node < 0) continue;
      isKnown = true;
      canEnter ||= hasWayIn[node] === 1;
      canLeave ||= hasWayOut[node] === 1;
    }
    if (canEnter) reach[aoi] = canLeave ? Reach.BOTH : Reach.NO_WAY_OUT;
    else if (canLeave) reach[aoi] = Reach.NO_WAY_IN;
    else if (isKnown) reach[aoi] = Reach.CUT_OFF;
    else reach[aoi] = offsets[aoi] === offsets[aoi + 1] ? Reach.NO_GATE : Reach.LOST_GATE;
  }
  return reach;
}

function countOf(values: Uint8Array, wanted: number): number {
  let count = 0;
  for (const value of values) if (value === wanted) count++;
  return count;
}
