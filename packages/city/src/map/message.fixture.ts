import fc from 'fast-check';
import { anyCharacter } from '../../../base/src/any-character.fixture.js';
import type { MapMessage } from './message.js';

const int32 = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2147483647, -2147483648, 500000000));
const double = fc.double({ noNaN: true });
const text = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constant(''));
const small = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
const enumeration = fc.integer({ min: 0, max: 255 });
/** A record whose keys in the last argument may be missing. */
const record = <T extends object, O extends object>(
  required: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional: { [K in keyof O]: fc.Arbitrary<O[K]> },
) =>
  fc
    .tuple(fc.record(required), fc.record(optional, { requiredKeys: [] }))
    .map(([a, b]) => ({ ...a, ...b }) as T & Partial<O>);

const point = record({ x: double, y: double }, { z: double });
const polyline = fc.record({ nodes: small(point) });
const lanePosition = fc.record({ laneId: int32, s: double });
const connection = fc.record({ id: int32, type: enumeration });
const states = small(enumeration);

/** Any message, plausible or not: unusual ids, missing and empty parts, explicit zeros. */
export const anyMessage: fc.Arbitrary<MapMessage> = record(
  {
    lanes: small(
      record(
        {
          id: int32,
          type: enumeration,
          turn: enumeration,
          maxSpeed: double,
          length: double,
          width: double,
          predecessors: small(connection),
          successors: small(connection),
          leftLaneIds: small(int32),
          rightLaneIds: small(int32),
          parentId: int32,
          overlaps: small(record({ selfFirst: fc.boolean() }, { self: lanePosition, other: lanePosition })),
          aoiIds: small(int32),
        },
        { centerLine: polyline, leftBorderLine: polyline, rightBorderLine: polyline },
      ),
    ),
    roads: small(
      fc.record({
        id: int32,
        laneIds: small(int32),
        nextRoadLanePlans: small(
          fc.record({ nextRoadLanes: small(fc.record({ roadId: int32, laneIdA: int32, laneIdB: int32 })) }),
        ),
        name: text,
      }),
    ),
    junctions: small(
      record(
        {
          id: int32,
          laneIds: small(int32),
          drivingLaneGroups: small(
            fc.record({
              inRoadId: int32,
              inAngle: double,
              outRoadId: int32,
              outAngle: double,
              laneIds: small(int32),
              turn: enumeration,
            }),
          ),
          phases: small(fc.record({ states })),
        },
        { fixedProgram: fc.record({ junctionId: int32, phases: small(fc.record({ duration: double, states })) }) },
      ),
    ),
    aois: small(
      record(
        {
          id: int32,
          type: enumeration,
          drivingPositions: small(lanePosition),
          walkingPositions: small(lanePosition),
          positions: small(point),
          drivingGates: small(point),
          walkingGates: small(point),
          poiIds: small(int32),
          name: text,
          sublineIds: small(int32),
        },
        { area: double, landUse: enumeration, urbanLandUse: text, floorArea: double },
      ),
    ),
    pois: small(
      record(
        { id: int32, name: text, category: text, aoiId: int32, functions: small(text) },
        { position: point, capacity: int32 },
      ),
    ),
    sublines: small(
      record(
        {
          id: int32,
          name: text,
          aoiIds: small(int32),
          stationConnectionRoadIds: small(fc.record({ roadIds: small(int32) })),
          type: enumeration,
          parentName: text,
          tazCosts: small(fc.record({ tazXId: int32, tazYId: int32, aoiId: int32, cost: double })),
        },
        { schedules: fc.record({ departureTimes: small(double), offsetTimes: small(double) }) },
      ),
    ),
  },
  {
    header: record(
      { name: text, date: text, north: double, south: double, east: double, west: double, projection: text },
      { tazXStep: double, tazYStep: double, contentVersion: fc.constantFrom(1, 2) },
    ),
  },
);
