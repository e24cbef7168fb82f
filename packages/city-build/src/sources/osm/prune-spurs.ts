import { joinLinks } from './join-links.js';
import { compactNodes, filterLinks, type WorkGraph, type WorkLink } from './work-graph.js';

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
  const arms = armsOf(graph);
  const spurs = new Set(
    graph.links.filter((link) => (arms[link.from] === 1) !== (arms[link.to] === 1) && link.length < longestSpur(link)),
  );
  return spurs.size > 0 ? filterLinks(graph, (link) => (spurs.has(link) ? undefined : link)) : graph;
}

/** The number of ends of links at each node. */
function armsOf({ nodes, links }: WorkGraph): Int32Array {
  const arms = new Int32Array(nodes.length);
  for (const { from, to } of links) {
    arms[from]++;
    arms[to]++;
  }
  return arms;
}

function longestSpur({ kind }: WorkLink): number {
  return kind.class === 'service' ? YARD : kind.class === 'path' ? DOORWAY : STUB;
}
