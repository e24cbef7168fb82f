import type { GroundShape } from '@itinera/city/browser';
import type { LaneMark } from './lane-marks.js';

/** Road classes, from the fastest to the slowest; `path` is for pedestrians only. */
export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'path',
] as const;

/** One of {@link ROAD_CLASSES}. */
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** The rule that a sign imposes on drivers at a junction without lights. */
export type RoadSign = 'stop' | 'give-way';

/** A point where links meet or end. Becomes one junction of the map. */
export interface NetworkNode {
  /** Metres in the map's plane. */
  readonly x: number;
  readonly y: number;
  /** Whether traffic lights are here. */
  readonly signals: boolean;
  /** Who passes on foot and by bicycle, if two links meet here: `LaneAccess`, or 3 for no one. Everyone by default. */
  readonly gate?: NodeGate | undefined;
}

/** Who passes a gate, a bollard or the like. */
export interface NodeGate {
  readonly walk: number;
  readonly ride: number;
}

/** What kind of street a link is. Links of the same kind may share one object, which is never changed. */
export interface LinkKind {
  readonly class: RoadClass;
  /** Whether it is a slip road, a ramp or a ferry, which has no gates. */
  readonly ramp: boolean;
  /** Driving lanes along `path` and against it; 0 closes that direction. Both 0: pedestrians only. */
  readonly lanes: readonly [forward: number, backward: number];
  /** Lanes for buses only, at the kerb beside `lanes`, along `path` and against it; none by default. */
  readonly busLanes?: readonly [forward: number, backward: number];
  /** Lanes between the directions that belong to neither, as for turning; none by default. */
  readonly middleLanes?: number;
  /** Whether both directions share one lane. */
  readonly shared?: boolean;
  /** A `LaneAccess` along `path` and against it; open by default. */
  readonly access?: readonly [forward: number, backward: number];
  /** Speed of cyclists along `path` and against it, percent of that on a good street; 0: not for bicycles. */
  readonly ride?: readonly [along: number, against: number];
  /** A `LaneAccess`, or 3 if closed, for cyclists and for people on foot, along `path` and against it; open by default. */
  readonly rideAccess?: readonly [along: number, against: number];
  readonly walkAccess?: readonly [along: number, against: number];
  /** Of a path: whether people may walk on it (by default), or only ride. */
  readonly walkable?: boolean;
  /** Sides of `path` with a sidewalk. Ignored for a link without driving lanes, which is walked along its centre line. */
  readonly sidewalks: { readonly left: boolean; readonly right: boolean };
}

/** A stretch of street between two nodes, both directions together. Becomes one or two roads of the map. */
export interface NetworkLink {
  /** Index in `nodes` of the start of `path`. */
  readonly from: number;
  /** Index in `nodes` of the end of `path`; may equal `from` (a loop). */
  readonly to: number;
  /** Name of the street, or '' if unknown. */
  readonly name: string;
  readonly kind: LinkKind;
  /** Speed limits along `path` and against it, m/s. */
  readonly speed: readonly [forward: number, backward: number];
  /**
   * Turns painted on the lanes along `path` and against it, each from left to right; undefined if there are none.
   * Ignored if their number differs from the lanes, or if they do not match the junction.
   */
  readonly marks?:
    | readonly [forward: readonly LaneMark[] | undefined, backward: readonly LaneMark[] | undefined]
    | undefined;
  /** The sign before the junction at the end of `path`, and before that at its start; undefined if there is none. */
  readonly signs?: readonly [forward: RoadSign | undefined, backward: RoadSign | undefined] | undefined;
  /**
   * Centre line of the street as x, y pairs in metres, at least two points and longer than 0. Its ends are at the
   * nodes, or close to them if a node represents a junction of several points.
   */
  readonly path: Float64Array;
}

/** A banned turn: from link `from`, at node `via`, into link `to` (equal to `from` for a U-turn). */
export interface TurnBan {
  readonly from: number;
  readonly via: number;
  readonly to: number;
  /** A `LaneAccess`: those who may turn nevertheless, as at a private gate. No one by default. */
  readonly access?: number | undefined;
}

/** A banned way over several links: from one direction, along others, into the last. Directions as in `turns.ts`. */
export interface PathBan {
  readonly from: number;
  readonly via: readonly number[];
  readonly to: number;
}

/** A place with an outline: a building, a park, a school ground. Becomes an AOI of the map. */
export interface NetworkArea {
  /** Outline as x, y pairs in metres; the last point does not repeat the first. At least three points. */
  readonly ring: Float64Array;
  /** Courtyards and other holes, in the same form. */
  readonly holes: readonly Float64Array[];
  /** GB 50137-2011 code (R, B1, A3, G1 …), or '' if unknown. */
  readonly landUse: string;
  /** Name, or '' if unknown. */
  readonly name: string;
  /**
   * `place`: a destination, which absorbs the places it covers. `building`: a destination, absorbed by a place that covers
   * it. `zone`: land use, which passes its code to the buildings in it, and is a place itself only if it has none.
   */
  readonly kind: 'place' | 'building' | 'zone';
  /** Number of floors of a building; omitted if it is none, or unknown in the whole city. */
  readonly floors?: number;
}

/** An inferred place along a street, which becomes an AOI only if no gate of another AOI is within 100 m. */
export interface NetworkSpare extends Pick<NetworkArea, 'ring' | 'landUse' | 'name'> {
  /** Its point on the street, metres. */
  readonly x: number;
  readonly y: number;
  /** A POI at its centre. */
  readonly poi?: Pick<NetworkPoi, 'category' | 'name'>;
}

/** A point of interest. */
export interface NetworkPoi {
  /** Metres in the map's plane. */
  readonly x: number;
  readonly y: number;
  /** OpenStreetMap tag, `key|value`: `amenity|restaurant`, `shop|bakery`. */
  readonly category: string;
  /** Name, or '' if unknown. */
  readonly name: string;
  /** GB 50137-2011 code of a place that consists of this POI only, or '' if unknown. */
  readonly landUse: string;
  /** Whether it is a destination. Others (benches, bins, letter boxes) are kept only in or near an AOI. */
  readonly destination: boolean;
}

/** The places of a city. */
export interface NetworkPlaces {
  readonly areas: readonly NetworkArea[];
  readonly pois: readonly NetworkPoi[];
  readonly spares?: readonly NetworkSpare[];
}

/** The streets of a city. */
export interface StreetNetwork {
  /** Name of the city, for the map's header. */
  readonly name: string;
  /** Date of the data as YYYY-MM-DD, or '' if unknown. */
  readonly date: string;
  /** PROJ string of the plane, such as `+proj=tmerc +lat_0=60.17 +lon_0=24.94`. */
  readonly projection: string;
  /** Driving side. */
  readonly drivingSide: 'right' | 'left';
  readonly nodes: readonly NetworkNode[];
  readonly links: readonly NetworkLink[];
  readonly bans: readonly TurnBan[];
  readonly pathBans?: readonly PathBan[];
  /** The ground under the map. */
  readonly ground?: readonly GroundShape[];
}

/**
 * A city without lanes: the output of every source (OpenStreetMap, synthetic), and the input of `buildMap`. All
 * coordinates are metres east and north in the plane of `projection`.
 */
export interface RoadNetwork extends StreetNetwork, NetworkPlaces {}
