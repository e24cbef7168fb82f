import { nodeEnds } from '../../layout/turns.js';
import type { WorkGraph } from './work-graph.js';

/** How far before a junction its lights may stand, metres: those for drivers, and those of a crossing. */
const REACH = 40;
const CROSSING_REACH = 20;

/**
 * Gives the lights that stand on streets to the junctions they belong to: those of three or more streets within 40 m
 * (20 m for the lights of a crossing). Lights away from junctions, for people who cross, are left out.
 */
export function placeLights(graph: WorkGraph): WorkGraph {
  const { links } = graph;
  const { start, ends } = nodeEnds(graph.nodes.length, links);
  const nodes = graph.nodes.map((node, n) => {
    const here = Array.from(ends.subarray(start[n], start[n + 1])).filter((d) => links[d >> 1].class !== 'path');
    const near = here.some((direction) => {
      const { length, signals } = links[direction >> 1];
      return signals.some(({ s, crossing }) => (direction & 1 ? length - s : s) <= (crossing ? CROSSING_REACH : REACH));
    });
    const signals = here.length > 2 && (node.signals || near);
    return signals === node.signals ? node : { ...node, signals };
  });
  return { ...graph, nodes };
}
