import type { PathBan, TurnBan } from '../../layout/network.js';
import { type Direction, eachTurn, lanesOf, type NodeEnds, nodeEnds } from '../../layout/turns.js';
import type { WayBan, WorkGraph } from './work-graph.js';

/**
 * The bans over intermediate streets of a finished graph, as directions. A ban over streets that became part of others is a
 * ban on a single turn, and so is one over a street that is entered from nowhere else.
 *
 * @returns the graph with its bans on turns, those over several streets, and how many have no way to ban
 */
export function pathBansOf(graph: WorkGraph): { graph: WorkGraph; pathBans: PathBan[]; without: number } {
  const { links, nodes, wayBans } = graph;
  if (wayBans.length === 0) return { graph, pathBans: [], without: 0 };
  const ends = nodeEnds(nodes.length, links);
  const entries = new Map<Direction, Set<Direction>>();
  const exits = new Map<Direction, Direction[]>();
  eachTurn(graph, ends, (into, out) => {
    entries.set(out, (entries.get(out) ?? new Set()).add(into));
    exits.set(into, [...(exits.get(into) ?? []), out]);
  });
  const bans: TurnBan[] = [];
  const pathBans: PathBan[] = [];
  let without = 0;
  for (const ban of wayBans) {
    const way = directionsOf(graph, ends, ban);
    if (!way) {
      without++;
      continue;
    }
    const { from, via, to } = way;
    const last = via.at(-1) ?? from;
    const open = exits.get(last) ?? [];
    const banned = ban.only ? open.filter((exit) => exit !== to) : open.filter((exit) => exit === to);
    // Drivers need a way on, and the ban a turn that exists.
    if (banned.length === 0 || banned.length === open.length || (ban.only && !open.includes(to))) {
      without++;
      continue;
    }
    const [only] = via;
    const isSole = via.length === 1 && entries.get(only)?.size === 1 && entries.get(only)!.has(from);
    if (via.length === 0 || isSole) {
      const node = last & 1 ? links[last >> 1].from : links[last >> 1].to;
      for (const exit of banned) bans.push({ from: last >> 1, via: node, to: exit >> 1 });
    } else for (const exit of banned) pathBans.push({ from, via, to: exit });
  }
  return { graph: { ...graph, bans: [...graph.bans, ...bans], wayBans: [] }, pathBans, without };
}

/** The shortest way from the first street over the intermediate ones to the last; undefined if there is none. */
function directionsOf(
  { links }: WorkGraph,
  { start, ends }: NodeEnds,
  { from, via, to }: WayBan,
): { from: Direction; via: Direction[]; to: Direction } | undefined {
  const middle = new Set(via.filter((link) => link !== from && link !== to));
  const endOf = (direction: Direction) => (direction & 1 ? links[direction >> 1].from : links[direction >> 1].to);
  for (const first of [2 * from, 2 * from + 1]) {
    if (lanesOf(links, first) === 0) continue;
    const before = new Map<Direction, Direction>();
    const queue = [first];
    for (const at of queue) {
      const node = endOf(at);
      for (let e = start[node]; e < start[node + 1]; e++) {
        const out = ends[e];
        if (lanesOf(links, out) === 0) continue;
        // Where nothing lies between, the two must follow each other at once.
        if (out >> 1 === to && (middle.size === 0 || at !== first) && out !== first) {
          const passed: Direction[] = [];
          for (let step = at; step !== first; step = before.get(step)!) passed.unshift(step);
          return { from: first, via: passed, to: out };
        }
        if (!middle.has(out >> 1) || before.has(out) || before.has(out ^ 1)) continue;
        before.set(out, at);
        queue.push(out);
      }
    }
  }
  return undefined;
}
