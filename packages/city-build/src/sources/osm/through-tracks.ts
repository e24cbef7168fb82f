import { isDriven } from '../../layout/roads.js';
import { Access } from './access.js';
import { NodeFlag, type NodeStore } from './node-store.js';
import { asWalked, type ExtractedRoad, SLOWEST } from './road-tags.js';
import type { WorkGraph } from './work-graph.js';

/** Nobody passes through on longer tracks of unknown quality, metres. */
const LONG = 1000;

/**
 * Tracks that no tag opens or closes to cars are streets where they lead from one street to another, and paths elsewhere: a dead
 * end leads to a field, and would only be a junction on the street where it begins. So ends of tracks are removed until all
 * others lie between streets.
 */
export function throughTracks(roads: readonly ExtractedRoad[], store: NodeStore): readonly ExtractedRoad[] {
  if (!roads.some(isUntagged)) return roads;
  const isStreet = new Uint8Array(store.size);
  for (const road of roads)
    if (isDriven(road.tags) && !isUntagged(road)) for (const node of road.nodes) if (node >= 0) isStreet[node] = 1;
  const isClosed = (node: number) =>
    (store.flags[node] & (NodeFlag.BARRIER | NodeFlag.BARRIER_DESTINATION)) === NodeFlag.BARRIER;
  // The sum of the open steps at a node is the last one when only one is left.
  const open = new Int32Array(store.size);
  const sum = new Float64Array(store.size);
  const steps: [from: number, to: number][] = [];
  const isOpen: boolean[] = [];
  const queue: number[] = [];
  eachStep(roads, (from, to) => {
    const step = steps.push([from, to]) - 1;
    isOpen.push(store.has(from) && store.has(to) && from !== to);
    if (!isOpen[step]) return;
    for (const node of [from, to]) {
      open[node]++;
      sum[node] += step;
    }
  });
  const close = (step: number) => {
    isOpen[step] = false;
    for (const node of steps[step]) {
      sum[node] -= step;
      if (--open[node] === 1 && isStreet[node] === 0) queue.push(node);
    }
  };
  steps.forEach((nodes, step) => {
    if (isOpen[step] && nodes.some((node) => isStreet[node] === 0 && (open[node] === 1 || isClosed(node)))) close(step);
  });
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) if (open[node] === 1) close(sum[node]);

  let step = 0;
  return roads.flatMap((road) => {
    if (!isUntagged(road)) return [road];
    const { nodes, tags } = road;
    const parts: { readonly isOpen: boolean; readonly nodes: number[] }[] = [];
    for (let i = 1; i < nodes.length; i++, step++) {
      const last = parts.at(-1);
      if (last?.isOpen === isOpen[step]) last.nodes.push(nodes[i]);
      else parts.push({ isOpen: isOpen[step], nodes: [nodes[i - 1], nodes[i]] });
    }
    return parts.flatMap((part) => {
      const own = part.isOpen ? tags : asWalked(tags);
      const isUsed = part.isOpen || own.walkable || Math.max(...own.ride) > 0;
      return isUsed ? [{ ...road, tags: own, nodes: Int32Array.from(part.nodes) }] : [];
    });
  });
}

const isUntagged = ({ tags }: ExtractedRoad): boolean => tags.untagged;

/** The steps from node to node of tracks without a tag for cars. */
function eachStep(roads: readonly ExtractedRoad[], step: (from: number, to: number) => void): void {
  for (const road of roads)
    if (isUntagged(road)) for (let i = 1; i < road.nodes.length; i++) step(road.nodes[i - 1], road.nodes[i]);
}

/** Limits long tracks without a tag for cars on which they crawl to those with a destination there. */
export function limitLongTracks(graph: WorkGraph): WorkGraph {
  const access = [Access.DESTINATION, Access.DESTINATION] as const;
  const links = graph.links.map((link) => {
    const { kind, speed, length } = link;
    const crawls = kind.untagged && Math.max(speed[0], speed[1]) < (SLOWEST + 1) / 3.6;
    return crawls && length > LONG ? { ...link, kind: { ...kind, access } } : link;
  });
  return { ...graph, links };
}
