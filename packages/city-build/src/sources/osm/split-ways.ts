import { stepLength, UserError } from '@itinera/base';
import { type Path, pathLength } from '../../layout/geometry.js';
import { type NetworkNode, ROAD_CLASSES, type TurnBan } from '../../layout/network.js';
import { PathRoom } from '../../layout/path-room.js';
import { type NodeEnds, nodeEnds } from '../../layout/turns.js';
import { Access } from './access.js';
import { barrierBans } from './barriers.js';
import { GATE_BITS, gateOf, NodeFlag, type NodeStore } from './node-store.js';
import type { Restriction } from './restrictions.js';
import type { ExtractedRoad } from './road-tags.js';
import type { StreetExtract } from './street-elements.js';
import { type LinkSign, type LinkSignal, UNSIGNED, type WayBan, type WorkGraph, type WorkLink } from './work-graph.js';

/** More streets at one node are a mistake, because every one leads into every other. */
const MAX_STREETS = 100;

/** A split graph, with the file's nodes for the graph's nodes. */
export interface SplitGraph extends WorkGraph {
  /** Indices in the node store, by node of the graph. */
  readonly storeNodes: readonly number[];
  /** Restrictions that refer to ways or nodes which are not streets here. */
  readonly elsewhere: number;
  /** Nodes at which a street is closed to cars. */
  readonly barriers: number;
}

/**
 * Splits ways into links at nodes shared with another way or with themselves, and at missing nodes. Restrictions become turn
 * bans between links.
 *
 * @param extract with projected nodes
 * @param others ways that are not part of the graph, but split those that are
 * @throws UserError if more than 100 streets meet at a node
 */
export function splitWays(
  extract: StreetExtract,
  roads: readonly ExtractedRoad[],
  others: readonly ExtractedRoad[] = [],
): SplitGraph {
  const { nodes: store } = extract;
  const { x, y } = store;
  const uses = countUses(store, roads);
  for (const { nodes } of others) for (let k = 0; k < nodes.length; k++) if (nodes[k] >= 0) uses[nodes[k]] = 2;
  const nodeAt = new Int32Array(store.size).fill(-1);
  const nodes: NetworkNode[] = [];
  const storeNodes: number[] = [];
  const links: WorkLink[] = [];
  const room = new PathRoom();
  const nodeOf = (i: number) => {
    if (nodeAt[i] >= 0) return nodeAt[i];
    const flags = store.flags[i];
    storeNodes.push(i);
    nodeAt[i] = nodes.push({ x: x[i], y: y[i], signals: (flags & NodeFlag.SIGNALS) !== 0, gate: gateOf(flags) }) - 1;
    return nodeAt[i];
  };
  /** The nodes since the last split, the first `count` of them. */
  let run = new Int32Array(64);
  let count = 0;
  const addLink = ({ name, tags }: ExtractedRoad) => {
    const path = room.take(2 * count);
    for (let k = 0; k < count; k++) {
      path[2 * k] = x[run[k]];
      path[2 * k + 1] = y[run[k]];
    }
    const length = pathLength(path);
    if (length < 0.05) return;
    const { signals, posts } = alongRun(store, run, path);
    links.push({
      from: nodeOf(run[0]),
      to: nodeOf(run[count - 1]),
      name,
      kind: tags,
      speed: tags.speed,
      path,
      length,
      marks: tags.marks,
      signals,
      posts,
      signs: UNSIGNED.signs,
    });
  };
  const restricted = new Set(extract.restrictions.flatMap(({ from, to, viaWays }) => [...from, ...viaWays, ...to]));
  const linksOfWay = new Map<number, number[]>();
  for (const road of roads) {
    const first = links.length;
    if (run.length < road.nodes.length) run = new Int32Array(2 * road.nodes.length);
    count = 0;
    for (let k = 0; k < road.nodes.length; k++) {
      const i = road.nodes[k];
      if (!store.has(i)) {
        if (count > 1) addLink(road);
        count = 0;
        continue;
      }
      if (count > 0 && run[count - 1] === i) continue;
      run[count++] = i;
      if (count > 1 && (uses[i] > 1 || (store.flags[i] & SPLITTING) !== 0)) {
        addLink(road);
        run[0] = i;
        count = 1;
      }
    }
    if (count > 1) addLink(road);
    if (!restricted.has(road.id)) continue;
    const ofWay = linksOfWay.get(road.id) ?? [];
    for (let link = first; link < links.length; link++) ofWay.push(link);
    linksOfWay.set(road.id, ofWay);
  }
  const ends = nodeEnds(nodes.length, links);
  putUpAtNodes(links, ends, storeNodes, store);
  return { nodes, links, storeNodes, ...banTurns(extract, { nodes, links, ends }, nodeAt, storeNodes, linksOfWay) };
}

