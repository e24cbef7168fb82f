import { CityMap, type MapMessage } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { expect, test } from 'vitest';
import { describeRelocation, relocate } from './relocate.js';

/** A ring road of AOIs with a gate each: `homes` residential, then `shops` commercial ones, all the way round. */
function ringTown(homes: number, shops: number, landUse = true): CityMap {
  const aois = homes + shops;
  const length = 100 * aois;
  const lane = (id: number, parentId: number, next: number, turn: number) => ({
    id,
    type: 1,
    turn,
    maxSpeed: 10,
    length: parentId >= 300000000 ? 1 : length,
    width: 3.2,
    centerLine: {
      nodes: [
        { x: 0, y: 0 },
        { x: length, y: 0 },
      ],
    },
    predecessors: [{ id: next, type: 2 }],
    successors: [{ id: next, type: 1 }],
    leftLaneIds: [],
    rightLaneIds: [],
    parentId,
    overlaps: [],
    aoiIds: [],
  });
  return CityMap.fromMessage({
    header: { name: 'ring', date: '', north: 0, south: 0, east: length, west: 0, projection: '+proj=tmerc' },
    lanes: [lane(0, 200000000, 1, 1), lane(1, 300000000, 0, 1)],
    roads: [{ id: 200000000, laneIds: [0], nextRoadLanePlans: [], name: '' }],
    junctions: [{ id: 300000000, laneIds: [1], drivingLaneGroups: [], phases: [] }],
    aois: Array.from({ length: aois }, (_, i) => ({
      id: 500000000 + i,
      type: 2,
      drivingPositions: [{ laneId: 0, s: 100 * i + 50 }],
      walkingPositions: [],
      positions: [{ x: 100 * i + 50, y: 0 }],
      drivingGates: [{ x: 100 * i + 50, y: 0 }],
      walkingGates: [],
      area: i === 0 ? 5000 : 100,
      poiIds: [],
      name: '',
      ...(landUse && { urbanLandUse: i < homes ? 'R' : 'B1' }),
    })),
    pois: [],
    sublines: [],
  } as unknown as MapMessage);
}

const person = (id: number, home: number, work: number | null): Profile => ({
  id,
  home,
  work,
  attributes: { age: 30 + id },
});
const people = [person(1, 9, 8), person(2, 9, 7), person(3, 6, 8), person(4, 5, 5), person(5, 4, null)];

test('people live on residential land, work on commercial land, and keep their attributes', () => {
  const { profiles, report } = relocate(people, ringTown(40, 20), 1);
  for (const { home, work, id } of profiles) {
    expect(home - 500000000).toBeLessThan(40);
    if (work !== null && id !== 4) expect(work - 500000000).toBeGreaterThanOrEqual(40);
  }
  expect(profiles.map(({ id, attributes }) => [id, attributes])).toEqual(
    people.map(({ id, attributes }) => [id, attributes]),
  );
  expect(report).toMatchObject({ people: 5, homes: 4, homeCandidates: 40, workplaces: 2, workCandidates: 20 });
});

test('households and colleagues stay together, home workers stay at home, people without work still have none', () => {
  const [a, b, c, d, e] = relocate(people, ringTown(40, 20), 3).profiles;
  expect(a!.home).toBe(b!.home);
  expect(a!.work).toBe(c!.work);
  expect(d!.work).toBe(d!.home);
  expect(e!.work).toBeNull();
  expect(new Set([a!.home, c!.home, d!.home, e!.home]).size).toBe(4);
});

test('the same seed produces the same places, another seed other places', () => {
  const town = ringTown(200, 100);
  expect(relocate(people, town, 5)).toEqual(relocate(people, town, 5));
  expect(relocate(people, town, 6).profiles).not.toEqual(relocate(people, town, 5).profiles);
});

test('an additional person does not move the others', () => {
  const town = ringTown(200, 100);
  expect(relocate([...people, person(6, 3, 2)], town, 5).profiles.slice(0, 5)).toEqual(
    relocate(people, town, 5).profiles,
  );
});

test('homes are drawn in proportion to area', () => {
  const town = ringTown(50, 1);
  const first = Array.from({ length: 200 }, (_, seed) => relocate([person(1, 1, null)], town, seed).profiles[0]!.home);
  // 5000 of 9900 square metres belong to the first AOI.
  const share = first.filter((home) => home === 500000000).length / 200;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.61);
});

test('jobs are less attractive with distance', () => {
  const town = ringTown(1, 300); // up to 30 km away
  const commutes = Array.from(
    { length: 300 },
    (_, seed) => relocate([person(1, 1, 2)], town, seed).report.meanCommute!,
  );
  // On a line the mean of exp(-d / 5.55 km) is about 5.55 km, cut at 30 km.
  const mean = commutes.reduce((sum, km) => sum + km, 0) / 300;
  expect(mean).toBeGreaterThan(4.4);
  expect(mean).toBeLessThan(6.4);
});

test('a map without land use or with too few homes still has a home for everyone, and reports how', () => {
  const { profiles, report } = relocate(people, ringTown(2, 1, false), 1);
  expect(profiles).toHaveLength(5);
  expect(report.homesBy).toBe('any land without POIs');
  expect(describeRelocation(report)).toMatch(/^5 people moved: 4 homes to 3 AOIs by any land without POIs/);
});

test('a map without reachable AOIs is rejected', () => {
  const town = ringTown(1, 1).toMessage();
  const lost = CityMap.fromMessage({
    ...town,
    aois: town.aois.map((aoi) => ({ ...aoi, drivingPositions: [], drivingGates: [] })),
  });
  expect(() => relocate(people, lost, 1)).toThrow(/no AOI of this map can be reached/);
});
