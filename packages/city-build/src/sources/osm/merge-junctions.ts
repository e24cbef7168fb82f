import { DisjointSets, groupByRow } from '@itinera/city/map-making';
import type { NetworkNode, TurnBan } from '../../layout/network.js';
import { type Direction, lanesOf, type NodeEnds, nodeEnds } from '../../layout/turns.js';
import { linkBetween, remapBans, type WayBan, type WorkGraph, type WorkLink } from './work-graph.js';

/** Junctions connected by a street shorter than this are merged; the longer limit applies if both have lights. Metres. */
const NEAR = 20;
const NEAR_WITH_LIGHTS = 35;
/** Maximum extent of a junction in either direction, metres. */
const MAX_EXTENT = 60;
/** Maximum circumference of a roundabout that becomes one junction, metres. */
const SMALL_ROUNDABOUT = 120;

/**
 * Merges nodes that are one junction in reality: the four crossing points of two divided streets, a staggered crossing, a
 * small roundabout. Movements that were impossible over the separate nodes (one-way pieces, turn bans) remain banned.
 */
export function mergeJunctions(graph: WorkGraph): WorkGraph {
  const { links, nodes } = graph;
  const ends = nodeEnds(nodes.length, links);
  const clusters = new Clusters(nodes);
  mergeRoundabouts(links, clusters);
  const candidates = links
    .filter(({ from, to, length, kind }) => {
      const lights = nodes[from].signals && nodes[to].signals;
      const isJunction = (node: number) => ends.start[node + 1] - ends.start[node] > 1 && !nodes[node].gate;
      return (
        kind.class !== 'path' &&
        from !== to &&
        length < (lights ? NEAR_WITH_LIGHTS : NEAR) &&
        isJunction(from) &&
        isJunction(to)
      );
    })
    .sort((a, b) => a.length - b.length);
  for (const { from, to } of candidates) clusters.join(from, to, MAX_EXTENT);

  // Streets within a junction are removed, if they are no longer than the junction is wide.
  const inner = new Uint8Array(links.length);
  for (let i = 0; i < links.length; i++) {
    const { from, to, length } = links[i];
    if (length < 2 * MAX_EXTENT && clusters.of(from) === clusters.of(to) && clusters.isMerged(from)) inner[i] = 1;
  }
  const nodeAt = new Int32Array(nodes.length).fill(-1);
  const merged: NetworkNode[] = [];
  nodes.forEach((node, i) => {
    const root = clusters.of(i);
    if (nodeAt[root] < 0) nodeAt[root] = merged.push(clusters.isMerged(i) ? clusters.centre(root) : node) - 1;
    nodeAt[i] = nodeAt[root];
  });
  const linkAt = new Int32Array(links.length).fill(-1);
  const kept: WorkLink[] = [];
  links.forEach((link, i) => {
    if (inner[i]) return;
    linkAt[i] = kept.push(linkBetween(link, nodeAt[link.from], nodeAt[link.to])) - 1;
  });
  // Of ways over several streets, those that are now within the junction are no longer on the way.
  const overWays = graph.wayBans
    .map((ban) => ({ ...ban, via: ban.via.filter((link) => !inner[link]) }))
    .filter(({ via }) => via.length > 0);
  const outside = { bans: graph.bans.filter(({ via }) => !clusters.isMerged(via)), wayBans: overWays };
  const { bans, wayBans } = remapBans(outside, { linkAt, nodeAt });
  const within = bansWithin(graph, ends, inner, clusters);
  const more = remapBans({ bans: within, wayBans: [] }, { linkAt, nodeAt }).bans;
  return { nodes: merged, links: kept, bans: [...bans, ...more], wayBans };
}

/** Assigns nodes to junctions: disjoint sets with a maximum extent. */
class Clusters {
  private readonly sets: DisjointSets;
  private readonly size: Uint32Array;
  private readonly box: Float64Array;
  private readonly signals: Uint8Array;

  constructor(nodes: readonly NetworkNode[]) {
    this.sets = new DisjointSets(nodes.length);
    this.size = new Uint32Array(nodes.length).fill(1);
    this.box = new Float64Array(4 * nodes.length);
    this.signals = new Uint8Array(nodes.length);
    nodes.forEach(({ x, y, signals }, node) => {
      this.setBox(node, x, y, x, y);
      this.signals[node] = signals ? 1 : 0;
    });
  }

  of(node: number): number {
    return this.sets.rootOf(node);
  }

  isMerged(node: number): boolean {
    return this.size[this.of(node)] > 1;
  }

  /** Joins two sets, unless the result would be wider or higher than `most` metres. */
  join(a: number, b: number, most: number): void {
    const one = this.of(a);
    const other = this.of(b);
    if (one === other) return;
    const { box } = this;
    const west = Math.min(box[4 * one], box[4 * other]);
    const south = Math.min(box[4 * one + 1], box[4 * other + 1]);
    const east = Math.max(box[4 * one + 2], box[4 * other + 2]);
    const north = Math.max(box[4 * one + 3], box[4 * other + 3]);
    if (east - west > most || north - south > most) return;
    const root = this.sets.join(one, other);
    this.size[root] = this.size[one] + this.size[other];
    this.signals[root] = this.signals[one] | this.signals[other];
    this.setBox(root, west, south, east, north);
  }

