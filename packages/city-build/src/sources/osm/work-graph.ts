import { type Path, pathLength, reversePath } from '../../layout/geometry.js';
import type { LinkKind, NetworkLink, NetworkNode, RoadSign, TurnBan } from '../../layout/network.js';

/** Traffic lights on a street, away from its ends. */
export interface LinkSignal {
  /** Metres along the path of the link. */
  readonly s: number;
  /** Lights of a pedestrian crossing, which are weaker evidence for a junction than lights for drivers. */
  readonly crossing: boolean;
}

/** A sign on a street. */
export interface LinkSign {
  /** Metres along the path of the link. */
  readonly s: number;
  readonly kind: RoadSign;
  /** Direction to which it applies: 1 along the path, -1 against it, 0 towards the nearer end. */
  readonly facing: -1 | 0 | 1;
}

/** What the tags of a way say, the same of all its links. Ways with the same tags share one object. */
export interface WorkKind extends Required<LinkKind> {
  readonly roundabout: boolean;
  readonly ferry: boolean;
  /** A track that no tag opens or closes to cars. */
  readonly untagged: boolean;
  /** A sidewalk or a crossing, mapped beside or across a street which may already have sidewalks. */
  readonly pavement: boolean;
  /** A path in a tunnel or on a bridge, which may end beside a street above or below it. */
  readonly offGround: boolean;
  /** Whether the sidewalk is on the outer side of a divided street: the opposite side in left-hand traffic. */
  readonly outerSidewalk: boolean;
}

/** Whether people walk on a path, or on a sidewalk of a street. */
export const isWalked = ({ class: roadClass, sidewalks }: LinkKind): boolean =>
  roadClass === 'path' || sidewalks.left || sidewalks.right;

/** A link while streets are joined and junctions merged. */
export interface WorkLink extends NetworkLink {
  readonly kind: WorkKind;
  readonly length: number;
  readonly marks: NonNullable<NetworkLink['marks']>;
  readonly signals: readonly LinkSignal[];
  readonly posts: readonly LinkSign[];
  readonly signs: NonNullable<NetworkLink['signs']>;
}

/** Shared by all links without lights and signs, which are most of them. */
export const UNSIGNED = {
  signals: [],
  posts: [],
  signs: [undefined, undefined],
} as const satisfies Pick<WorkLink, 'signals' | 'posts' | 'signs'>;

/** What only streets for cars have, on a path. */
export const UNDRIVEN = {
  class: 'path',
  lanes: [0, 0],
  busLanes: [0, 0],
  middleLanes: 0,
  shared: false,
  access: [0, 0],
  walkable: true,
} as const satisfies Partial<WorkKind>;

/** A ban over intermediate ways, which may become part of a junction. Links by index. */
export interface WayBan {
  readonly only: boolean;
  readonly from: number;
  readonly via: readonly number[];
  readonly to: number;
}

/** Streets between their form as ways and as a network. */
export interface WorkGraph {
  readonly nodes: readonly NetworkNode[];
  readonly links: readonly WorkLink[];
  readonly bans: readonly TurnBan[];
  readonly wayBans: readonly WayBan[];
}

const reversedKinds = new WeakMap<WorkKind, WorkKind>();

/** The kind of a reversed street, made once. */
function reverseKind(kind: WorkKind): WorkKind {
  const known = reversedKinds.get(kind);
  if (known) return known;
  const { lanes, busLanes, access, ride, rideAccess, walkAccess, sidewalks } = kind;
  const reversed: WorkKind = {
    ...kind,
    lanes: [lanes[1], lanes[0]],
    busLanes: [busLanes[1], busLanes[0]],
    access: [access[1], access[0]],
    ride: [ride[1], ride[0]],
    rideAccess: [rideAccess[1], rideAccess[0]],
    walkAccess: [walkAccess[1], walkAccess[0]],
    sidewalks: { left: sidewalks.right, right: sidewalks.left },
  };
  reversedKinds.set(kind, reversed).set(reversed, kind);
  return reversed;
}

/** The reversed street. */
export function reverseLink(link: WorkLink): WorkLink {
  return {
    ...link,
    from: link.to,
    to: link.from,
    kind: reverseKind(link.kind),
    speed: [link.speed[1], link.speed[0]],
    marks: [link.marks[1], link.marks[0]],
    path: reversePath(link.path),
    signals: link.signals.map(({ s, crossing }) => ({ s: link.length - s, crossing })).reverse(),
    posts: link.posts
      .map(
        ({ s, kind, facing }): LinkSign => ({ s: link.length - s, kind, facing: (0 - facing) as LinkSign['facing'] }),
      )
      .reverse(),
    signs: [link.signs[1], link.signs[0]],
  };
}

/**
 * Consecutive streets joined into one: differing attributes are those of the longest, speeds preserve the total time, lights
 * at the joint are on the new street.
 */
