import { nodeEnds } from '../../layout/turns.js';
import { joinLinks } from './join-links.js';
import { compactNodes, filterLinks, type WorkGraph } from './work-graph.js';

/** Maximum length of dead ends that are removed, metres: yards behind a gate, paths to a door, other stubs. */
const YARD = 100;
const DOORWAY = 30;
const STUB = 15;

/**
 * Removes short dead ends, and joins the streets that they interrupted. Each would be a junction where through traffic loses
 * time; places along them use gates on the main street.
 */
export function pruneSpurs(graph: WorkGraph): WorkGraph {
  let pruned = graph;
  let kept = joinLinks(graph);
  for (let next = pruneOnce(kept); next !== kept; next = pruneOnce(kept)) {
    pruned = next;
    kept = joinLinks(next);
  }
  return pruned === graph ? kept : compactNodes(kept, pruned.links);
}

/** @returns the same graph if there are none */
function pruneOnce(graph: WorkGraph): WorkGraph {
  const { start } = nodeEnds(graph.nodes.length, graph.links);
  const isEnd = (node: number) => start[node + 1] - start[node] === 1;
  let changed = false;
  const kept = filterLinks(graph, (link) => {
    const most = link.kind.class === 'service' ? YARD : link.kind.class === 'path' ? DOORWAY : STUB;
    const spur = link.length < most && isEnd(link.from) !== isEnd(link.to);
    changed ||= spur;
    return spur ? undefined : link;
  });
  return changed ? kept : graph;
}
