import type { Box } from '@itinera/city/browser';
import { boxAround, DisjointSets, groupByRow, NumberList, stronglyConnected } from '@itinera/city/map-making';
import { eachTurn, lanesOf, nodeEnds } from '../../layout/turns.js';
import { compactNodes, filterLinks, UNSIGNED, type WorkGraph, type WorkLink } from './work-graph.js';

/** What was taken out because one cannot drive there and back, metres of street. */
export interface Disconnected {
  /** Kept for people on foot. */
  walked: number;
  /** Left out. */
  dropped: number;
  /** The largest parts among both, of streets that hang together. */
  readonly parts: LostPart[];
}

/** Streets that hang together, from which one cannot drive to the rest and back. */
export interface LostPart {
  readonly metres: number;
  /** Metres in the plane. */
  readonly box: Box;
}

/** Parts with fewer streets are counted, not told one by one, metres. */
const TOLD = 10_000;

/** No place lies at motorways and ramps: a village is more of a city than the motorway that passes it. */
const SHARE_WITHOUT_PLACES = 0.01;

/**
 * Keeps, for driving, the largest part (by length of the streets that places can lie at) in which each street can be
 * reached from each. The rest stays as paths on foot where people may walk, since a street without a way back is still
 * a street.
 */
export function keepConnected(graph: WorkGraph, lost: Disconnected): WorkGraph {
  // One-way traps go first, as if one could turn round anywhere: else they would take along the streets that lead only
  // to them, which are dead ends without them.
  let kept = keepLargest(graph, lost, { turnAnywhere: true });
  // With fewer streets at a junction, turning round may no longer be allowed there, until nothing changes.
  for (
    let next = keepLargest(kept, lost, { turnAnywhere: false });
    next !== kept;
    next = keepLargest(kept, lost, { turnAnywhere: false })
  )
    kept = next;
  return kept === graph ? graph : compactNodes(kept);
}

interface TurnOptions {
  /** As if one could turn round at every node. */
  readonly turnAnywhere: boolean;
}

/** @returns the same graph when all of it is one part */
function keepLargest(graph: WorkGraph, lost: Disconnected, options: TurnOptions): WorkGraph {
  const { links } = graph;
  const part = partsOf(graph, options);
  const sizes = new Map<number, { length: number; directions: number }>();
  for (let d = 0; d < part.length; d++) {
    if (lanesOf(links, d) === 0) continue;
    const { class: kind, ramp, length: own } = links[d >> 1];
    const { length, directions } = sizes.get(part[d]) ?? { length: 0, directions: 0 };
    const share = kind === 'motorway' || ramp ? SHARE_WITHOUT_PLACES : 1;
    sizes.set(part[d], { length: length + share * own, directions: directions + 1 });
  }
  let largest = -1;
  let most = 0;
  for (const [candidate, { length, directions }] of sizes) {
    // A one-way street alone: nobody gets from its end to its beginning.
    if (directions < 2 || length <= most) continue;
    largest = candidate;
    most = length;
  }

  const inLargest = (link: number) =>
    [2 * link, 2 * link + 1].some((d) => lanesOf(links, d) > 0 && part[d] === largest);
  lost.parts.push(...partsWithout(graph, inLargest));
  let changed = false;
  const kept = filterLinks(graph, (link, i) => {
    const lanes = link.lanes.map((count, d) => (part[2 * i + d] === largest ? count : 0)) as [number, number];
    if (lanes[0] === link.lanes[0] && lanes[1] === link.lanes[1]) return link;
    changed = true;
    if (lanes[0] + lanes[1] > 0) return { ...link, lanes };
    const onFoot = link.sidewalks.left || link.sidewalks.right;
    lost[onFoot ? 'walked' : 'dropped'] += link.length;
    return onFoot ? asPath(link) : undefined;
  });
  return changed ? kept : graph;
}

/** The large parts of the streets that are not kept, from the largest on. */
function partsWithout({ nodes, links }: WorkGraph, isKept: (link: number) => boolean): LostPart[] {
  const isLost = ({ lanes }: WorkLink, i: number) => lanes[0] + lanes[1] > 0 && !isKept(i);
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
function partsOf(graph: WorkGraph, { turnAnywhere }: TurnOptions): Int32Array {
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
    for (let d = 0; d < 2 * links.length; d++)
      if (lanesOf(links, d) > 0 && lanesOf(links, d ^ 1) > 0) addEdge(d, d ^ 1);
  }
  const { offsets, items } = groupByRow(2 * links.length, froms.view());
  return stronglyConnected(
    offsets,
    items.map((edge) => tos.at(edge)),
  );
}

function asPath(link: WorkLink): WorkLink {
  return {
    ...link,
    class: 'path',
    ramp: link.ferry,
    lanes: [0, 0],
    speed: [0, 0],
    ...UNSIGNED,
  };
}

/**
 * Leaves out paths from which one cannot walk to the largest part of streets and paths. The one with most of them, not
 * the longest: a village is more of a city than the trails around it.
 */
export function keepWalkable(graph: WorkGraph): { graph: WorkGraph; dropped: number } {
  const { links, nodes } = graph;
  const parts = new DisjointSets(nodes.length);
  for (const link of links) if (walkingLanes(link) > 0) parts.join(link.from, link.to);
  const lanes = new Uint32Array(nodes.length);
  for (const link of links) lanes[parts.rootOf(link.from)] += walkingLanes(link);
  let largest = 0;
  for (let i = 1; i < lanes.length; i++) if (lanes[i] > lanes[largest]) largest = i;
  let dropped = 0;
  const kept = filterLinks(graph, (link) => {
    if (link.class !== 'path' || parts.rootOf(link.from) === largest) return link;
    dropped += link.length;
    return undefined;
  });
  return { graph: compactNodes(kept), dropped };
}

function walkingLanes({ class: kind, sidewalks }: WorkLink): number {
  return kind === 'path' ? 1 : Number(sidewalks.left) + Number(sidewalks.right);
}
