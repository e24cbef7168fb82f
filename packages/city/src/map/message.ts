/**
 * The object form of a city map file: one `city.map.v2.Map` message (proto3) with the field names in camelCase.
 * Programs that build maps write it, and small readers may use it; performance-critical code works on the columns of
 * `CityMap`, which have the same paths.
 *
 * Lengths are metres, speeds metres per second, times seconds, positions metres in the plane of the map
 * (x east, y north) unless a field says otherwise. Ids are int32; by convention lanes count from 0 (lane 0 is real),
 * roads from 200000000, junctions from 300000000, AOIs from 500000000, POIs from 700000000 and sublines from
 * 900000000, but nothing here relies on it. Optional properties have presence in the file: omitting one and setting it
 * to zero are two different messages.
 */
export interface MapMessage {
  header?: Header;
  lanes: LaneMessage[];
  roads: RoadMessage[];
  junctions: JunctionMessage[];
  aois: AoiMessage[];
  pois: PoiMessage[];
  sublines: Subline[];
}

/** First ids by convention; programs that build maps count up from here. */
export const FirstId = {
  LANE: 0,
  ROAD: 200_000_000,
  JUNCTION: 300_000_000,
  AOI: 500_000_000,
  POI: 700_000_000,
  SUBLINE: 900_000_000,
} as const;

export const LaneType = { UNSPECIFIED: 0, DRIVING: 1, WALKING: 2, RAIL_TRANSIT: 3 } as const;
export type LaneType = (typeof LaneType)[keyof typeof LaneType];

export const LaneTurn = { UNSPECIFIED: 0, STRAIGHT: 1, LEFT: 2, RIGHT: 3, AROUND: 4 } as const;
export type LaneTurn = (typeof LaneTurn)[keyof typeof LaneTurn];

/** Who may drive on a lane: everyone, only those with a destination there, or only residents and those they invite. */
export const LaneAccess = { OPEN: 0, DESTINATION: 1, PRIVATE: 2 } as const;
export type LaneAccess = (typeof LaneAccess)[keyof typeof LaneAccess];

/** Which end of the other lane a connection touches. */
export const ConnectionType = { UNSPECIFIED: 0, HEAD: 1, TAIL: 2 } as const;
export type ConnectionType = (typeof ConnectionType)[keyof typeof ConnectionType];

export const LightState = { UNSPECIFIED: 0, RED: 1, GREEN: 2, YELLOW: 3 } as const;
export type LightState = (typeof LightState)[keyof typeof LightState];

export const AoiType = { UNSPECIFIED: 0, BUS_STATION: 1, OTHER: 2 } as const;
export type AoiType = (typeof AoiType)[keyof typeof AoiType];

export const LandUse = {
  UNSPECIFIED: 0,
  COMMERCIAL: 5,
  INDUSTRIAL: 6,
  RESIDENTIAL: 7,
  PUBLIC: 8,
  TRANSPORTATION: 10,
  OTHER: 12,
} as const;
export type LandUse = (typeof LandUse)[keyof typeof LandUse];

export const SublineType = { UNSPECIFIED: 0, BUS: 1, SUBWAY: 2 } as const;
export type SublineType = (typeof SublineType)[keyof typeof SublineType];

export interface Header {
  name: string;
  date: string;
  /** Extent of the lanes in the plane of the map. */
  north: number;
  south: number;
  east: number;
  west: number;
  /** A PROJ string, which converts lon/lat to x/y. */
  projection: string;
  tazXStep?: number;
  tazYStep?: number;
  /** Version of the fields that are not part of the original format; left out in maps without them. */
  contentVersion?: number;
}

export interface PointMessage {
  x: number;
  y: number;
  z?: number;
}

export interface LanePositionMessage {
  laneId: number;
  /** Along the centre line of the lane. */
  s: number;
}

export interface Polyline {
  nodes: PointMessage[];
}

