import type { Box } from '@itinera/city/browser';
import { boxAround, DisjointSets, groupValues, NumberList, stronglyConnected } from '@itinera/city/map-making';
import { isDriven } from '../../layout/roads.js';
import { drivingLanes, eachTurn, nodeEnds } from '../../layout/turns.js';
import { compactNodes, filterLinks, UNDRIVEN, UNSIGNED, type WorkGraph, type WorkLink } from './work-graph.js';

/** Streets removed because there is no way there and back by car, metres. */
export interface Disconnected {
  /** Kept for pedestrians. */
  walked: number;
  /** Left out. */
  dropped: number;
  /** The largest parts of both kinds, as connected streets. */
  readonly parts: LostPart[];
}

/** Connected streets without a way to the rest and back by car. */
export interface LostPart {
  readonly metres: number;
  /** Metres in the plane. */
  readonly box: Box;
}

/** Smaller parts are counted but not listed, metres. */
const TOLD = 10_000;

/** No place is on motorways and ramps: a village is more of a city than the motorway that passes it. */
const SHARE_WITHOUT_PLACES = 0.01;

/**
 * Keeps, for driving, the largest strongly connected part (by length of streets with access to places). The others remain as
 * footpaths where people may walk, because a street without a way back is still a street.
 */
export function keepConnected(graph: WorkGraph, lost: Disconnected): WorkGraph {
  // One-way traps are removed first, as if U-turns were possible everywhere: otherwise they would take the streets that lead
  // only to them along, which are dead ends without them.
  let kept = keepLargest(graph, lost, { turnAnywhere: true });
  // Repeated until nothing changes, because a junction with fewer streets may no longer allow U-turns.
  for (
    let next = keepLargest(kept, lost, { turnAnywhere: false });
    next !== kept;
    next = keepLargest(kept, lost, { turnAnywhere: false })
  )
    kept = next;
  return kept === graph ? graph : compactNodes(kept);
}

interface TurnOptions {
  /** Treats U-turns as possible at every node. */
  readonly turnAnywhere: boolean;
}

/** @returns the same graph if it is connected */
function keepLargest(graph: WorkGraph, lost: Disconnected, options: TurnOptions): WorkGraph {
  const { links } = graph;
  const lanes = drivingLanes(links);
  const part = partsOf(graph, lanes, options);
  const largest = largestOf(part, lanes, links);
  const lanesIn = (d: number) => (part[d] === largest ? lanes[d] : 0);
  let driven = 0;
  let kept = 0;
  for (let d = 0; d < lanes.length; d++) {
    driven += lanes[d];
    kept += lanesIn(d);
  }
  if (kept === driven) return graph;
  const inLargest = (link: number) => lanesIn(2 * link) + lanesIn(2 * link + 1) > 0;
  lost.parts.push(...partsWithout(graph, inLargest));
  return filterLinks(graph, (link, i) => {
    const { kind } = link;
    const along = lanesIn(2 * i);
    const against = lanesIn(2 * i + 1);
    if (along === kind.lanes[0] && against === kind.lanes[1]) return link;
    if (along + against > 0) return { ...link, kind: { ...kind, lanes: [along, against] } };
    const onFoot = kind.sidewalks.left || kind.sidewalks.right;
    lost[onFoot ? 'walked' : 'dropped'] += link.length;
    return onFoot ? asPath(link) : undefined;
  });
}

/** The part with the longest streets that have places; -1 if there is none. */
function largestOf(part: Int32Array, lanes: Uint16Array, links: readonly WorkLink[]): number {
  const metres = new Float64Array(part.length);
  const directions = new Uint32Array(part.length);
  for (let d = 0; d < part.length; d++) {
    if (lanes[d] === 0) continue;
    const { kind, length } = links[d >> 1];
    const share = kind.class === 'motorway' || kind.ramp ? SHARE_WITHOUT_PLACES : 1;
    metres[part[d]] += share * length;
    directions[part[d]]++;
  }
  let largest = -1;
  let most = 0;
  for (const candidate of part) {
    // An isolated one-way street: no one gets from its end to its start.
    if (directions[candidate] < 2 || metres[candidate] <= most) continue;
    largest = candidate;
    most = metres[candidate];
  }
  return largest;
}