export function chainLinks(parts: readonly WorkLink[], nodes: readonly NetworkNode[]): WorkLink {
  if (parts.length === 1) return parts[0];
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  // They share their common points.
  const path: Path = new Float64Array(parts.reduce((sum, part) => sum + part.path.length - 2, 2));
  let filled = 0;
  const signals: LinkSignal[] = [];
  const posts: LinkSign[] = [];
  const times: [number, number] = [0, 0];
  const rides: [number, number] = [0, 0];
  let length = 0;
  parts.forEach((part, i) => {
    path.set(i === 0 ? part.path : part.path.subarray(2), filled);
    filled += part.path.length - (i === 0 ? 0 : 2);
    if (i > 0 && nodes[part.from].signals) signals.push({ s: length, crossing: false });
    for (const { s, crossing } of part.signals) signals.push({ s: length + s, crossing });
    for (const { s, ...post } of part.posts) posts.push({ ...post, s: length + s });
    for (const d of [0, 1]) {
      if (part.speed[d] > 0) times[d] += part.length / part.speed[d];
      if (part.kind.ride[d] > 0) rides[d] += part.length / part.kind.ride[d];
    }
    length += part.length;
  });
  const speed = (d: 0 | 1) => (times[d] > 0 ? length / times[d] : 0);
  const ridden = (d: 0 | 1) => parts.reduce((sum, part) => sum + (part.kind.ride[d] > 0 ? part.length : 0), 0);
  // Rarely, cyclists may use only a part of a street; then most of it counts.
  const pace = (d: 0 | 1) => (ridden(d) > length / 2 ? Math.max(1, Math.round(ridden(d) / rides[d])) : 0);
  const ride = [pace(0), pace(1)] as const;
  const { kind } = longest;
  const isRiddenSo = kind.ride[0] === ride[0] && kind.ride[1] === ride[1];
  const roundabout = parts.some((part) => part.kind.roundabout);
  return {
    ...longest,
    from: parts[0].from,
    to: parts[parts.length - 1].to,
    path,
    length: pathLength(path),
    kind: isRiddenSo && kind.roundabout === roundabout ? kind : { ...kind, ride, roundabout },
    speed: [speed(0), speed(1)],
    // Marks and signs before the junction at either end.
    marks: [parts[parts.length - 1].marks[0], parts[0].marks[1]],
    signs: [parts[parts.length - 1].signs[0], parts[0].signs[1]],
    signals: signals.length > 0 ? signals : UNSIGNED.signals,
    posts: posts.length > 0 ? posts : UNSIGNED.posts,
  };
}

/** The link between these nodes. */
export function linkBetween(link: WorkLink, from: number, to: number): WorkLink {
  if (from === link.from && to === link.to) return link;
  const { name, kind, speed, path, length, marks, signals, posts, signs } = link;
  return { from, to, name, kind, speed, path, length, marks, signals, posts, signs };
}

/**
 * The graph with some of its links. Its nodes stay, including those without links.
 * @param replace the new form of a link, or undefined to remove it
 */
export function filterLinks(graph: WorkGraph, replace: (link: WorkLink, i: number) => WorkLink | undefined): WorkGraph {
  const linkAt = new Int32Array(graph.links.length).fill(-1);
  const links: WorkLink[] = [];
  graph.links.forEach((link, i) => {
    const kept = replace(link, i);
    if (kept) linkAt[i] = links.push(kept) - 1;
  });
  return { nodes: graph.nodes, links, ...remapBans(graph, { linkAt }) };
}

/**
 * The graph without unconnected nodes.
 * @param order links that determine the order of the nodes
 */
export function compactNodes(graph: WorkGraph, order: readonly WorkLink[] = graph.links): WorkGraph {
  const nodeAt = new Int32Array(graph.nodes.length).fill(-1);
  const nodes: NetworkNode[] = [];
  const keep = (node: number) => {
    if (nodeAt[node] < 0) nodeAt[node] = nodes.push(graph.nodes[node]) - 1;
  };
  for (const link of order) {
    keep(link.from);
    keep(link.to);
  }
  const links = graph.links.map((link) => linkBetween(link, nodeAt[link.from], nodeAt[link.to]));
  return { nodes, links, ...remapBans(graph, { nodeAt }) };
}

/** The bans with new indices of links and nodes, by default the same; bans on removed ones (-1) are dropped. */
export function remapBans(
  graph: Pick<WorkGraph, 'bans' | 'wayBans'>,
  { linkAt, nodeAt }: { readonly linkAt?: Int32Array; readonly nodeAt?: Int32Array },
): Pick<WorkGraph, 'bans' | 'wayBans'> {
  const newLink = (link: number) => (linkAt ? linkAt[link] : link);
  const newNode = (node: number) => (nodeAt ? nodeAt[node] : node);
  const bans = graph.bans
    .map(({ from, via, to, access }) => ({ from: newLink(from), via: newNode(via), to: newLink(to), access }))
    .filter(({ from, via, to }) => from >= 0 && via >= 0 && to >= 0);
  const wayBans = graph.wayBans
    .map(({ only, from, via, to }) => ({ only, from: newLink(from), via: via.map(newLink), to: newLink(to) }))
    .filter(({ from, via, to }) => from >= 0 && to >= 0 && via.every((l) => l >= 0));
  return { bans, wayBans };
}
