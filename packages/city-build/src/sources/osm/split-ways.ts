import { stepLength, UserError } from '@itinera/base';
import { pathLength } from '../../layout/geometry.js';
import { type NetworkNode, ROAD_CLASSES, type TurnBan } from '../../layout/network.js';
import { Access } from './access.js';
import { barrierBans } from './barriers.js';
import { gateOf, NodeFlag, type NodeStore } from './node-store.js';
import type { Restriction } from './restrictions.js';
import type { ExtractedRoad } from './road-tags.js';
import type { StreetExtract } from './street-elements.js';
import { type LinkSign, type LinkSignal, UNSIGNED, type WayBan, type WorkGraph, type WorkLink } from './work-graph.js';

/** More streets at one node are a mistake, because every one leads into every other. */
const MAX_STREETS = 100;

/** Converts degrees times 10⁷ to metres in the plane. */
export type Project = (lon: number, lat: number) => readonly [x: number, y: number];

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
 * @param others ways that are not part of the graph, but split those that are
 * @throws UserError if more than 100 streets meet at a node
 */
export function splitWays(
  extract: StreetExtract,
  roads: readonly ExtractedRoad[],
  project: Project,
  others: readonly ExtractedRoad[] = [],
): SplitGraph {
  const { nodes: store } = extract;
  const uses = countUses(store, roads);
  const x = new Float64Array(store.size);
  const y = new Float64Array(store.size);
  for (let i = 0; i < store.size; i++)
    if (uses[i] > 0 && store.has(i)) [x[i], y[i]] = project(store.lon[i], store.lat[i]);
  for (const { nodes } of others) for (const i of nodes) if (i >= 0) uses[i] = 2;
  const nodeAt = new Int32Array(store.size).fill(-1);
  const nodes: NetworkNode[] = [];
  const storeNodes: number[] = [];
  const links: WorkLink[] = [];
  const linksOfWay = new Map<number, number[]>();
  const gateAt = (i: number) => {
    const gate = gateOf(store.flags[i]);
    return gate && { gate };
  };
  const nodeOf = (i: number) => {
    if (nodeAt[i] < 0) {
      nodeAt[i] =
        nodes.push({ x: x[i], y: y[i], signals: (store.flags[i] & NodeFlag.SIGNALS) !== 0, ...gateAt(i) }) - 1;
      storeNodes.push(i);
    }
    return nodeAt[i];
  };
  const addLink = (road: ExtractedRoad, run: readonly number[]) => {
    const path = new Float64Array(2 * run.length);
    run.forEach((i, k) => {
      path[2 * k] = x[i];
      path[2 * k + 1] = y[i];
    });
    const length = pathLength(path);
    if (length < 0.05) return;
    const signals: LinkSignal[] = [];
    const posts: LinkSign[] = [];
    let s = 0;
    for (let k = 1; k < run.length - 1; k++) {
      s += stepLength(path[2 * k] - path[2 * k - 2], path[2 * k + 1] - path[2 * k - 1]);
      const flags = store.flags[run[k]];
      if (flags & (NodeFlag.SIGNALS | NodeFlag.SIGNAL_CROSSING)) {
        signals.push({ s, crossing: (flags & NodeFlag.SIGNALS) === 0 });
      }
      if (flags & (NodeFlag.STOP | NodeFlag.GIVE_WAY)) posts.push(...postsOf(flags, s));
    }
    const { id, name, tags } = road;
    const ofWay = linksOfWay.get(id);
    if (ofWay) ofWay.push(links.length);
    else linksOfWay.set(id, [links.length]);
    links.push({
      from: nodeOf(run[0]),
      to: nodeOf(run[run.length - 1]),
      name,
      kind: tags,
      speed: tags.speed,
      path,
      length,
      marks: tags.marks,
      signals: signals.length > 0 ? signals : UNSIGNED.signals,
      posts: posts.length > 0 ? posts : UNSIGNED.posts,
      signs: UNSIGNED.signs,
    });
  };
  for (const road of roads) {
    let run: number[] = [];
    const finish = () => {
      if (run.length > 1) addLink(road, run);
    };
    for (const i of road.nodes) {
      if (!store.has(i)) {
        finish();
        run = [];
        continue;
      }
      if (run[run.length - 1] === i) continue;
      run.push(i);
      if (run.length > 1 && (uses[i] > 1 || (store.flags[i] & NodeFlag.BARRIER) !== 0 || gateOf(store.flags[i]))) {
        finish();
        run = [i];
      }
    }
    finish();
  }
  putUpAtNodes(links, storeNodes, store);
  return { nodes, links, storeNodes, ...banTurns(extract, links, nodes, nodeAt, storeNodes, linksOfWay) };
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
function putUpAtNodes(links: WorkLink[], storeNodes: readonly number[], store: NodeStore): void {
  const put = (i: number, post: LinkSign) => {
    links[i] = { ...links[i], posts: [...links[i].posts, post] };
  };
  const marked = new Map<number, number[]>();
  storeNodes.forEach((stored, node) => {
    if (store.flags[stored] & (NodeFlag.STOP | NodeFlag.GIVE_WAY)) marked.set(node, []);
  });
  if (marked.size === 0) return;
  links.forEach(({ from, to }, i) => {
    for (const node of new Set([from, to])) marked.get(node)?.push(i);
  });
  for (const [node, here] of marked) {
    const flags = store.flags[storeNodes[node]];
    const [first] = here;
    if (first === undefined) continue;
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
    for (const i of nodes) use(i, 1);
    use(nodes[0], 1);
    use(nodes[nodes.length - 1], 1);
  }
  return uses;
}

function banTurns(
  extract: StreetExtract,
  links: readonly WorkLink[],
  nodes: readonly NetworkNode[],
  nodeAt: Int32Array,
  storeNodes: readonly number[],
  linksOfWay: ReadonlyMap<number, readonly number[]>,
): Pick<SplitGraph, 'bans' | 'wayBans' | 'elsewhere' | 'barriers'> {
  const bans: TurnBan[] = [];
  const wayBans: WayBan[] = [];
  let elsewhere = 0;
  const linksAt = new Map<number, number[]>();
  links.forEach(({ from, to }, i) => {
    for (const node of [from, to]) {
      const there = linksAt.get(node);
      if (there) there.push(i);
      else linksAt.set(node, [i]);
    }
  });
  const ofWays = (ways: readonly number[]) => ways.flatMap((way) => linksOfWay.get(way) ?? []);
  for (const [node, there] of linksAt) {
    if (there.length <= MAX_STREETS) continue;
    const { x, y } = nodes[node];
    throw new UserError(
      `The extract is damaged: ${there.length} streets meet at x ${x.toFixed(0)}, y ${y.toFixed(0)}, expected up to ${MAX_STREETS}.`,
    );
  }
  const touches = (link: number, node: number) => links[link].from === node || links[link].to === node;
  for (const restriction of extract.restrictions) {
    const before = bans.length + wayBans.length;
    const from = ofWays(restriction.from);
    const to = ofWays(restriction.to);
    if (restriction.viaNode !== undefined) {
      const node = nodeAt[extract.nodes.find(restriction.viaNode)] ?? -1;
      const targets = to.filter((link) => touches(link, node));
      const banned = restriction.only
        ? (linksAt.get(node) ?? []).filter((link) => targets.length > 0 && !targets.includes(link))
        : targets;
      for (const a of from.filter((link) => touches(link, node))) {
        for (const b of banned) bans.push({ from: a, via: node, to: b });
      }
    } else banOverWays(restriction, links, from, ofWays(restriction.viaWays), to, wayBans);
    if (bans.length + wayBans.length === before) elsewhere++;
  }
  let barriers = 0;
  for (const [node, there] of linksAt) {
    const flags = extract.nodes.flags[storeNodes[node]];
    if ((flags & NodeFlag.BARRIER) === 0) continue;
    const access = flags & NodeFlag.BARRIER_DESTINATION ? Access.DESTINATION : Access.CLOSED;
    const closing = barrierBans(links, node, there, access);
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