/** The large parts of the removed streets, the largest first. */
function partsWithout({ nodes, links }: WorkGraph, isKept: (link: number) => boolean): LostPart[] {
  const isLost = ({ kind }: WorkLink, i: number) => !isKept(i) && isDriven(kind);
  const sets = new DisjointSets(nodes.length);
  links.forEach((link, i) => {
    if (isLost(link, i)) sets.join(link.from, link.to);
  });
  const lost = new Map<number, { metres: number; readonly corners: number[] }>();
  links.forEach((link, i) => {
    if (!isLost(link, i)) return;
    const root = sets.rootOf(link.from);
    const sum = lost.get(root) ?? { metres: 0, corners: [] };
    sum.metres += link.length;
    const { west, south, east, north } = boxAround(link.path)!;
    sum.corners.push(west, south, east, north);
    lost.set(root, sum);
  });
  return Array.from(lost.values())
    .filter(({ metres }) => metres >= TOLD)
    .sort((a, b) => b.metres - a.metres)
    .map(({ metres, corners }) => ({ metres, box: boxAround(Float64Array.from(corners))! }));
}

/** The strongly connected part of each direction of each link. */
function partsOf(graph: WorkGraph, lanes: Uint16Array, { turnAnywhere }: TurnOptions): Int32Array {
  const { links } = graph;
  const ends = nodeEnds(graph.nodes.length, links);
  const froms = new NumberList(Int32Array);
  const tos = new NumberList(Int32Array);
  const addEdge = (into: number, out: number) => {
    froms.push(into);
    tos.push(out);
  };
  eachTurn(graph, ends, addEdge);
  if (turnAnywhere) {
    for (let d = 0; d < lanes.length; d++) if (lanes[d] > 0 && lanes[d ^ 1] > 0) addEdge(d, d ^ 1);
  }
  const { offsets, items } = groupValues(lanes.length, froms.view(), tos.view());
  return stronglyConnected(offsets, items);
}

function asPath(link: WorkLink): WorkLink {
  const { kind } = link;
  return { ...link, ...UNSIGNED, kind: { ...kind, ...UNDRIVEN, ramp: kind.ferry }, speed: [0, 0] };
}

/**
 * Removes paths, and sidewalks of streets, without a connection on foot to the largest part of streets and paths: the part with the
 * most links, not the longest, because a village is more of a city than the trails around it.
 */
export function keepWalkable(graph: WorkGraph): { graph: WorkGraph; dropped: number } {
  const { links, nodes } = graph;
  const parts = new DisjointSets(nodes.length);
  for (const link of links) if (walkingLanes(link) > 0) parts.join(link.from, link.to);
  // Ways for bicycles only must lead somewhere, too, perhaps over others of their kind.
  const ridden = new DisjointSets(nodes.length);
  for (const link of links) if (walkingLanes(link) > 0 || !link.kind.walkable) ridden.join(link.from, link.to);
  const lanes = new Uint32Array(nodes.length);
  for (const link of links) lanes[parts.rootOf(link.from)] += walkingLanes(link);
  let largest = 0;
  for (let i = 1; i < lanes.length; i++) if (lanes[i] > lanes[largest]) largest = i;
  let dropped = 0;
  const kept = filterLinks(graph, (link) => {
    const { kind } = link;
    const isKept = kind.walkable
      ? parts.rootOf(link.from) === largest
      : ridden.rootOf(link.from) === ridden.rootOf(largest);
    if (isKept || walkingLanes(link) + Number(kind.class === 'path') === 0) return link;
    dropped += link.length;
    const sidewalks = { left: false, right: false };
    return kind.class === 'path' ? undefined : { ...link, kind: { ...kind, sidewalks } };
  });
  return { graph: compactNodes(kept), dropped };
}

function walkingLanes({ kind }: WorkLink): number {
  const { left, right } = kind.sidewalks;
  return kind.class === 'path' ? Number(kind.walkable) : Number(left) + Number(right);
}
