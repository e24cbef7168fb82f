import type { RoadSign } from '../../layout/network.js';
import { nodeEnds } from '../../layout/turns.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/**
 * Maximum distance of lights and signs before their junction, metres: those for drivers, and those of a pedestrian crossing.
 */
const REACH = 40;
const CROSSING_REACH = 20;

/**
 * Assigns the lights on streets to their junctions: those of three or more streets within 40 m (20 m for pedestrian
 * crossings). Lights away from junctions, for pedestrians, are omitted.
 */
export function placeLights(graph: WorkGraph): WorkGraph {
  const { links } = graph;
  const { start, ends } = nodeEnds(graph.nodes.length, links);
  const nodes = graph.nodes.map((node, n) => {
    const here = Array.from(ends.subarray(start[n], start[n + 1])).filter((d) => links[d >> 1].kind.class !== 'path');
    const near = here.some((direction) => {
      const { length, signals } = links[direction >> 1];
      return signals.some(({ s, crossing }) => (direction & 1 ? length - s : s) <= (crossing ? CROSSING_REACH : REACH));
    });
    const signals = here.length > 2 && (node.signals || near);
    return signals === node.signals ? node : { ...node, signals };
  });
  return { ...graph, nodes };
}

/** Assigns the stop and give-way signs on streets to the ends to which they apply. */
export function placeSigns(graph: WorkGraph): WorkGraph {
  const links = graph.links.map((link) =>
    link.posts.length === 0 ? link : { ...link, signs: [signBefore(link, 1), signBefore(link, -1)] as const },
  );
  return { ...graph, links };
}

/** The strictest sign for traffic along a link (1) or against it (-1). */
function signBefore({ posts, length }: WorkLink, heading: 1 | -1): RoadSign | undefined {
  const kinds = posts
    .filter(({ s, facing }) => {
      const ahead = heading === 1 ? length - s : s;
      return ahead <= REACH && (facing === heading || (facing === 0 && ahead <= length / 2));
    })
    .map(({ kind }) => kind);
  return kinds.includes('stop') ? 'stop' : kinds[0];
}