export interface LaneMessage {
  id: number;
  /** A `LaneType`; a number, because a file may hold a newer value. The same for all other enums. */
  type: number;
  /** A `LaneTurn`; meaningful only inside junctions. */
  turn: number;
  maxSpeed: number;
  length: number;
  width: number;
  centerLine?: Polyline;
  /** Deprecated in the format. */
  leftBorderLine?: Polyline;
  /** Deprecated in the format. */
  rightBorderLine?: Polyline;
  predecessors: LaneConnection[];
  successors: LaneConnection[];
  /** Lanes to the left in the same direction, nearest first. */
  leftLaneIds: number[];
  /** Lanes to the right in the same direction, nearest first. */
  rightLaneIds: number[];
  /** The road or junction that the lane is part of. */
  parentId: number;
  overlaps: LaneOverlap[];
  /** AOIs with a gate on this lane. */
  aoiIds: number[];
  /** A `LaneAccess`: who may drive here; open if omitted. Not part of the original format, like all that follow. */
  access?: number;
  /**
   * Speed of cyclists from the first point to the last, and from the last to the first, in percent of their speed on a
   * good street; 0 if they may not. Omitted on all lanes of maps that do not have a network for bicycles.
   */
  rideAlong?: number;
  rideAgainst?: number;
  /** 1 if the lane and its opposite are one, which both directions share. */
  shared?: number;
  /**
   * Who may walk here: 1 × the level from the first point to the last + 4 × that from the last to the first. A level is a
   * `LaneAccess`, or 3 where people pass only if nothing else leads to their destination, as at a closed gate; open if omitted.
   */
  walkAccess?: number;
  /** The same for cyclists. */
  rideAccess?: number;
}

export interface LaneConnection {
  id: number;
  /** A `ConnectionType`. */
  type: number;
}

export interface LaneOverlap {
  self?: LanePositionMessage;
  other?: LanePositionMessage;
  /** Vehicles on the lane with this overlap have priority. */
  selfFirst: boolean;
}

export interface RoadMessage {
  id: number;
  /** Driving lanes left to right, then left sidewalks, then right sidewalks. */
  laneIds: number[];
  nextRoadLanePlans: NextRoadLanePlan[];
  name: string;
  /** Lanes for buses at the kerb beside those in `laneIds`. Not part of the original format. */
  busLanes?: number;
}

export interface NextRoadLanePlan {
  nextRoadLanes: NextRoadLane[];
}

export interface NextRoadLane {
  roadId: number;
  /** The lanes a … b of the road (offsets into its driving lanes) lead to `roadId`. */
  laneIdA: number;
  laneIdB: number;
}

export interface JunctionMessage {
  id: number;
  laneIds: number[];
  drivingLaneGroups: JunctionLaneGroup[];
  phases: AvailablePhase[];
  fixedProgram?: TrafficLight;
}

/** All lanes of a junction that lead from one road to another. */
export interface JunctionLaneGroup {
  inRoadId: number;
  /** Radians, anticlockwise from east, at the end of the road in. */
  inAngle: number;
  outRoadId: number;
  /** Radians, anticlockwise from east, at the start of the road out. */
  outAngle: number;
  laneIds: number[];
  /** A `LaneTurn`. */
  turn: number;
}

export interface TrafficLight {
  junctionId: number;
  phases: Phase[];
}

export interface Phase {
  duration: number;
  /** One `LightState` per entry of the junction's `laneIds`, in the same order. */
  states: number[];
}

export interface AvailablePhase {
  /** One `LightState` per entry of the junction's `laneIds`, in the same order. */
  states: number[];
}

export interface AoiMessage {
  id: number;
  /** An `AoiType`. */
  type: number;
  drivingPositions: LanePositionMessage[];
  walkingPositions: LanePositionMessage[];
  /** One point, or a ring whose last point repeats the first. */
  positions: PointMessage[];
  /** Points on the AOI, in the order of `drivingPositions`. */
  drivingGates: PointMessage[];
  /** Points on the AOI, in the order of `walkingPositions`. */
  walkingGates: PointMessage[];
  /** Square metres; left out for a point. */
  area?: number;
  poiIds: number[];
  /** A `LandUse`. Deprecated in the format. */
  landUse?: number;
  name: string;
  /** A code of GB 50137-2011: R, B1, A3, G1 … */
  urbanLandUse?: string;
  /** Public transport lines that stop here. */
  sublineIds: number[];
  /** Square metres of all floors of its buildings, as far as they are known. Not part of the original format. */
  floorArea?: number;
}

export interface PoiMessage {
  id: number;
  name: string;
  /** Like `amenity|restaurant`; only the part after the last `|` counts. */
  category: string;
  position?: PointMessage;
  /** The AOI that the POI is in. */
  aoiId: number;
  capacity?: number;
  functions: string[];
}

/** A public transport line in one direction. */
export interface Subline {
  id: number;
  name: string;
  /** The stations, in order. */
  aoiIds: number[];
  stationConnectionRoadIds: RoadIds[];
  /** A `SublineType`. */
  type: number;
  parentName: string;
  schedules?: SublineSchedules;
  tazCosts: TazCost[];
}

export interface RoadIds {
  roadIds: number[];
}

export interface SublineSchedules {
  departureTimes: number[];
  offsetTimes: number[];
}

export interface TazCost {
  tazXId: number;
  tazYId: number;
  aoiId: number;
  cost: number;
}
