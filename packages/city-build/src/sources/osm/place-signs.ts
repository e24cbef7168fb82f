import type { RoadSign } from '../../layout/network.js';
import { type Direction, nodeEnds } from '../../layout/turns.js';
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
    let streets = 0;
    let near = false;
    for (let e = start[n]; e < start[n + 1]; e++) {
      const link = links[ends[e] >> 1];
      if (link.kind.class === 'path') continue;
      streets++;
      near ||= hasLightsNear(link, ends[e]);
    }
    const signals = streets > 2 && (node.signals || near);
    return signals === node.signals ? node : { ...node, signals };
  });
  return { ...graph, nodes };
}

/** Whether a street has lights near the end from which a direction leaves. */
function hasLightsNear({ length, signals }: WorkLink, direction: Direction): boolean {
  return signals.some(({ s, crossing }) => (direction & 1 ? length - s : s) <= (crossing ? CROSSING_REACH : REACH));
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
