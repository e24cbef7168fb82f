import { filterLinks, type WorkGraph, type WorkLink } from './work-graph.js';

/** Leaves out paths from which one cannot walk to the largest part (by length) of streets and paths. */
export function keepWalkable(graph: WorkGraph): { graph: WorkGraph; dropped: number } {
  const { links, nodes } = graph;
  const parent = Int32Array.from(nodes, (_, i) => i);
  const find = (node: number) => {
    let root = node;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  const walked = ({ class: kind, sidewalks }: WorkLink) => kind === 'path' || sidewalks.left || sidewalks.right;
  for (const link of links) if (walked(link)) parent[find(link.from)] = find(link.to);
  const lengths = new Float64Array(nodes.length);
  for (const link of links) if (walked(link)) lengths[find(link.from)] += link.length;
  let largest = 0;
  for (let i = 1; i < lengths.length; i++) if (lengths[i] > lengths[largest]) largest = i;
  let dropped = 0;
  const kept = filterLinks(graph, (link) => {
    if (link.class !== 'path' || find(link.from) === largest) return link;
    dropped += link.length;
    return undefined;
  });
  return { graph: kept, dropped };
}