/** Who is stopped at a node, which splits a street. */
const SPLITTING = NodeFlag.BARRIER | (3 << GATE_BITS.walk) | (3 << GATE_BITS.ride);

/** The lights and signs between the ends of a run of nodes. */
function alongRun(store: NodeStore, run: Int32Array, path: Path): Pick<WorkLink, 'signals' | 'posts'> {
  const signals: LinkSignal[] = [];
  const posts: LinkSign[] = [];
  let s = 0;
  for (let k = 1; 2 * k < path.length - 2; k++) {
    s += stepLength(path[2 * k] - path[2 * k - 2], path[2 * k + 1] - path[2 * k - 1]);
    const flags = store.flags[run[k]];
    if (flags & (NodeFlag.SIGNALS | NodeFlag.SIGNAL_CROSSING))
      signals.push({ s, crossing: (flags & NodeFlag.SIGNALS) === 0 });
    if (flags & (NodeFlag.STOP | NodeFlag.GIVE_WAY)) posts.push(...postsOf(flags, s));
  }
  return {
    signals: signals.length > 0 ? signals : UNSIGNED.signals,
    posts: posts.length > 0 ? posts : UNSIGNED.posts,
  };
}

/** The links that end at a node, ascending; those from the node back to it twice. */
function linksAt({ start, ends }: NodeEnds, node: number): number[] {
  const there: number[] = [];
  for (let e = start[node]; e < start[node + 1]; e++) there.push(ends[e] >> 1);
  return there;
}

/** The signs of a node on a way. */
function postsOf(flags: number, s: number): LinkSign[] {
  const sign = flags & NodeFlag.STOP ? 'stop' : flags & NodeFlag.GIVE_WAY ? 'give-way' : undefined;
  if (!sign) return [];
  const facings = [flags & NodeFlag.FORWARD ? 1 : 0, flags & NodeFlag.BACKWARD ? -1 : 0].filter((f) => f !== 0);
  return (facings.length > 0 ? facings : [0]).map((facing) => ({
    s,
    kind: sign,
    facing: facing as LinkSign['facing'],
  }));
}

/**
 * Assigns signs at nodes where links end: between two links they stay on the street; where more meet they apply to the minor
 * streets, or to all if these are equal or the sign says so.
 */
function putUpAtNodes(links: WorkLink[], ends: NodeEnds, storeNodes: readonly number[], store: NodeStore): void {
  const put = (i: number, post: LinkSign) => {
    links[i] = { ...links[i], posts: [...links[i].posts, post] };
  };
  for (let node = 0; node < storeNodes.length; node++) {
    const flags = store.flags[storeNodes[node]];
    if ((flags & (NodeFlag.STOP | NodeFlag.GIVE_WAY)) === 0) continue;
    const here = [...new Set(linksAt(ends, node))];
    const [first] = here;
    if (here.length === 2) {
      for (const post of postsOf(flags, links[first].from === node ? 0 : links[first].length)) put(first, post);
      continue;
    }
    const both = NodeFlag.FORWARD | NodeFlag.BACKWARD;
    const ranks = here.map((i) => ROAD_CLASSES.indexOf(links[i].kind.class));
    const isForAll = (flags & both) === both || new Set(ranks).size === 1;
    const most = Math.min(...ranks);
    const kind = flags & NodeFlag.STOP ? 'stop' : 'give-way';
    here.forEach((i, k) => {
      if (!isForAll && ranks[k] === most) return;
      if (links[i].to === node) put(i, { s: links[i].length, kind, facing: 1 });
      if (links[i].from === node) put(i, { s: 0, kind, facing: -1 });
    });
  }
}

