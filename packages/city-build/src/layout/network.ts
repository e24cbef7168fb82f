import type { GroundShape } from '@itinera/city/browser';
import type { LaneMark } from './lane-marks.js';

/** Classes of roads, from the fastest to the slowest; `path` is for people on foot only. */
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

/** What a sign asks of drivers at a junction without lights. */
export type RoadSign = 'stop' | 'give-way';

/** Where links meet or end. Becomes one junction of the map. */
export interface NetworkNode {
  /** Metres in the map's plane. */
  readonly x: number;
  readonly y: number;
  /** Whether traffic lights stand here. */
  readonly signals: boolean;
}

/** A stretch of street between two nodes, both directions together. Becomes one or two roads of the map. */
export interface NetworkLink {
  /** Index in `nodes` of the end where `path` begins. */
  readonly from: number;
  /** Index in `nodes` of the end where `path` stops; may equal `from` (a loop). */
  readonly to: number;
  readonly class: RoadClass;
  /** A slip road, a ramp or a ferry: no gates on it. */
  readonly ramp: boolean;
  /** Name of the street, or '' when unknown. */
  readonly name: string;
  /** Driving lanes along `path` and against it; 0 closes that direction. Both 0: people on foot only. */
  readonly lanes: readonly [forward: number, backward: number];
  /** Speed limits along `path` and against it, m/s. */
  readonly speed: readonly [forward: number, backward: number];
  /** On which sides of `path` people can walk. Ignored for a link without driving lanes, which is walked in its middle. */
  readonly sidewalks: { readonly left: boolean; readonly right: boolean };
  /**
   * The turns painted on the lanes along `path` and against it, each from left to right; undefined where none are.
   * Counts when they are as many as the lanes, and fit the junction.
   */
  readonly marks?: readonly [forward: readonly LaneMark[] | undefined, backward: readonly LaneMark[] | undefined];
  /** The sign before the junction at the end of `path`, and before that at its start; undefined where there is none. */
  readonly signs?: readonly [forward: RoadSign | undefined, backward: RoadSign | undefined];
  /**
   * Middle of the street as x, y pairs in metres, at least two points and longer than 0.
   * Its ends lie at the nodes, or near them where a node stands for a junction of several points.
   */
  readonly path: Float64Array;
}

/** A turn that drivers must not make: from link `from`, at node `via`, into link `to` (equal to `from` for a U-turn). */
export interface TurnBan {
  readonly from: number;
  readonly via: number;
  readonly to: number;
}

/** A place with an outline: a building, a park, a school ground. Becomes an AOI of the map. */
export interface NetworkArea {
  /** Outline as x, y pairs in metres; the last point does not repeat the first. At least three points. */
  readonly ring: Float64Array;
  /** Courtyards and other holes, in the same form. */
  readonly holes: readonly Float64Array[];
  /** GB 50137-2011 code (R, B1, A3, G1 …), or '' when unknown. */
  readonly landUse: string;
  /** Name, or '' when unknown. */
  readonly name: string;
  /**
   * `place`: somewhere to go, which takes in the places it covers.
   * `building`: somewhere to go, taken in by a place that covers it.
   * `zone`: says how land is used; hands its code to the buildings in it, and is a place itself only when it has none.
   */
  readonly kind: 'place' | 'building' | 'zone';
}

/** A guess at a place along a street, which becomes an AOI only where no gate of another lies within 100 m of it. */
export interface NetworkSpare extends Pick<NetworkArea, 'ring' | 'landUse' | 'name'> {
  /** The point of the street that it stands at, metres. */
  readonly x: number;
  readonly y: number;
  /** A point of interest in its middle. */
  readonly poi?: Pick<NetworkPoi, 'category' | 'name'>;
}

/** A point of interest. */
export interface NetworkPoi {
  /** Metres in the map's plane. */
  readonly x: number;
  readonly y: number;
  /** As in OpenStreetMap, `key|value`: `amenity|restaurant`, `shop|bakery`. */
  readonly category: string;
  /** Name, or '' when unknown. */
  readonly name: string;
  /** GB 50137-2011 code of a place that is only this, or '' when unknown. */
  readonly landUse: string;
  /** Whether people go there for its own sake. Benches, bins and letter boxes are kept only in or near an AOI. */
  readonly destination: boolean;
}

/**
 * A city before it has lanes: what every source (OpenStreetMap, synthetic) makes, and what `buildMap` turns into a map.
 * All coordinates are metres east and north in the plane of `projection`.
 */
export interface RoadNetwork {
  /** Name of the city, for the map's header. */
  readonly name: string;
  /** Date of the data as YYYY-MM-DD, or '' when unknown. */
  readonly date: string;
  /** PROJ string of the plane, such as `+proj=tmerc +lat_0=60.17 +lon_0=24.94`. */
  readonly projection: string;
  /** Side of the road that people drive on. */
  readonly drivingSide: 'right' | 'left';
  readonly nodes: readonly NetworkNode[];
  readonly links: readonly NetworkLink[];
  readonly bans: readonly TurnBan[];
  readonly areas: readonly NetworkArea[];
  readonly pois: readonly NetworkPoi[];
  readonly spares?: readonly NetworkSpare[];
  /** What the map is drawn on. */
  readonly ground?: readonly GroundShape[];
}
