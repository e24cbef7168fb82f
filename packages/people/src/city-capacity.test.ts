import { AoiType, CityMap, FirstId, LaneType } from '@itinera/city';
import { expect, test } from 'vitest';
import { capacityOf } from './city-capacity.js';

interface Plot {
  readonly landUse: string;
  readonly area: number;
  readonly floorArea?: number;
  readonly pois?: readonly string[];
}

/** Jobs of plots by land use, ground, floors and POIs. */
function jobsOf(...plots: readonly Plot[]): number[] {
  const map = CityMap.fromMessage({
    header: {
      name: 'plots',
      date: '',
      north: 0,
      south: 0,
      east: 0,
      west: 0,
      projection: '+proj=tmerc +lat_0=0 +lon_0=0',
    },
    lanes: [
      {
        id: 0,
        type: LaneType.DRIVING,
        turn: 0,
        maxSpeed: 10,
        length: 100,
        width: 3,
        predecessors: [],
        successors: [],
        leftLaneIds: [],
        rightLaneIds: [],
        parentId: FirstId.ROAD,
        overlaps: [],
        aoiIds: [],
      },
    ],
    roads: [],
    junctions: [],
    aois: plots.map(({ landUse, area, floorArea }, i) => ({
      id: FirstId.AOI + i,
      type: AoiType.OTHER,
      drivingPositions: [{ laneId: 0, s: 0 }],
      walkingPositions: [],
      positions: [{ x: 100 * i, y: 0 }],
      drivingGates: [{ x: 100 * i, y: 0 }],
      walkingGates: [],
      area,
      poiIds: [],
      name: '',
      urbanLandUse: landUse,
      sublineIds: [],
      ...(floorArea !== undefined && { floorArea }),
    })),
    pois: plots.flatMap(({ pois = [] }, i) =>
      pois.map((category, k) => ({
        id: FirstId.POI + 100 * i + k,
        name: '',
        category,
        position: { x: 100 * i, y: 0 },
        aoiId: FirstId.AOI + i,
        functions: [],
      })),
    ),
    sublines: [],
  });
  return Array.from(capacityOf(map).jobs, Math.round);
}

test('offices have jobs by floor, shops on two floors at most, and hotels fewer per floor', () => {
  const tower = { area: 1000, floorArea: 20_000 };
  expect(
    jobsOf(
      { landUse: 'B2', ...tower },
      { landUse: 'B1', ...tower },
      { landUse: 'B1', ...tower, pois: ['tourism|hotel'] },
      { landUse: 'A33', ...tower },
    ),
  ).toEqual([615, 32, 113, 193]);
});

test('ground without known buildings has the usual floors, and a golf course or a park only its staff', () => {
  expect(
    jobsOf(
      { landUse: 'M', area: 10_000 },
      { landUse: 'B3', area: 600_000, pois: ['leisure|golf_course'] },
      { landUse: 'G1', area: 50_000, pois: ['leisure|park', 'leisure|pitch'] },
      { landUse: 'R', area: 400, floorArea: 2000, pois: ['shop|bakery'] },
    ),
  ).toEqual([48, 15, 0, 15]);
});
