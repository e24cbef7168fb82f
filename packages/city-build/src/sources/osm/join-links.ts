import { nodeEnds } from '../../layout/turns.js';
import {
  chainLinks,
  isWalked,
  remapBans,
  reverseLink,
  type WorkGraph,
  type WorkKind,
  type WorkLink,
} from './work-graph.js';

/**
 * Joins links at nodes where only two of them meet, so that nodes are real junctions. Streets are joined if both allow the
 * same driving directions over the node; a one-way street is not joined to a two-way one, nor are streets on both sides of a
 * barrier.
 *
 * @returns the same graph if there are none to join
 */
export function joinLinks(graph: WorkGraph): WorkGraph {
  const { links } = graph;
  const { start, ends } = nodeEnds(graph.nodes.length, links);
  const closed = new Set(graph.bans.filter(({ from, to }) => from !== to).map(({ via }) => via));
  const through = new Uint8Array(graph.nodes.length);
  for (let node = 0; node < through.length; node++) {
    if (start[node + 1] - start[node] !== 2 || closed.has(node) || graph.nodes[node].gate) continue;
    const a = ends[start[node]];
    const b = ends[start[node] + 1];
    if (a >> 1 !== b >> 1 && runsOn(links, a, b)) through[node] = 1;
  }
  if (!through.includes(1)) return graph;
  const linkAt = new Int32Array(links.length).fill(-1);
  const joined: WorkLink[] = [];
  /** Follows a street from a direction as far as it continues. */
  const follow = (first: number) => {
    const parts: number[] = [];
    for (let direction = first; ; ) {
      parts.push(direction);
      const link = links[direction >> 1];
      const node = direction & 1 ? link.from : link.to;
      if (!through[node]) break;
      const a = ends[start[node]];
      direction = a === (direction ^ 1) ? ends[start[node] + 1] : a;
      if (direction >> 1 === first >> 1) break;
    }
    return parts;
  };
  links.forEach((link, i) => {
    if (linkAt[i] >= 0) return;
    if (!through[link.from] && !through[link.to]) {
      linkAt[i] = joined.push(link) - 1;
      return;
    }
    // Back to the start of the street, then along all of it; a ring may start anywhere.
    const back = through[link.from] ? follow(2 * i + 1) : [2 * i + 1];
    const parts = follow(back[back.length - 1] ^ 1);
    for (const direction of parts) linkAt[direction >> 1] = joined.length;
    joined.push(
      chainLinks(
        parts.map((d) => (d & 1 ? reverseLink(links[d >> 1]) : links[d >> 1])),
        graph.nodes,
      ),
    );
  });
  const { bans, wayBans } = remapBans(graph, { linkAt });
  return { nodes: graph.nodes, links: joined, bans, wayBans };
}

/** @param a, @param b the directions that leave the node */
function runsOn(links: readonly WorkLink[], a: number, b: number): boolean {
  const one = links[a >> 1].kind;
  const other = links[b >> 1].kind;
  if ((one.class === 'path') !== (other.class === 'path')) return false;
  if ((one.class === 'motorway') !== (other.class === 'motorway')) return false;
  if (one.ferry !== other.ferry || one.walkable !== other.walkable) return false;
  // A tunnel or bridge without people on foot keeps its ends, or they would walk where most of the street allows it.
  if (isWalked(one) !== isWalked(other)) return false;
  return isSame(one, (a & 1) ^ 1, other, b & 1) && isSame(other, (b & 1) ^ 1, one, a & 1);
}

/** Whether the same people use a street in direction 0 or 1 and the next one in another. */
function isSame(before: WorkKind, into: number, after: WorkKind, out: number): boolean {
  // Cyclists turn back where a path is closed to them; on a street that is too rare to deserve a junction.
  if (before.class === 'path' && before.ride[into] > 0 !== after.ride[out] > 0) return false;
  if (before.rideAccess[into] !== after.rideAccess[out] || before.walkAccess[into] !== after.walkAccess[out])
    return false;
  return before.lanes[into] > 0 === after.lanes[out] > 0 && before.access[into] === after.access[out];
}
