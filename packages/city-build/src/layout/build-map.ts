import { CityMap, type Header } from '@itinera/city/browser';
import {
  addRow,
  boxAround,
  CONTENT_VERSION,
  countRow,
  groundField,
  MapBuilder,
  setHeader,
  setRows,
} from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import { layJunctions } from './lay-junctions.js';
import { layPlaces, type PlaceCounts } from './lay-places.js';
import { layRoads } from './lay-roads.js';
import { type BuiltRow, type BuiltTable, mirrorHeader, mirrorLanes, mirrorNetwork, rowMirrors } from './mirror.js';
import type { RoadNetwork } from './network.js';
import { nodeEnds } from './turns.js';

/** Options of {@link buildMap}. */
export interface BuildMapOptions {
  /** Receives the outcome for places that do not become AOIs or POIs themselves. */
  onPlaces?: (counts: PlaceCounts) => void;
  /** Receives the current phase and its completed share. */
  onProgress?: (phase: string, share: number) => void;
}

/**
 * Turns a network into a map: roads with lanes 3.2 m apart and sidewalks, junctions with turning lanes, crossings and
 * lights, AOIs with land use and gates, POIs. Each link becomes one or two roads; none are merged or omitted. In
 * left-hand traffic everything is mirrored: gates and sidewalks are on the left kerb.
 *
 * @returns a map in which a driving lane in a junction has one predecessor and one successor
 */
export function buildMap(network: RoadNetwork, options: BuildMapOptions = {}): CityMap {
  return layMap(network.drivingSide === 'left' ? mirrorNetwork(network) : network, options);
}

/**
 * Same as {@link buildMap}, for a network already mirrored by `mirrorNetwork` where traffic drives on the left. The caller
 * can release the original network, so that both need not be in memory.
 */
export function layMap(drawn: RoadNetwork, options: BuildMapOptions = {}): CityMap {
  return CityMap.fromBuilder(fillMap(drawn, options));
}

/** The rows of a map. A separate function, so that everything else is out of memory when they are assembled. */
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
    for (const road of draft.finishedRoads()) visit('roads', road);
    for (const aoi of places.aois()) visit('aois', aoi);
    for (const poi of places.pois()) visit('pois', poi);
  };
  const lanes = draft.laneColumns(places.aoiIds);
  setRows(builder, 'lanes', draft.laneCount, isLeft ? mirrorLanes(lanes) : lanes);
  eachRow((table, row) => countRow(builder, table, row));
  builder.reserve();
  eachRow(add);
  return builder;
}

function headerOf({ name, date, projection }: RoadNetwork, draft: RoadDraft): Header {
  const { north, south, east, west } = boxAround(draft.points()) ?? { north: 0, south: 0, east: 0, west: 0 };
  const version = draft.hasRiding ? { contentVersion: CONTENT_VERSION } : {};
  return { name, date, north, south, east, west, projection, ...version };
}
