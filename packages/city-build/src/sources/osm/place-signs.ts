import type { RoadSign } from '../../layout/network.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/** How far before a junction its sign may stand, metres. */
const REACH = 40;

/** Gives the stop and give-way signs that stand on streets to the ends of these that they are for. */
export function placeSigns(graph: WorkGraph): WorkGraph {
  const links = graph.links.map((link) =>
    link.posts.length === 0 ? link : { ...link, signs: [signBefore(link, 1), signBefore(link, -1)] as const },
  );
  return { ...graph, links };
}

/** The stricter of the signs for those who come along a link (1) or against it (-1). */
function signBefore({ posts, length }: WorkLink, heading: 1 | -1): RoadSign | undefined {
  const kinds = posts
    .filter(({ s, facing }) => {
      const ahead = heading === 1 ? length - s : s;
      return ahead <= REACH && (facing === heading || (facing === 0 && ahead <= length / 2));
    })
    .map(({ kind }) => kind);
  return kinds.includes('stop') ? 'stop' : kinds[0];
}
