import type { ExtractedRoad } from './extract.js';
import type { NodeStore } from './node-store.js';

/**
 * The roads of an extract without the ferries that do not land on other roads, or other ferries, at both ends: those
 * that leave the extract, or end at a pier that nobody drew.
 */
export function withoutLostFerries(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  const waysAt = new Uint32Array(nodes.size);
  const count = (road: ExtractedRoad, by: 1 | -1) => {
    for (const node of new Set(road.nodes)) if (node >= 0) waysAt[node] += by;
  };
  for (const road of roads) count(road, 1);
  const lands = (road: ExtractedRoad) =>
    [road.nodes[0], road.nodes[road.nodes.length - 1]].every((node) => nodes.has(node) && waysAt[node] > 1);
  let kept = roads;
  // Without the one, another that met only it lands nowhere either.
  for (let lost = kept; lost.length > 0; ) {
    lost = kept.filter((road) => road.tags.ferry && !lands(road));
    for (const road of lost) count(road, -1);
    const gone = new Set(lost);
    if (lost.length > 0) kept = kept.filter((road) => !gone.has(road));
  }
  return kept;
}
