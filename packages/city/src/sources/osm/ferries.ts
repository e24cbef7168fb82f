import type { ExtractedRoad } from './extract.js';
import type { NodeStore } from './node-store.js';

/**
 * The roads of an extract without the ferries that do not land on other roads, or other ferries, at both ends: those
 * that leave the extract, or end at a pier that nobody drew.
 */
export function withoutLostFerries(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  const waysAt = new Uint32Array(nodes.size);
  const known = (road: ExtractedRoad) => new Set(road.nodes.filter((node) => node >= 0));
  for (const road of roads) for (const node of known(road)) waysAt[node]++;
  const endsOf = ({ nodes: refs }: ExtractedRoad) => [refs[0], refs[refs.length - 1]];
  const isLost = (road: ExtractedRoad) => endsOf(road).some((node) => !nodes.has(node) || waysAt[node] < 2);
  const ferries = roads.filter((road) => road.tags.ferry);
  const endingAt = new Map<number, ExtractedRoad[]>();
  for (const ferry of ferries) {
    for (const node of endsOf(ferry)) {
      const there = endingAt.get(node);
      if (there) there.push(ferry);
      else endingAt.set(node, [ferry]);
    }
  }
  const lost = new Set(ferries.filter(isLost));
  // A set goes on to what is added on the way: without the one, another that met only it lands nowhere either.
  for (const ferry of lost) {
    for (const node of known(ferry)) {
      if (--waysAt[node] === 1) for (const other of endingAt.get(node) ?? []) lost.add(other);
    }
  }
  return lost.size === 0 ? roads : roads.filter((road) => !lost.has(road));
}
