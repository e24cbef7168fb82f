import { createProjection } from '@itinera/city/browser';
import { groundField } from '@itinera/city/map-making';
import type { LaneJoins, LaneLines } from '../../layout/lane-lines.js';
import {
  type DrivenPlaces,
  findDrivingGates,
  type JoinedPlaces,
  joinPlaces,
  type LaidPlaces,
  layPlaces,
} from '../../layout/lay-places.js';
import { mirrorAreas } from '../../layout/mirror.js';
import { cityGround } from './city-ground.js';
import { cityPlaces } from './city-places.js';
import { DEGREE } from './elements.js';
import { inferParcels } from './infer-parcels.js';
import { inferPois } from './land-use-pois.js';
import type { PlaceExtract } from './place-elements.js';
import type { Project } from './split-ways.js';
import type { StreetLines } from './street-lines.js';

/** What places need to know of the streets of their city, as plain data that can be sent to another thread. */
export interface StreetsOfPlaces {
  readonly projection: string;
  readonly drivingSide: 'right' | 'left';
  readonly lines: StreetLines;
  /** Interleaved coordinates. */
  readonly junctions: Float64Array;
  /** Whether to infer places along streets; see `BuildCityOptions`. */
  readonly inferAois: 'auto' | 'always' | 'never';
}

/** The places of an extract in the plane, those inferred along streets, and the ground. */
export interface DrawnPlaces extends PlaceFacts {
  /** Mirrored where traffic drives on the left. */
  readonly places: JoinedPlaces;
  /** The field of the map file that contains it. */
  readonly ground: Uint8Array;
}

/** The same places with their gates for cars. */
export interface DrivenCityPlaces extends Omit<DrawnPlaces, 'places'> {
  readonly driven: DrivenPlaces;
}

/** The same places as AOIs and POIs, with all gates. */
export interface LaidCityPlaces extends Omit<DrawnPlaces, 'places'> {
  readonly laid: LaidPlaces;
}

/** What a report says of the places of a file. */
export interface PlaceFacts {
  readonly brokenAreas: number;
  readonly incompleteAreas: number;
  readonly madeUpPois: number;
}

/** Draws the places of an extract into the plane of its streets. */
export function drawPlaces(
  extract: PlaceExtract,
  { projection, drivingSide, lines, junctions, inferAois }: StreetsOfPlaces,
): DrawnPlaces {
  const project = projector(projection);
  const { areas, pois, brokenAreas } = cityPlaces(extract, project);
  const along = inferAois === 'always' || !(extract.hasPlaces && areas.length > 0) ? 'all' : 'dwellings';
  // No one goes out without a destination.
  const withPois = inferAois !== 'never' && !pois.some(({ destination }) => destination);
  const spares = inferAois === 'never' ? [] : inferParcels(lines, areas, { along, withPois });
  const madeUp = withPois ? inferPois(areas) : [];
  const places = { areas, pois: [...pois, ...madeUp], spares };
  return {
    places: joinPlaces(drivingSide === 'left' ? mirrorAreas(places) : places),
    ground: groundField(cityGround(extract, project, junctions)),
    brokenAreas,
    incompleteAreas: extract.incompleteAreas,
    madeUpPois: madeUp.length,
  };
}

/** Finds the gates of places for cars. */
export function driveToPlaces({ places, ...others }: DrawnPlaces, lines: LaneLines): DrivenCityPlaces {
  return { driven: findDrivingGates(lines, places), ...others };
}

/** Lays out places with all their gates. */
export function layCityPlaces(
  { driven, ...others }: DrivenCityPlaces,
  joins: LaneJoins,
  onProgress?: (share: number) => void,
): LaidCityPlaces {
  return { laid: layPlaces(driven, joins, onProgress), ...others };
}

/** Converts degrees times 10⁷ to metres in the plane of a projection. */
export function projector(projection: string): Project {
  const { toXY } = createProjection(projection);
  return (lon, lat) => {
    const { x, y } = toXY(lon / DEGREE, lat / DEGREE);
    return [x, y];
  };
}
