import { groupByRow } from '@itinera/city/map-making';
import type { NetworkLink, StreetNetwork, TurnBan } from './network.js';

/**
 * One direction of a link: `2 * link` along its path, `2 * link + 1` against it. Becomes one road of the map. It ends where
 * the other direction of the same link begins.
 */
export type Direction = number;

/** Everything about a network that {@link eachTurn} needs. */
export type TurnNetwork = Pick<StreetNetwork, 'nodes' | 'links' | 'bans'>;

/** Ends of links by node, in compressed rows: those at node n are `ends[start[n]] … ends[start[n + 1] - 1]`. */
export interface NodeEnds {
  readonly start: Uint32Array;
  /** The direction of the link that leaves the node here, whether or not it is open to cars. */
  readonly ends: Uint32Array;
}

/** Finds the ends of all links. */
export function nodeEnds(nodeCount: number, links: readonly NetworkLink[]): NodeEnds {
  const nodes = new Int32Array(2 * links.length);
  for (let i = 0; i < links.length; i++) {
    nodes[2 * i] = links[i].from;
    nodes[2 * i + 1] = links[i].to;
  }
  const { offsets, items } = groupByRow(nodeCount, nodes);
  return { start: offsets, ends: items };
}

/** Number of driving lanes in a direction. */
export function lanesOf(links: readonly NetworkLink[], direction: Direction): number {
  return links[direction >> 1].kind.lanes[direction & 1];
}

/** Number of driving lanes in each direction. */
export function drivingLanes(links: readonly NetworkLink[]): Uint16Array {
  const lanes = new Uint16Array(2 * links.length);
  for (let d = 0; d < lanes.length; d++) lanes[d] = lanesOf(links, d);
  return lanes;
}

/**
 * Calls back with every possible turn, node by node: from direction `into`, at node `over`, into direction `out`. U-turns are
 * allowed at dead ends and where three or more links meet (but not on motorways, trunk roads and ramps).
 */
export function eachTurn(
  network: TurnNetwork,
  ends: NodeEnds,
  callback: (into: Direction, out: Direction, node: number) => void,
): void {
  const { links } = network;
  const lanes = drivingLanes(links);
  const bans = new Map<number, TurnBan[]>();
  for (const ban of network.bans) if (ban.access === undefined) bans.set(ban.via, [...(bans.get(ban.via) ?? []), ban]);
  for (let node = 0; node < network.nodes.length; node++) {
    const first = ends.start[node];
    const last = ends.start[node + 1];
    const here = bans.get(node);
    let driven = 0;
    for (let i = first; i < last; i++) if (lanes[ends.ends[i]] + lanes[ends.ends[i] ^ 1] > 0) driven++;
    for (let i = first; i < last; i++) {
      const into = ends.ends[i] ^ 1;
      if (lanes[into] === 0) continue;
      const from = into >> 1;
      let exits = 0;
      for (let j = first; j < last; j++) {
        const out = ends.ends[j];
        const to = out >> 1;
        if (to === from || lanes[out] === 0 || isBanned(here, from, to)) continue;
        exits++;
        callback(into, out, node);
      }
      const back = into ^ 1;
      if (lanes[back] === 0) continue;
      const { kind } = links[from];
      const fast = kind.class === 'motorway' || kind.class === 'trunk' || kind.ramp;
      const allowed = driven > 2 && !fast && !isBanned(here, from, from);
      if (exits === 0 || allowed) callback(into, back, node);
    }
  }
}

function isBanned(bans: readonly TurnBan[] | undefined, from: number, to: number): boolean {
  return bans?.some((ban) => ban.from === from && ban.to === to) ?? false;
}
