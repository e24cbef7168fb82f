import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { CityMap } from './city-map.js';
import type { AoiMessage, MapMessage, PoiMessage } from './message.js';
import { Places } from './places.js';
import { distanceToRing, ringArea, ringCentroid } from './ring.js';

const empty: MapMessage = { lanes: [], roads: [], junctions: [], aois: [], pois: [], sublines: [] };

function poi(id: number, x: number, y: number, category = 'amenity|cafe'): PoiMessage {
  return { id, name: `poi ${id}`, category, position: { x, y }, aoiId: 0, functions: [] };
}

/** A square of a side around a point; side 0 is a point. */
function aoi(id: number, x: number, y: number, side: number, urbanLandUse?: string): AoiMessage {
  const [w, e, s, n] = [x - side / 2, x + side / 2, y - side / 2, y + side / 2];
  const ring = [
    { x: w, y: s },
    { x: e, y: s },
    { x: e, y: n },
    { x: w, y: n },
    { x: w, y: s },
  ];
  return {
    id,
    type: 2,
    drivingPositions: [],
    walkingPositions: [],
    positions: side === 0 ? [{ x, y }] : ring,
    drivingGates: [],
    walkingGates: [],
    poiIds: [],
    name: '',
    sublineIds: [],
    ...(side === 0 ? {} : { area: side * side }),
    ...(urbanLandUse === undefined ? {} : { urbanLandUse }),
  };
}

const places = (message: Partial<MapMessage>) => new Places(CityMap.fromMessage({ ...empty, ...message }));
const ids = (found: { id: number }[]) => found.map(({ id }) => id);
const here = { x: 0, y: 0 };

describe('POIs', () => {
  const town = places({
    pois: [
      poi(9, 3, 4),
      poi(2, -3, 4, 'amenity|restaurant'),
      poi(5, 0, 2, 'shop|bakery'),
      poi(7, 0, 100, 'leisure|park'),
      poi(1, 5, 0, 'amenity|fuel|bar'),
    ],
  });

  test('POIs are found within a radius, including its edge, nearest first, ties by lower id', () => {
    expect(ids(town.poisAround(here, 5))).toEqual([5, 1, 2, 9]);
    expect(ids(town.poisAround(here, 4.999))).toEqual([5]);
    expect(town.poisAround(here, 2)).toEqual([{ id: 5, row: 2, distance: 2 }]);
  });

  test('POIs are found by the part after the last |, by full category and by group', () => {
    expect(ids(town.poisAround(here, 10, { categories: ['bakery'] }))).toEqual([5]);
    expect(ids(town.poisAround(here, 10, { categories: ['amenity|cafe'] }))).toEqual([9]);
    expect(ids(town.poisAround(here, 10, { categories: ['restaurant'] }))).toEqual([1, 2, 9]);
    expect(ids(town.poisAround(here, 10, { categories: ['fuel', 'constructor', 'amenity'] }))).toEqual([]);
    expect(ids(town.poisAround(here, 10, { categories: [] }))).toEqual([]);
  });

  test('POIs can be found without street furniture', () => {
    const furnished = places({ pois: [poi(1, 0, 0, 'amenity|bench'), poi(2, 1, 0, 'leisure|park'), poi(3, 2, 0)] });
    expect(ids(furnished.poisAround(here, 9, { destinationsOnly: true }))).toEqual([2, 3]);
    const filter = { destinationsOnly: true, categories: ['bench', 'park'] };
    expect(ids(furnished.nearestPois(here, 9, filter))).toEqual([2]);
  });

  test('the nearest are found at any distance', () => {
    expect(ids(town.nearestPois(here, 1, { categories: ['park'] }))).toEqual([7]);
    expect(ids(town.nearestPois({ x: 1e6, y: 1e6 }, 2))).toEqual([7, 9]);
    expect(ids(town.nearestPois(here, 99))).toHaveLength(5);
    expect(town.nearestPois(here, 1, { categories: ['zoo'] })).toEqual([]);
  });

  test('categories are counted', () => {
    expect(town.poiCategories()).toEqual({ bakery: 1, bar: 1, cafe: 1, park: 1, restaurant: 1 });
    expect(Object.keys(town.poiCategories())[0]).toBe('bakery');
  });

  test('one is looked up by id, with all fields', () => {
    expect(town.poi(5)).toEqual(poi(5, 0, 2, 'shop|bakery'));
    expect(town.poi(6)).toBeUndefined();
    expect(ids(town.allPois())).toEqual([9, 2, 5, 7, 1]);
  });

  test('without a position are never found', () => {
    const { position, ...lost } = poi(1, 0, 0);
    expect(position).toBeDefined();
    const odd = places({ pois: [lost, poi(2, Number.NaN, 0), poi(3, 1, 1)] });
    expect(ids(odd.poisAround(here, 1e9))).toEqual([3]);
    expect(ids(odd.nearestPois(here, 5))).toEqual([3]);
  });

  slowTest('agree with a linear search', () => {
    const coordinate = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate)),
        coordinate,
        fc.nat(60),
        fc.nat(5),
        (points, x, radius, count) => {
          const many = places({ pois: points.map(([px, py], i) => poi(i, px, py)) });
          const byHand = points
            .map(([px, py], id) => ({ id, row: id, distance: Math.sqrt((px - x) ** 2 + py ** 2) }))
            .sort((a, b) => a.distance - b.distance || a.id - b.id);
          expect(many.poisAround({ x, y: 0 }, radius)).toEqual(byHand.filter(({ distance }) => distance <= radius));
          expect(many.nearestPois({ x, y: 0 }, count)).toEqual(byHand.slice(0, count));
        },
      ),
      { seed: 1 },
    );
  });
});

