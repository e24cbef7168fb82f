import { DisjointSets } from '@itinera/city/map-making';
import { compactNodes, filterLinks, type WorkGraph, type WorkLink } from './work-graph.js';

/**
 * Leaves out paths from which one cannot walk to the largest part of streets and paths. The one with most of them, not
 * the longest: a village is more of a city than the trails around it.
 */
export function keepWalkable(graph: WorkGraph): { graph: WorkGraph; dropped: number } {
  const { links, nodes } = graph;
  const parts = new DisjointSets(nodes.length);
  for (const link of links) if (walkingLanes(link) > 0) parts.join(link.from, link.to);
  const lanes = new Uint32Array(nodes.length);
  for (const link of links) lanes[parts.rootOf(link.from)] += walkingLanes(link);
  let largest = 0;
  for (let i = 1; i < lanes.length; i++) if (lanes[i] > lanes[largest]) largest = i;
  let dropped = 0;
  const kept = filterLinks(graph, (link) => {
    if (link.class !== 'path' || parts.rootOf(link.from) === largest) return link;
    dropped += link.length;
    return undefined;
  });
  return { graph: compactNodes(kept), dropped };
}

function walkingLanes({ class: kind, sidewalks }: WorkLink): number {
  return kind === 'path' ? 1 : Number(sidewalks.left) + Number(sidewalks.right);
}