/** Number of uses of each node; the end of a way counts twice, so that 2 means a node of the graph. */
function countUses(store: NodeStore, roads: readonly ExtractedRoad[]): Uint8Array {
  const uses = new Uint8Array(store.size);
  const use = (i: number, times: number) => {
    if (i >= 0) uses[i] = Math.min(255, uses[i] + times);
  };
  for (const { nodes } of roads) {
    for (let k = 0; k < nodes.length; k++) use(nodes[k], 1);
    use(nodes[0], 1);
    use(nodes[nodes.length - 1], 1);
  }
  return uses;
}

function banTurns(
  extract: StreetExtract,
  { nodes, links, ends }: Pick<WorkGraph, 'nodes' | 'links'> & { readonly ends: NodeEnds },
  nodeAt: Int32Array,
  storeNodes: readonly number[],
  linksOfWay: ReadonlyMap<number, readonly number[]>,
): Pick<SplitGraph, 'bans' | 'wayBans' | 'elsewhere' | 'barriers'> {
  const bans: TurnBan[] = [];
  const wayBans: WayBan[] = [];
  let elsewhere = 0;
  const ofWays = (ways: readonly number[]) => ways.flatMap((way) => linksOfWay.get(way) ?? []);
  nodes.forEach(({ x, y }, node) => {
    const streets = ends.start[node + 1] - ends.start[node];
    if (streets <= MAX_STREETS) return;
    throw new UserError(
      `The extract is damaged: ${streets} streets meet at x ${x.toFixed(0)}, y ${y.toFixed(0)}, expected up to ${MAX_STREETS}.`,
    );
  });
  const touches = (link: number, node: number) => links[link].from === node || links[link].to === node;
  for (const restriction of extract.restrictions) {
    const before = bans.length + wayBans.length;
    const from = ofWays(restriction.from);
    const to = ofWays(restriction.to);
    if (restriction.viaNode !== undefined) {
      const node = nodeAt[extract.nodes.find(restriction.viaNode)] ?? -1;
      const targets = to.filter((link) => touches(link, node));
      const banned = restriction.only
        ? linksAt(ends, node).filter((link) => targets.length > 0 && !targets.includes(link))
        : targets;
      for (const a of from.filter((link) => touches(link, node))) {
        for (const b of banned) bans.push({ from: a, via: node, to: b });
      }
    } else banOverWays(restriction, links, from, ofWays(restriction.viaWays), to, wayBans);
    if (bans.length + wayBans.length === before) elsewhere++;
  }
  let barriers = 0;
  for (let node = 0; node < nodes.length; node++) {
    const flags = extract.nodes.flags[storeNodes[node]];
    if ((flags & NodeFlag.BARRIER) === 0) continue;
    const access = flags & NodeFlag.BARRIER_DESTINATION ? Access.DESTINATION : Access.CLOSED;
    const closing = barrierBans(links, node, linksAt(ends, node), access);
    bans.push(...closing);
    if (closing.length > 0 && access === Access.CLOSED) barriers++;
  }
  return { bans, wayBans, elsewhere, barriers };
}

function banOverWays(
  { only }: Restriction,
  links: readonly WorkLink[],
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
  wayBans: WayBan[],
): void {
  const ends = new Set(via.flatMap((link) => [links[link].from, links[link].to]));
  const atVia = (link: number) => !via.includes(link) && (ends.has(links[link].from) || ends.has(links[link].to));
  for (const a of from.filter(atVia)) for (const b of to.filter(atVia)) wayBans.push({ only, from: a, via, to: b });
}