  private setBox(root: number, west: number, south: number, east: number, north: number): void {
    this.box[4 * root] = west;
    this.box[4 * root + 1] = south;
    this.box[4 * root + 2] = east;
    this.box[4 * root + 3] = north;
  }

  /** The junction created from a set of nodes. */
  centre(root: number): NetworkNode {
    const { box, signals } = this;
    const x = (box[4 * root] + box[4 * root + 2]) / 2;
    const y = (box[4 * root + 1] + box[4 * root + 3]) / 2;
    return { x, y, signals: signals[root] === 1, gate: undefined };
  }
}

function mergeRoundabouts(links: readonly WorkLink[], clusters: Clusters): void {
  const rings = new Map<number, WorkLink[]>();
  const byNode = new Map<number, WorkLink[]>();
  for (const link of links) {
    if (!link.kind.roundabout) continue;
    for (const node of [link.from, link.to]) byNode.set(node, [...(byNode.get(node) ?? []), link]);
  }
  const seen = new Set<WorkLink>();
  for (const [node, first] of byNode) {
    const ring: WorkLink[] = [];
    const stack = first.filter((link) => !seen.has(link));
    for (const link of stack) seen.add(link);
    for (let link = stack.pop(); link; link = stack.pop()) {
      ring.push(link);
      for (const end of [link.from, link.to]) {
        for (const next of byNode.get(end) ?? []) {
          if (seen.has(next)) continue;
          seen.add(next);
          stack.push(next);
        }
      }
    }
    if (ring.length > 0) rings.set(node, ring);
  }
  for (const ring of rings.values()) {
    if (ring.reduce((sum, link) => sum + link.length, 0) > SMALL_ROUNDABOUT) continue;
    for (const { from, to } of ring) clusters.join(from, to, MAX_EXTENT);
  }
}

/**
 * Bans all turns over merged junctions that were impossible before: for each entering street, finds the exits that are
 * reachable over the inner streets, respecting one-way pieces and turn bans.
 */
function bansWithin(graph: WorkGraph, { start, ends }: NodeEnds, inner: Uint8Array, clusters: Clusters): TurnBan[] {
  const { links } = graph;
  const clusterOf = new Int32Array(graph.nodes.length);
  for (let node = 0; node < clusterOf.length; node++)
    clusterOf[node] = clusters.isMerged(node) ? clusters.of(node) : -1;
  const members = groupByRow(clusterOf.length, clusterOf);
  const bansFrom = new Map<number, TurnBan[]>();
  for (const ban of graph.bans)
    if (ban.access === undefined) bansFrom.set(ban.from, [...(bansFrom.get(ban.from) ?? []), ban]);
  const isBanned = (from: number, via: number, to: number) =>
    bansFrom.get(from)?.some((ban) => ban.via === via && ban.to === to) ?? false;
  const wayBansOf = new Map<number, WayBan[]>();
  for (const ban of graph.wayBans) wayBansOf.set(ban.from, [...(wayBansOf.get(ban.from) ?? []), ban]);
  const bans: TurnBan[] = [];
  for (let cluster = 0; cluster < clusterOf.length; cluster++) {
    /** The directions that leave the junction. */
    const streets: Direction[] = [];
    for (let member = members.offsets[cluster]; member < members.offsets[cluster + 1]; member++) {
      const node = members.items[member];
      for (let e = start[node]; e < start[node + 1]; e++) if (!inner[ends[e] >> 1]) streets.push(ends[e]);
    }
    for (const direction of streets) {
      const into = direction ^ 1;
      if (lanesOf(links, into) === 0) continue;
      const first = into >> 1;
      const overWays = wayBansOf.get(first) ?? [];
      const reached = new Set<number>([into]);
      const stack = [into];
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        const node = at & 1 ? links[at >> 1].from : links[at >> 1].to;
        for (let e = start[node]; e < start[node + 1]; e++) {
          const out = ends[e];
          if (lanesOf(links, out) === 0 || reached.has(out) || out === (at ^ 1)) continue;
          if (isBanned(at >> 1, node, out >> 1)) continue;
          reached.add(out);
          if (inner[out >> 1]) stack.push(out);
        }
      }
      const via = into & 1 ? links[first].from : links[first].to;
      for (const out of streets) {
        const to = out >> 1;
        if (lanesOf(links, out) === 0) continue;
        // A turn that is banned at the entry may not be replaced by a loop around the junction.
        const open = !isBanned(first, via, to) && !isWayBanned(overWays, to, inner);
        const allowed = open && (to === first || reached.has(out));
        if (!allowed) bans.push({ from: first, via, to });
      }
    }
  }
  return bans;
}

/** Whether a restriction over ways within the junction bans the continuation into `to`. */
function isWayBanned(wayBans: readonly WayBan[], to: number, inner: Uint8Array): boolean {
  return wayBans.some((ban) => ban.via.every((link) => inner[link]) && (ban.only ? ban.to !== to : ban.to === to));
}
