import type { CityMap } from '../map/city-map.js';
import { DisjointSets } from '../map/disjoint-sets.js';
import { groupByRow } from '../map/grouped-rows.js';
import { stronglyConnected } from '../map/strongly-connected.js';
import { gatesOf } from '../movement/gates.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import type { WalkNetwork } from '../routing/walk-network.js';

/**
 * The AOIs that closed roads cut off from most of the city by car: with a gate on the largest part of the network in which
 * every road leads to every other, and none on what is left of it without these roads.
 * @param closed rows of roads
 * @returns by row of the AOI, 1 for one that is cut off
 */
export function cutOffAois(city: CityMap, network: DriveNetwork, closed: readonly number[]): Uint8Array {
  const before = largestPart(network, new Set());
  const after = largestPart(network, new Set(closed));
  return Uint8Array.from({ length: city.aois.count }, (_, aoi) => {
    const roads = gatesOf(city, aoi, 'drive').map(({ lane }) => network.laneRoads[lane]);
    const isOn = (part: Uint8Array) => roads.some((road) => road >= 0 && part[road] === 1);
    return isOn(before) && !isOn(after) ? 1 : 0;
  });
}

/** The AOIs that closed roads (rows) cut off from most of the city on foot; see {@link cutOffAois}. */
export function cutOffOnFoot(city: CityMap, network: WalkNetwork, closed: readonly number[]): Uint8Array {
  const ids = new Set(closed.map((row) => city.roads.id[row]));
  const before = largestWalk(network, () => true);
  const after = largestWalk(network, (lane) => !ids.has(city.lanes.parentId[lane]));
  return Uint8Array.from({ length: city.aois.count }, (_, aoi) => {
    const gates = gatesOf(city, aoi, 'walk');
    const isOn = (part: ReadonlySet<number>) => gates.some(({ lane }) => part.has(lane));
    return isOn(before) && !isOn(after) ? 1 : 0;
  });
}

/** The open walking lanes of the largest connected part. */
function largestWalk({ laneHeads, laneTails, points }: WalkNetwork, isOpen: (lane: number) => boolean): Set<number> {
  const lanes = Array.from(laneHeads.keys()).filter((lane) => laneHeads[lane] >= 0 && isOpen(lane));
  const sets = new DisjointSets(points.length / 2);
  for (const lane of lanes) sets.join(laneHeads[lane], laneTails[lane]);
  const parts = new Map<number, number[]>();
  for (const lane of lanes) {
    const root = sets.rootOf(laneHeads[lane]);
    const part = parts.get(root);
    if (part) part.push(lane);
    else parts.set(root, [lane]);
  }
  return new Set([...parts.values()].reduce((most, part) => (part.length > most.length ? part : most), []));
}

function largestPart({ graph, tails, roadCosts }: DriveNetwork, closed: ReadonlySet<number>): Uint8Array {
  const isOpen = (road: number) => !closed.has(road) && roadCosts[road] < Infinity;
  const arcs = Array.from(graph.heads.keys()).filter((arc) => isOpen(tails[arc]) && isOpen(graph.heads[arc]));
  const { offsets, items } = groupByRow(
    roadCosts.length,
    Int32Array.from(arcs, (arc) => tails[arc]),
  );
  const parts = stronglyConnected(
    offsets,
    Uint32Array.from(items, (item) => graph.heads[arcs[item]]),
  );
  const sizes = new Map<number, number>();
  parts.forEach((part, road) => {
    if (isOpen(road)) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  });
  const [largest = -1] = [...sizes].reduce((most, one) => (one[1] > (most[1] ?? 0) ? one : most), [-1, 0]);
  return Uint8Array.from(parts, (part, road) => (part === largest && isOpen(road) ? 1 : 0));
}
