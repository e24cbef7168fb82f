import { CityMap, type Header } from '@itinera/city/browser';
import { addRow, boxAround, countRow, groundField, MapBuilder, setHeader } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import { layJunctions } from './lay-junctions.js';
import { layPlaces, type PlaceCounts } from './lay-places.js';
import { layRoads } from './lay-roads.js';
import { type BuiltRow, type BuiltTable, mirrorHeader, mirrorNetwork, rowMirrors } from './mirror.js';
import type { RoadNetwork } from './network.js';
import { nodeEnds } from './turns.js';

/** Options of {@link buildMap}. */
export interface BuildMapOptions {
  /** Told what became of the places that are not AOIs or POIs of their own. */
  onPlaces?: (counts: PlaceCounts) => void;
  /** Receives the current phase and the share of it that is done. */
  onProgress?: (phase: string, share: number) => void;
}

/**
 * Turns a network into a map: roads with lanes 3.2 m apart and sidewalks, junctions with turning lanes, crossings and
 * lights, AOIs with land use and gates, POIs. Links become roads as they are; nothing is joined or left out.
 * Where people drive on the left, everything is mirrored: gates and sidewalks are on the left kerb.
 *
 * @returns a map in which a driving lane in a junction has one lane before and one after it
 */
export function buildMap(network: RoadNetwork, options: BuildMapOptions = {}): CityMap {
  return layMap(network.drivingSide === 'left' ? mirrorNetwork(network) : network, options);
}

/**
 * The same, of a network that `mirrorNetwork` has mirrored already where people drive on the left: whoever has no more
 * use for the one before need not keep both in memory.
 */
export function layMap(drawn: RoadNetwork, options: BuildMapOptions = {}): CityMap {
  return CityMap.fromBuilder(fillMap(drawn, options));
}

/** The rows of a map. A function of its own, so that all else is out of memory when they are put together. */
function fillMap(drawn: RoadNetwork, { onPlaces, onProgress }: BuildMapOptions): MapBuilder {
  const builder = new MapBuilder();
  const isLeft = drawn.drivingSide === 'left';
  const ends = nodeEnds(drawn.nodes.length, drawn.links);
  onProgress?.('building lanes', 0);
  const draft = layRoads(drawn, ends);
  const mirrors = isLeft ? rowMirrors((lane) => draft.isDriving(lane)) : undefined;
  const add = <T extends BuiltTable>(table: T, row: BuiltRow<T>) => {
    mirrors?.[table](row);
    addRow(builder, table, row);
  };
  onProgress?.('building junctions', 0);
  layJunctions(draft, drawn, ends, (junction) => add('junctions', junction));
  const places = layPlaces(draft, drawn, (share) => onProgress?.('placing gates', share));
  onPlaces?.(places.counts);
  onProgress?.('filling the map', 0);
  const header = headerOf(drawn, draft);
  setHeader(builder, isLeft ? mirrorHeader(header) : header);
  if (drawn.ground?.length) builder.unknown.add('', 0, groundField(drawn.ground));
  const eachRow = (visit: <T extends BuiltTable>(table: T, row: BuiltRow<T>) => void) => {
    for (const lane of draft.finishedLanes(places.aoiIdsOf)) visit('lanes', lane);
    for (const road of draft.finishedRoads()) visit('roads', road);
    for (const aoi of places.aois()) visit('aois', aoi);
    for (const poi of places.pois()) visit('pois', poi);
  };
  eachRow((table, row) => countRow(builder, table, row));
  builder.reserve();
  eachRow(add);
  return builder;
}

function headerOf({ name, date, projection }: RoadNetwork, draft: RoadDraft): Header {
  const { north, south, east, west } = boxAround(draft.points()) ?? { north: 0, south: 0, east: 0, west: 0 };
  return { name, date, north, south, east, west, projection };
}