describe('AOIs', () => {
  const town = places({
    aois: [
      aoi(4, 0, 0, 20, 'R'),
      aoi(3, 20, 0, 10, 'B1'),
      aoi(2, 0, 15, 0),
      aoi(8, 0, 0, 2, 'A3'),
      aoi(6, 300, 0, 2, 'B'),
    ],
  });

  test('AOIs are found by distance, which is 0 inside', () => {
    expect(town.aoisAround(here, 15)).toEqual([
      { id: 4, row: 0, distance: 0 },
      { id: 8, row: 3, distance: 0 },
      { id: 2, row: 2, distance: 15 },
      { id: 3, row: 1, distance: 15 },
    ]);
  });

  test('AOIs are found by land use code and its subcodes', () => {
    expect(ids(town.aoisAround(here, 1000, { landUse: ['B'] }))).toEqual([3, 6]);
    expect(ids(town.aoisAround(here, 1000, { landUse: ['B1', 'A'] }))).toEqual([8, 3]);
    expect(ids(town.nearestAois(here, 1, { landUse: ['B'] }))).toEqual([3]);
  });

  test('one without an area is its first position', () => {
    const { area, ...line } = aoi(1, 100, 100, 20);
    expect(area).toBe(400);
    const odd = places({ aois: [line, { ...line, id: 2, positions: [] }] });
    expect([...odd.map.aoiCentroids]).toEqual([90, 90, Number.NaN, Number.NaN]);
    expect(odd.nearestAois({ x: 90, y: 80 }, 9)).toEqual([{ id: 1, row: 0, distance: 10 }]);
  });

  test('a map without places returns nothing', () => {
    expect(places({}).nearestAois(here, 3)).toEqual([]);
    expect(places({}).aoisAround(here, 3)).toEqual([]);
    expect(places({}).poisAround(here, 3)).toEqual([]);
  });
});

describe('rings', () => {
  const flat = (points: number[][]) => Float64Array.from(points.flat());

  test('centroids equal those of GEOS, even for rings without area or with self-intersections', () => {
    const rings = JSON.parse(readFileSync(new URL('../../fixtures/ring-centroids.json', import.meta.url), 'utf8'));
    expect(rings.length).toBeGreaterThan(30);
    for (const { positions, centroid } of rings as { positions: number[][]; centroid: [number, number] }[]) {
      const { x, y } = ringCentroid(flat(positions), 0, positions.length);
      expect(Math.abs(x - centroid[0])).toBeLessThan(1e-9);
      expect(Math.abs(y - centroid[1])).toBeLessThan(1e-9);
      const closed = ringCentroid(flat([...positions, positions[0]]), 0, positions.length + 1);
      expect(Math.hypot(closed.x - x, closed.y - y)).toBeLessThan(1e-9);
    }
  });

  test('areas equal values computed by hand', () => {
    const l = [
      [0, 0],
      [20, 0],
      [20, 10],
      [10, 10],
      [10, 30],
      [0, 30],
    ];
    expect(ringArea(flat(l), 0, 6)).toBe(400);
    expect(ringArea(flat([...l, l[0]]), 0, 7)).toBe(400);
    expect(ringArea(flat([...l].reverse()), 0, 6)).toBe(400);
    expect(ringArea(flat([[3, 3]]), 0, 1)).toBe(0);
  });

  test('distances equal values computed by hand', () => {
    const square = flat([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]);
    expect(distanceToRing(square, 0, 4, 5, 5)).toBe(0);
    expect(distanceToRing(square, 0, 4, 13, 14)).toBe(5);
    expect(distanceToRing(square, 0, 4, 5, -2)).toBe(2);
    expect(distanceToRing(square, 0, 1, 3, 4)).toBe(5);
  });
});
