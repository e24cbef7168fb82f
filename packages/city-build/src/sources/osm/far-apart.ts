import { DEGREE } from './elements.js';
import type { NodeStore } from './node-store.js';
import type { ExtractedRoad } from './road-tags.js';

const WORLD = 360 * DEGREE;
export const METRES_PER_DEGREE = 111_195;
/** Straight from node to node no street goes so far, and no ferry so far; metres. */
const FARTHEST = 50_000;
const FARTHEST_FERRY = 3_000_000;

/** Roads without those that a wrong coordinate tears across the land. */
export function withoutFarApart(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  return roads.filter(({ tags, nodes: refs }) => {
    const most = tags.ferry ? FARTHEST_FERRY : FARTHEST;
    for (let i = 1; i < refs.length; i++)
      if (nodes.has(refs[i - 1]) && nodes.has(refs[i]) && !(metresBetween(nodes, refs[i - 1], refs[i]) <= most))
        return false;
    return true;
  });
}

/** The distance of two nodes, off by less than a hundredth where these are near. */
export function metresBetween({ lon, lat }: NodeStore, a: number, b: number): number {
  const shrink = Math.cos((((lat[a] + lat[b]) / 2 / DEGREE) * Math.PI) / 180);
  // The shorter way around: streets cross 180° too.
  const east = Math.abs(lon[a] - lon[b]);
  return (Math.hypot(Math.min(east, WORLD - east) * shrink, lat[a] - lat[b]) / DEGREE) * METRES_PER_DEGREE;
}
