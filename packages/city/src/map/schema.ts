import type * as message from './message.js';

/**
 * The message of a map file as data: one entry per field, in the order of the field numbers. Reading, writing and the
 * columns of `CityMap` all follow from it.
 *
 * @see the message `city.map.v2.Map` and `geo.v2.XYPosition` of the format
 */
export interface Field {
  readonly kind: 'int32' | 'double' | 'enum' | 'bool' | 'string' | 'point' | 'message';
  readonly number: number;
  /** Whether it is a list. */
  readonly many: boolean;
  /** Whether absence differs from zero; always true for points and messages that are not lists. */
  readonly optional: boolean;
  /** Of a message. */
  readonly fields?: Fields;
}

export type Fields = { readonly [name: string]: Field };

const field =
  <const K extends Field['kind'], const M extends boolean, const O extends boolean>(kind: K, many: M, optional: O) =>
  (number: number) =>
    ({ kind, number, many, optional }) as const;

const int32 = field('int32', false, false);
const double = field('double', false, false);
const enumeration = field('enum', false, false);
const bool = field('bool', false, false);
const string = field('string', false, false);
const optionalInt32 = field('int32', false, true);
const optionalDouble = field('double', false, true);
const optionalEnum = field('enum', false, true);
const optionalString = field('string', false, true);
const point = field('point', false, true);
const int32s = field('int32', true, false);
const doubles = field('double', true, false);
const enums = field('enum', true, false);
const strings = field('string', true, false);
const points = field('point', true, false);
const one = <const F extends Fields>(number: number, fields: F) =>
  ({ kind: 'message', number, many: false, optional: true, fields }) as const;
const many = <const F extends Fields>(number: number, fields: F) =>
  ({ kind: 'message', number, many: true, optional: false, fields }) as const;

/** Every field of the message has an entry in its schema, and there are no other entries. */
type Of<M> = { readonly [K in keyof Required<M>]: Field };

const lanePosition = { laneId: int32(1), s: double(2) } as const satisfies Of<message.LanePositionMessage>;
const polyline = { nodes: points(1) } as const satisfies Of<message.Polyline>;
const laneConnection = { id: int32(1), type: enumeration(2) } as const satisfies Of<message.LaneConnection>;

const header = {
  name: string(1),
  date: string(2),
  north: double(3),
  south: double(4),
  east: double(5),
  west: double(6),
  projection: string(7),
  tazXStep: optionalDouble(8),
  tazYStep: optionalDouble(9),
  // A field of ours.
  contentVersion: optionalInt32(1000),
} as const satisfies Of<message.Header>;

const lane = {
  id: int32(1),
  type: enumeration(2),
  turn: enumeration(3),
  maxSpeed: double(4),
  length: double(5),
  width: double(6),
  centerLine: one(7, polyline),
  leftBorderLine: one(8, polyline),
  rightBorderLine: one(9, polyline),
  predecessors: many(10, laneConnection),
  successors: many(11, laneConnection),
  leftLaneIds: int32s(12),
  rightLaneIds: int32s(13),
  parentId: int32(14),
  overlaps: many(15, {
    self: one(1, lanePosition),
    other: one(2, lanePosition),
    selfFirst: bool(3),
  } as const satisfies Of<message.LaneOverlap>),
  aoiIds: int32s(16),
  // Fields of ours: other readers skip them.
  access: optionalEnum(1000),
  rideAlong: optionalEnum(1001),
  rideAgainst: optionalEnum(1002),
  shared: optionalEnum(1003),
  walkAccess: optionalEnum(1004),
  rideAccess: optionalEnum(1005),
} as const satisfies Of<message.LaneMessage>;

const nextRoadLane = {
  roadId: int32(1),
  laneIdA: int32(2),
  laneIdB: int32(3),
} as const satisfies Of<message.NextRoadLane>;

const road = {
  id: int32(1),
  laneIds: int32s(2),
  nextRoadLanePlans: many(3, { nextRoadLanes: many(1, nextRoadLane) } as const satisfies Of<message.NextRoadLanePlan>),
  name: string(4),
  // A field of ours.
  busLanes: optionalEnum(1000),
} as const satisfies Of<message.RoadMessage>;

const junction = {
  id: int32(1),
  laneIds: int32s(2),
  drivingLaneGroups: many(3, {
    inRoadId: int32(1),
    inAngle: double(2),
    outRoadId: int32(3),
    outAngle: double(4),
    laneIds: int32s(5),
    turn: enumeration(6),
  } as const satisfies Of<message.JunctionLaneGroup>),
  phases: many(4, { states: enums(1) } as const satisfies Of<message.AvailablePhase>),
  fixedProgram: one(5, {
    junctionId: int32(1),
    phases: many(2, { duration: double(1), states: enums(2) } as const satisfies Of<message.Phase>),
  } as const satisfies Of<message.TrafficLight>),
} as const satisfies Of<message.JunctionMessage>;

const aoi = {
  id: int32(1),
  type: enumeration(2),
  drivingPositions: many(3, lanePosition),
  walkingPositions: many(4, lanePosition),
  positions: points(5),
  drivingGates: points(6),
  walkingGates: points(7),
  area: optionalDouble(8),
  poiIds: int32s(9),
  landUse: optionalEnum(10),
  name: string(11),
  urbanLandUse: optionalString(12),
  sublineIds: int32s(13),
  // A field of ours: other readers skip it.
  floorArea: optionalDouble(1000),
} as const satisfies Of<message.AoiMessage>;

const poi = {
  id: int32(1),
  name: string(2),
  category: string(3),
  position: point(4),
  aoiId: int32(5),
  capacity: optionalInt32(6),
  functions: strings(7),
} as const satisfies Of<message.PoiMessage>;

const subline = {
  id: int32(1),
  name: string(2),
  aoiIds: int32s(3),
  stationConnectionRoadIds: many(4, { roadIds: int32s(1) } as const satisfies Of<message.RoadIds>),
  type: enumeration(5),
  parentName: string(6),
  schedules: one(7, {
    departureTimes: doubles(1),
    offsetTimes: doubles(2),
  } as const satisfies Of<message.SublineSchedules>),
  tazCosts: many(8, {
    tazXId: int32(1),
    tazYId: int32(2),
    aoiId: int32(3),
    cost: double(4),
  } as const satisfies Of<message.TazCost>),
} as const satisfies Of<message.Subline>;

/** The fields of the whole file. */
export const mapSchema = {
  header: one(1, header),
  lanes: many(2, lane),
  roads: many(3, road),
  junctions: many(4, junction),
  aois: many(5, aoi),
  pois: many(6, poi),
  sublines: many(7, subline),
} as const satisfies Of<message.MapMessage>;
