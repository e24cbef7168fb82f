import type { Header, MapMessage } from '../../map/message.js';
import type { RoadDraft } from './draft.js';
import { layJunctions } from './lay-junctions.js';
import { layPlaces, type PlaceCounts } from './lay-places.js';
import { layRoads } from './lay-roads.js';
import { mirrorMap, mirrorNetwork } from './mirror.js';
import type { RoadNetwork } from './network.js';
import { nodeEnds } from './turns.js';

/** Options of {@link buildMap}. */
export interface BuildMapOptions {
  /** Told what became of the places that are not AOIs or POIs of their own. */
  onPlaces?: (counts: PlaceCounts) => void;
  /** Told what is being done, and the share of it that is done. */
  onProgress?: (phase: string, share: number) => void;
}

/**
 * Turns a network into a map: roads with lanes 3.2 m apart and sidewalks, junctions with turning lanes, crossings and
 * lights, AOIs with land use and gates, POIs. Links become roads as they are; nothing is joined or left out.
 * Where people drive on the left, everything is mirrored: gates and sidewalks are on the left kerb.
 *
 * @returns a map in which a driving lane in a junction has one lane before and one after it
 */
export function buildMap(network: RoadNetwork, options: BuildMapOptions = {}): MapMessage {
  if (network.drivingSide === 'left') {
    return mirrorMap(buildMap({ ...mirrorNetwork(network), drivingSide: 'right' }, options));
  }
  const ends = nodeEnds(network.nodes.length, network.links);
  const { onPlaces, onProgress } = options;
  onProgress?.('laying lanes', 0);
  const draft = layRoads(network, ends);
  onProgress?.('laying junctions', 0);
  layJunctions(draft, network, ends);
  const { aois, pois, counts } = layPlaces(draft, network, (share) => onProgress?.('placing gates', share));
  onPlaces?.(counts);
  return {
    header: headerOf(network, draft),
    lanes: draft.lanes,
    roads: draft.roads,
    junctions: draft.junctions,
    aois,
    pois,
    sublines: [],
  };
}

function headerOf(network: RoadNetwork, draft: RoadDraft): Header {
  const extent = { north: -Infinity, south: Infinity, east: -Infinity, west: Infinity };
  for (const { centerLine } of draft.lanes) {
    for (const { x, y } of centerLine!.nodes) {
      extent.north = Math.max(extent.north, y);
      extent.south = Math.min(extent.south, y);
      extent.east = Math.max(extent.east, x);
      extent.west = Math.min(extent.west, x);
    }
  }
  const empty = draft.lanes.length === 0;
  return {
    name: network.name,
    date: network.date,
    ...(empty ? { north: 0, south: 0, east: 0, west: 0 } : extent),
    projection: network.projection,
  };
}
