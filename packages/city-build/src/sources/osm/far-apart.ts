import { DEGREE } from './elements.js';
import type { NodeStore } from './node-store.js';
import type { ExtractedRoad } from './road-tags.js';

const WORLD = 360 * DEGREE;
export const METRES_PER_DEGREE = 111_195;
/** Maximum straight distance between consecutive nodes of a street or a ferry, metres. */
const FARTHEST = 50_000;
const FARTHEST_FERRY = 3_000_000;

/** Omits roads that a wrong coordinate stretches across the map. */
export function withoutStretchedRoads(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  return roads.filter(({ tags, nodes: refs }) => {
    const most = tags.ferry ? FARTHEST_FERRY : FARTHEST;
    for (let i = 1; i < refs.length; i++) if (areApart(nodes, refs[i - 1], refs[i], most)) return false;
    return true;
  });
}

/** Whether two nodes of the file are farther apart than `most`, which is more than 20 km. */
function areApart(nodes: NodeStore, a: number, b: number, most: number): boolean {
  if (!nodes.has(a) || !nodes.has(b)) return false;
  const { lon, lat } = nodes;
  // Most are close, which is quick to tell.
  const areClose = Math.abs(lon[a] - lon[b]) < DEGREE / 10 && Math.abs(lat[a] - lat[b]) < DEGREE / 10;
  return !areClose && metresBetween(nodes, a, b) > most;
}

/** The approximate distance of two nodes, within one percent if they are close. */
export function metresBetween({ lon, lat }: NodeStore, a: number, b: number): number {
  const shrink = Math.cos((((lat[a] + lat[b]) / 2 / DEGREE) * Math.PI) / 180);
  // The shorter way around, because streets may cross the antimeridian.
  const east = Math.abs(lon[a] - lon[b]);
  return (Math.hypot(Math.min(east, WORLD - east) * shrink, lat[a] - lat[b]) / DEGREE) * METRES_PER_DEGREE;
}
