import { NumberList } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import { addCut, addOffset, type Lines, pathLength, pointAlong } from '../../layout/geometry.js';
import type { NetworkNode } from '../../layout/network.js';
import { halfWidth, WALK_WIDTH } from '../../layout/roads.js';
import { LinkPieces, type NearPiece, nearestOf } from './link-pieces.js';
import { filterLinks, isWalked, linkBetween, UNDRIVEN, UNSIGNED, type WorkGraph, type WorkLink } from './work-graph.js';

/** A path that meets a street within this distance of a junction is attached to the junction, metres. */
const AT_JUNCTION = 25;
/** Paths that meet a street within this distance of each other share one node, metres. */
const TOGETHER = 15;
/** Maximum distance from a path's end to its street, if a junction absorbed that piece of street, metres. */
const SWALLOWED = 45;
/** Maximum distance from the end of a mapped sidewalk to the centre line of its street, metres. */
const BESIDE = 30;
/** Shorter paths from a junction back to it are omitted, metres. */
const ROUND_TRIP = 60;

/** The point where a path meets a street: at a node of the streets, or along a link. */
type Meeting = { readonly node: number } | { readonly link: number; readonly s: number };

/** Attributes of the nodes of paths. */
export interface PathNodes {
  /** Whether a node is on a street. */
  isShared(node: number): boolean;
  /** Whether a mapped sidewalk ends here, next to a street that continues. */
  isLoose(node: number): boolean;
}

/**
 * Adds paths to streets. A path that meets a street between junctions does not split the street, which would cost every
 * driver time: only the sidewalk on that side is split, into separate paths. Nodes of omitted paths stay.
 */
export function attachPaths(
  streets: WorkGraph,
  paths: WorkGraph,
  { isShared, isLoose }: PathNodes,
  finder = new StreetFinder(streets),
): WorkGraph {
  const nodes: NetworkNode[] = [...streets.nodes];
  const links: WorkLink[] = [...streets.links];
  const nodeAt = new Int32Array(paths.nodes.length).fill(-1);
  const along = new Map<number, { s: number; node: number }[]>();
  paths.nodes.forEach((node, n) => {
    const meeting = isShared(n)
      ? finder.meeting(node.x, node.y)
      : isLoose(n)
        ? finder.meetingBeside(node.x, node.y)
        : undefined;
    if (!meeting) nodeAt[n] = nodes.push({ x: node.x, y: node.y, signals: false, gate: node.gate }) - 1;
    else if ('node' in meeting) nodeAt[n] = meeting.node;
    else {
      const there = along.get(meeting.link) ?? [];
      along.set(meeting.link, there);
      there.push({ s: meeting.s, node: n });
    }
  });
  for (const [link, meetings] of [...along].sort(([a], [b]) => a - b)) {
    links.push(...cutPavement(links, link, nodes, meetings, nodeAt));
  }
  for (const link of paths.links) {
    const from = nodeAt[link.from];
    const to = nodeAt[link.to];
    if (from !== to || link.length >= ROUND_TRIP) links.push(linkBetween(link, from, to));
  }
  return filterLinks({ ...streets, nodes, links }, (link) => (link.length > 0.05 ? link : undefined));
}

/**
 * Splits the sidewalk of a street where paths meet it, and assigns the nodes to the paths.
 * @returns the pieces; the link itself loses the sidewalk on that side, and is removed if it was a path
 */
function cutPavement(
  links: WorkLink[],
  index: number,
  nodes: NetworkNode[],
  meetings: { s: number; node: number }[],
  nodeAt: Int32Array,
): WorkLink[] {
  const link = links[index];
  const { kind } = link;
  const isPath = kind.class === 'path';
  const { left, right } = kind.sidewalks;
  meetings.sort((a, b) => a.s - b.s || a.node - b.node);
  const side = isPath ? 0 : right ? 1 : -1;
  const shift = side * (halfWidth(kind) + WALK_WIDTH / 2);
  const middle: Lines = new NumberList(Float64Array);
  const aside: Lines = new NumberList(Float64Array);
  const pieces: WorkLink[] = [];
  const none = { left: false, right: false };
  const walked = { ...kind, ...UNDRIVEN, walkable: kind.walkable, ramp: kind.ferry, sidewalks: none };
  const addPiece = (from: number, to: number, start: number, end: number) => {
    middle.length = 0;
    addCut(middle, link.path, start, end);
    aside.length = 0;
    addOffset(aside, middle.array, shift, middle.length);
    const path = aside.view().slice();
    pieces.push({ ...link, ...UNSIGNED, from, to, kind: walked, speed: [0, 0], path, length: pathLength(path) });
  };
  let last = -Infinity;
  let node = link.from;
  let start = 0;
  for (const meeting of meetings) {
    if (meeting.s - last > TOGETHER) {
      const { x, y, angle } = pointAlong(link.path, meeting.s);
      const next =
        nodes.push({
          x: x + shift * Math.sin(angle),
          y: y - shift * Math.cos(angle),
          signals: false,
          gate: undefined,
        }) - 1;
      addPiece(node, next, start, meeting.s);
      node = next;
      start = meeting.s;
      last = meeting.s;
    }
    nodeAt[meeting.node] = node;
  }
  addPiece(node, link.to, start, link.length);
  const sidewalks = side > 0 ? { left, right: false } : { left: false, right };
  // The caller drops links of length 0; indices of links must not change while others are split.
  links[index] = isPath ? { ...link, length: 0 } : { ...link, kind: { ...kind, sidewalks } };
  return pieces;
}

/** Finds the position of a point on the streets. */
export class StreetFinder {
  readonly pieces: LinkPieces;
  readonly #nodes: Flatbush | undefined;

  constructor({ links, nodes }: WorkGraph) {
    this.pieces = new LinkPieces(links);
    if (links.length === 0) return;
    this.#nodes = new Flatbush(nodes.length);
    for (const { x, y } of nodes) this.#nodes.add(x, y);
    this.#nodes.finish();
  }

  /** Whether a point is on a street, within half a metre. */
  isOn(x: number, y: number): boolean {
    return this.pieces.near(x, y, 0.5).length > 0;
  }

  /** The street position of a point that is on a street. */
  meeting(x: number, y: number): Meeting | undefined {
    const first = nearestOf(this.pieces.near(x, y, 0.5));
    if (first) {
      const meeting = meetingAt(first);
      // A tunnel may pass below the street that it is on.
      return isWalked(first.link.kind) || 'node' in meeting ? meeting : undefined;
    }
    const node = this.#nodes?.neighbors(x, y, 1, SWALLOWED)[0];
    return node === undefined ? undefined : { node };
  }

  /** The sidewalk positions of a point next to a street. */
  meetingBeside(x: number, y: number): Meeting | undefined {
    const nearest = nearestOf(this.pieces.near(x, y, BESIDE).filter(({ link }) => isWalked(link.kind)));
    return nearest && meetingAt(nearest);
  }
}

/** The node of a street near which a point on it is, or its place between them. */
function meetingAt({ link, number, s }: NearPiece): Meeting {
  const margin = Math.min(AT_JUNCTION, link.length / 3);
  if (s >= margin && s <= link.length - margin) return { link: number, s };
  return { node: s < margin ? link.from : link.to };
}
