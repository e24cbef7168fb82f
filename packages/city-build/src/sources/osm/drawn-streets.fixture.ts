import { type DrawnLinks, type DrawnNetwork, drawnNetwork, workGraph } from '../../layout/drawn-network.fixture.js';
import { eachTurn, nodeEnds } from '../../layout/turns.js';
import type { WorkGraph } from './work-graph.js';

/** A drawing as a network and as a graph. */
export const draw = (drawing: string, links: DrawnLinks = {}, step = 20) => {
  const network = drawnNetwork(drawing, links, step);
  return { network, graph: workGraph(network) as WorkGraph };
};

/** The links of a graph by the names of their ends in the drawing, footpaths with `=`. */
export function namesOf(graph: WorkGraph, { nodes, names }: DrawnNetwork): string[] {
  const name = (node: number) => {
    const { x, y } = graph.nodes[node];
    return names[nodes.findIndex((drawn) => drawn.x === x && drawn.y === y)] ?? '*';
  };
  return graph.links.map(({ from, to, kind }) => name(from) + (kind.class === 'path' ? '=' : '') + name(to)).sort();
}

/** Turns as pairs of links. */
export function turnsOf(graph: WorkGraph): Set<string> {
  const turns = new Set<string>();
  eachTurn(graph, nodeEnds(graph.nodes.length, graph.links), (into, out) => turns.add(`${into >> 1}>${out >> 1}`));
  return turns;
}
