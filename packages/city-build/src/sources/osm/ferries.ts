import { isDriven } from '../../layout/roads.js';
import { DEGREE } from './elements.js';
import { METRES_PER_DEGREE, metresBetween } from './far-apart.js';
import type { NodeStore } from './node-store.js';
import type { ExtractedRoad } from './road-tags.js';

/**
 * Maximum distance from a ferry landing to its street, metres: the connection was mapped as a pier, a driveway or not at all.
 */
const REACH = 200;

/**
 * Connects ferries to the streets. Ferries that end away from any street (foot ferries: any street or path) are extended to
 * the nearest one within 200 m, preferably a two-way one. Ferries without a landing at a road or another ferry at both ends
 * are omitted: those that leave the extract, or end where no street was mapped.
 */
export function landFerries(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  return roads.some(({ tags }) => tags.ferry) ? withoutLostFerries(withLandings(roads, nodes), nodes) : roads;
}

/** The ways that a node is part of. */
const Part = { WALKED: 1, DRIVEN: 2, BOTH_WAYS: 4 } as const;

/** An end of a ferry away from any street. */
interface Landing {
  readonly ferry: ExtractedRoad;
  readonly node: number;
  /** The street node to which it is extended, -1 for none, and its distance in metres. */
  at: number;
  metres: number;
}

const endsOf = ({ nodes }: ExtractedRoad) => [nodes[0], nodes[nodes.length - 1]];
const partOf = (ferry: ExtractedRoad) => (isDriven(ferry.tags) ? Part.DRIVEN : Part.WALKED);

function withLandings(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  const parts = new Uint8Array(nodes.size);
  const ferriesAt = new Map<number, number>();
  for (const road of roads) {
    if (!road.tags.ferry) markParts(road, nodes, parts);
    else for (const node of endsOf(road)) ferriesAt.set(node, (ferriesAt.get(node) ?? 0) + 1);
  }
  // Where ferries meet, passengers change, or one route was mapped in pieces.
  const landings = roads
    .filter(({ tags }) => tags.ferry)
    .flatMap((ferry) =>
      endsOf(ferry)
        .filter((node) => nodes.has(node) && (parts[node] & partOf(ferry)) === 0 && ferriesAt.get(node) === 1)
        .map((node): Landing => ({ ferry, node, at: -1, metres: 2 * REACH })),
    );
  findStreets(landings, parts, nodes);
  const ashore = new Map<ExtractedRoad, Map<number, number>>();
  for (const { ferry, node, at } of landings)
    if (at >= 0) ashore.set(ferry, (ashore.get(ferry) ?? new Map<number, number>()).set(node, at));
  return roads.map((road) => {
    const at = ashore.get(road);
    if (at === undefined) return road;
    const [first, last] = endsOf(road).map((node) => at.get(node) ?? []);
    return { ...road, nodes: Int32Array.from([first, ...road.nodes, last].flat()) };
  });
}

function markParts(road: ExtractedRoad, nodes: NodeStore, parts: Uint8Array): void {
  const { lanes } = road.tags;
  const bothWays = lanes[0] > 0 && lanes[1] > 0 ? Part.BOTH_WAYS : 0;
  const part = Part.WALKED | (isDriven(road.tags) ? Part.DRIVEN : 0) | bothWays;
  for (let i = 0; i < road.nodes.length; i++) if (nodes.has(road.nodes[i])) parts[road.nodes[i]] |= part;
}

/** Finds the nearest street of each landing; a one-way street may lead only to the ferry or only away from it. */
function findStreets(landings: readonly Landing[], parts: Uint8Array, nodes: NodeStore): void {
  const byLat = [...landings].sort((a, b) => nodes.lat[a.node] - nodes.lat[b.node]);
  const reach = (REACH / METRES_PER_DEGREE) * DEGREE;
  for (let node = 0; node < parts.length && byLat.length > 0; node++) {
    if (parts[node] === 0) continue;
    const lat = nodes.lat[node];
    let low = 0;
    for (let high = byLat.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (nodes.lat[byLat[middle].node] < lat - reach) low = middle + 1;
      else high = middle;
    }
    for (; low < byLat.length && nodes.lat[byLat[low].node] <= lat + reach; low++) {
      const landing = byLat[low];
      const wanted = partOf(landing.ferry);
      if ((parts[node] & wanted) === 0) continue;
      const metres = metresBetween(nodes, landing.node, node);
      const far = wanted === Part.DRIVEN && (parts[node] & Part.BOTH_WAYS) === 0 ? metres + REACH : metres;
      if (metres > REACH || far >= landing.metres) continue;
      landing.at = node;
      landing.metres = far;
    }
  }
}

function withoutLostFerries(roads: readonly ExtractedRoad[], nodes: NodeStore): readonly ExtractedRoad[] {
  const waysAt = countWays(roads, nodes);
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
  // A set grows while it is processed: without this ferry, another one that connects only to it does not land either.
  for (const ferry of lost) {
    for (const node of new Set(ferry.nodes)) {
      if (node >= 0 && --waysAt[node] === 1) for (const other of endingAt.get(node) ?? []) lost.add(other);
    }
  }
  return lost.size === 0 ? roads : roads.filter((road) => !lost.has(road));
}

/** By node, the number of ways that it is part of. */
function countWays(roads: readonly ExtractedRoad[], nodes: NodeStore): Uint32Array {
  const waysAt = new Uint32Array(nodes.size);
  /** By node, the last way that was counted, from 1 on. */
  const counted = new Uint32Array(nodes.size);
  roads.forEach(({ nodes: refs }, way) => {
    for (let i = 0; i < refs.length; i++) {
      const node = refs[i];
      if (node < 0 || counted[node] === way + 1) continue;
      counted[node] = way + 1;
      waysAt[node]++;
    }
  });
  return waysAt;
}
