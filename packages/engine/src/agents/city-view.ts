/** A point in the plane of the map, metres. */
export interface XYPosition {
  readonly x: number;
  readonly y: number;
}

/** A point on a lane, `s` metres along its centre line. */
export interface LanePosition {
  readonly laneId: number;
  readonly s: number;
}

/** An area of interest: a block, a building, a park. */
export interface Aoi {
  readonly id: number;
  readonly name: string;
  /** Outline: one point, or a closed ring. */
  readonly positions: readonly XYPosition[];
  /** Square metres; 0 for a point. */
  readonly area: number;
  readonly drivingPositions: readonly LanePosition[];
  readonly walkingPositions: readonly LanePosition[];
  readonly drivingGates: readonly XYPosition[];
  readonly walkingGates: readonly XYPosition[];
  /** Land use by GB 50137-2011 (`R`, `B1`, `A3`, `G1` …), null when unknown. */
  readonly urbanLandUse: string | null;
  readonly poiIds: readonly number[];
}

/** A point of interest: a shop, a school, a restaurant. */
export interface Poi {
  readonly id: number;
  readonly name: string;
  /** The category, such as `amenity|restaurant`. */
  readonly category: string;
  readonly position: XYPosition;
  /** The AOI that it belongs to. */
  readonly aoiId: number;
}

/** A list of map objects with access to their ids: `all[0]`, `for (const aoi of all)`, `all.keys()`. */
export class IdList<T extends { readonly id: number }> extends Array<T> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Returns the ids in the order of the list. */
  override keys(): ArrayIterator<number> {
    return this.map((thing) => thing.id).values();
  }
}

/** The map as seen by the engine and the agents of one thread: immutable objects. */
export interface CityView {
  readonly allAois: IdList<Aoi>;
  readonly allPois: IdList<Poi>;
  aoi(id: number): Aoi | undefined;
  poi(id: number): Poi | undefined;
  /** Visits all AOIs in order with their centres in the plane, without the memory of an object for each. */
  eachAoi(visit: (id: number, x: number, y: number, area: number, urbanLandUse: string | null) => void): void;
  /** The centre of an AOI in the plane; undefined when there is no such AOI. */
  aoiCentre(id: number): XYPosition | undefined;
  /** Returns POIs within `radius` metres, nearest first; limited to these categories or groups of categories, if given. */
  poisAround(centre: XYPosition, radius: number, types?: readonly string[]): readonly Poi[];
  /** The categories of POIs by group: `restaurant` → `bar`, `cafe` … A category is the text after the last `|`. */
  readonly poiCategories: Readonly<Record<string, readonly string[]>>;
  /** Longitude and latitude, degrees, of a point in the plane. */
  toLngLat(x: number, y: number): readonly [longitude: number, latitude: number];
}
