import { CityMap, type Header } from '@itinera/city/browser';
import { boxAround, CONTENT_VERSION, groundField, MapBuilder, setHeader, setRows } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import type { DraftJunctions } from './draft-junctions.js';
import { layJunctions } from './lay-junctions.js';
import { type LaidPlaces, layPlaces, type PlaceCounts } from './lay-places.js';
import { layRoads } from './lay-roads.js';
import { mirrorHeader, mirrorJunctions, mirrorLanes, mirrorNetwork, mirrorPlaces, mirrorRoads } from './mirror.js';
import type { RoadNetwork, StreetNetwork } from './network.js';
import { nodeEnds } from './turns.js';

/** Options of {@link buildMap}. */
export interface BuildMapOptions {
  /** Receives the outcome for places that do not become AOIs or POIs themselves. */
  onPlaces?: (counts: PlaceCounts) => void;
  /** Receives the current phase and its completed share. */
  onProgress?: ((phase: string, share: number) => void) | undefined;
}

/**
 * Turns a network into a map: roads with lanes 3.2 m apart and sidewalks, junctions with turning lanes, crossings and
 * lights, AOIs with land use and gates, POIs. Each link becomes one or two roads; none are merged or omitted. In
 * left-hand traffic everything is mirrored: gates and sidewalks are on the left kerb.
 *
 * @returns a map in which a driving lane in a junction has one predecessor and one successor
 */
export function buildMap(network: RoadNetwork, { onPlaces, onProgress }: BuildMapOptions = {}): CityMap {
  const drawn = network.drivingSide === 'left' ? mirrorNetwork(network) : network;
  const ends = nodeEnds(drawn.nodes.length, drawn.links);
  onProgress?.('building lanes', 0);
  const draft = layRoads(drawn, ends);
  onProgress?.('building junctions', 0);
  const junctions = layJunctions(draft, drawn, ends);
  const places = layPlaces(drawn, draft, (share) => onProgress?.('placing gates', share));
  onPlaces?.(places.counts);
  onProgress?.('filling the map', 0);
  return fillMap(drawn, draft, junctions, places);
}

function fillMap(drawn: StreetNetwork, draft: RoadDraft, junctions: DraftJunctions, places: LaidPlaces): CityMap {
  const builder = new MapBuilder();
  const isLeft = drawn.drivingSide === 'left';
  const header = headerOf(drawn, draft);
  setHeader(builder, isLeft ? mirrorHeader(header) : header);
  const ground = groundField(drawn.ground ?? []);
  if (ground.length > 0) builder.unknown.add('', 0, ground);
  const lanes = { ...draft.lanes.columns(draft.roads, draft.hasRiding), aoiIds: places.aoiIds };
  setRows(builder, 'lanes', draft.lanes.count, isLeft ? mirrorLanes(lanes) : lanes);
  const crossroads = junctions.columns(draft.roads);
  setRows(builder, 'junctions', junctions.count, isLeft ? mirrorJunctions(crossroads) : crossroads);
  const { aois, pois, texts } = isLeft ? mirrorPlaces(places) : places;
  const [aoiName, landUse, poiName, category] = [texts.aoiName, texts.landUse, texts.poiName, texts.category].map(
    (list) => Int32Array.from(list, (text) => builder.strings.intern(text)),
  );
  const urbanLandUse = { present: aois.landUse!.present, values: landUse };
  setRows(builder, 'aois', texts.aoiName.length, { ...aois, name: aoiName, urbanLandUse });
  setRows(builder, 'pois', texts.poiName.length, { ...pois, name: poiName, category });
  const roadName = Int32Array.from(draft.roads.names, (name) => builder.strings.intern(name));
  const roads = draft.roads.columns();
  const mirrored = isLeft ? mirrorRoads(roads, (lane) => draft.lanes.isDriving(lane)) : roads;
  setRows(builder, 'roads', roadName.length, { ...mirrored, name: roadName });
  return CityMap.fromBuilder(builder);
}

function headerOf({ name, date, projection }: StreetNetwork, draft: RoadDraft): Header {
  const { north, south, east, west } = boxAround(draft.lanes.xy.view()) ?? { north: 0, south: 0, east: 0, west: 0 };
  const version = draft.hasRiding ? { contentVersion: CONTENT_VERSION } : {};
  return { name, date, north, south, east, west, projection, ...version };
}
