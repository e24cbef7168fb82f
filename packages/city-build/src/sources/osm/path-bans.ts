import type { PathBan, TurnBan } from '../../layout/network.js';
import { type Direction, eachTurn, lanesOf, type NodeEnds, nodeEnds } from '../../layout/turns.js';
import { Access } from './access.js';
import type { WayBan, WorkGraph } from './work-graph.js';

/**
 * The bans over intermediate streets of a finished graph, as directions. A ban over streets that became part of others is a
 * ban on a single turn, and so is one over a street that is entered from nowhere else. Where a ban leaves no way on but back,
 * through traffic does not turn in.
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
    const turnBan = (into: Direction, out: Direction) => ({ from: into >> 1, via: endOf(links, into), to: out >> 1 });
    if (via.length === 0 || isSole) bans.push(...banned.map((exit) => turnBan(last, exit)));
    else {
      // Nor do drivers turn back on the way, and back again.
      const back = last ^ 1;
      const isDeadEnd = open.every((exit) => exit === back || banned.includes(exit));
      if (isDeadEnd && via.length === 1) bans.push({ ...turnBan(from, only), access: Access.DESTINATION });
      const closed = isDeadEnd || banned.includes(back) || !open.includes(back) ? banned : [...banned, back];
      for (const exit of closed) pathBans.push({ from, via, to: exit });
    }
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
  for (const first of [2 * from, 2 * from + 1]) {
    if (lanesOf(links, first) === 0) continue;
    const before = new Map<Direction, Direction>();
    const queue = [first];
    for (const at of queue) {
      const node = endOf(links, at);
      for (let e = start[node]; e < start[node + 1]; e++) {
        const out = ends[e];
        if (lanesOf(links, out) === 0) continue;
        // Where nothing lies between, the two must follow each other at once. A ring may be both the first and the last.
        if (out >> 1 === to && (middle.size === 0 ? out !== first : at !== first)) {
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

function endOf(links: WorkGraph['links'], direction: Direction): number {
  return direction & 1 ? links[direction >> 1].from : links[direction >> 1].to;
}
