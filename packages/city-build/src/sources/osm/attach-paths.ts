import { stepLength } from '@itinera/base';
import Flatbush from 'flatbush';
import { cutPath, offsetPath, type Path, pathLength, pointAlong } from '../../layout/geometry.js';
import type { NetworkNode } from '../../layout/network.js';
import { halfWidth, WALK_WIDTH } from '../../layout/roads.js';
import {
  compactNodes,
  filterLinks,
  isWalked,
  linkBetween,
  UNDRIVEN,
  UNSIGNED,
  type WorkGraph,
  type WorkLink,
} from './work-graph.js';

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
 * driver time: only the sidewalk on that side is split, into separate paths.
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
  return compactNodes(filterLinks({ ...streets, nodes, links }, (link) => (link.length > 0.05 ? link : undefined)));
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
  const aside = (path: Path) => offsetPath(path, shift);
  const pieces: WorkLink[] = [];
  const none = { left: false, right: false };
  const walked = { ...kind, ...UNDRIVEN, walkable: kind.walkable, ramp: kind.ferry, sidewalks: none };
  const addPiece = (from: number, to: number, start: number, end: number) => {
    const path = aside(cutPath(link.path, start, end));
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

/** A piece of street near a point. */
interface NearPiece {
  readonly link: WorkLink;
  readonly distance: number;
  /** Whether its nearest point is between junctions. */
  readonly isBetween: boolean;
  readonly meeting: Meeting;
}

/** The nearest piece, the first of several. */
function nearestOf(pieces: readonly NearPiece[]): NearPiece | undefined {
  return pieces.reduce<NearPiece | undefined>((a, b) => (a && a.distance <= b.distance ? a : b), undefined);
}

/** Finds the position of a point on the streets. */
export class StreetFinder {
  private readonly pieceIndex: Flatbush | undefined;
  private readonly nodeIndex: Flatbush | undefined;
  /** For each segment: its link, and its start in metres along the link. */
  private readonly linkOf: Int32Array;
  private readonly startOf: Float64Array;
  /** x1, y1, x2, y2 of each segment. */
  private readonly pieces: Float64Array;

  constructor(private readonly streets: WorkGraph) {
    const { links, nodes } = streets;
    const count = links.reduce((sum, { path }) => sum + path.length / 2 - 1, 0);
    this.linkOf = new Int32Array(count);
    this.startOf = new Float64Array(count);
    this.pieces = new Float64Array(4 * count);
    if (links.length === 0) return;
    const index = new Flatbush(count);
    let piece = 0;
    links.forEach(({ path }, link) => {
      let s = 0;
      for (let i = 2; i < path.length; i += 2) {
        const x1 = path[i - 2];
        const y1 = path[i - 1];
        const x2 = path[i];
        const y2 = path[i + 1];
        this.linkOf[piece] = link;
        this.startOf[piece] = s;
        this.pieces[4 * piece] = x1;
        this.pieces[4 * piece + 1] = y1;
        this.pieces[4 * piece + 2] = x2;
        this.pieces[4 * piece + 3] = y2;
        index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
        s += stepLength(x2 - x1, y2 - y1);
        piece++;
      }
    });
    index.finish();
    this.pieceIndex = index;
    this.nodeIndex = new Flatbush(nodes.length);
    for (const { x, y } of nodes) this.nodeIndex.add(x, y);
    this.nodeIndex.finish();
  }

  /** Whether a point is on a street, within half a metre. */
  isOn(x: number, y: number): boolean {
    return this.pieceNear(x, y, 0.5, () => true).length > 0;
  }

  /** The street position of a point that is on a street. */
  meeting(x: number, y: number): Meeting | undefined {
    // A tunnel may pass below the street that it is on.
    const first = nearestOf(this.pieceNear(x, y, 0.5, () => true));
    if (first) return isWalked(first.link.kind) || !first.isBetween ? first.meeting : undefined;
    const node = this.nodeIndex?.neighbors(x, y, 1, SWALLOWED)[0];
    return node === undefined ? undefined : { node };
  }

  /** The sidewalk positions of a point next to a street. */
  meetingBeside(x: number, y: number): Meeting | undefined {
    return nearestOf(this.pieceNear(x, y, BESIDE, ({ kind }) => isWalked(kind)))?.meeting;
  }

  private pieceNear(x: number, y: number, near: number, isWanted: (link: WorkLink) => boolean): NearPiece[] {
    return (this.pieceIndex?.search(x - near, y - near, x + near, y + near) ?? []).flatMap((piece) => {
      const link = this.streets.links[this.linkOf[piece]];
      const x1 = this.pieces[4 * piece];
      const y1 = this.pieces[4 * piece + 1];
      const x2 = this.pieces[4 * piece + 2];
      const y2 = this.pieces[4 * piece + 3];
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square));
      const distance = stepLength(x1 + (x2 - x1) * part - x, y1 + (y2 - y1) * part - y);
      if (distance > near || !isWanted(link)) return [];
      const s = this.startOf[piece] + Math.sqrt(square) * part;
      const margin = Math.min(AT_JUNCTION, link.length / 3);
      const isBetween = s >= margin && s <= link.length - margin;
      const meeting = isBetween ? { link: this.linkOf[piece], s } : { node: s < margin ? link.from : link.to };
      return [{ link, distance, isBetween, meeting }];
    });
  }
}
