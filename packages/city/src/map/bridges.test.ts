import { expect, test } from 'vitest';
import { bridgesOf } from './bridges.js';
import { CityMap } from './city-map.js';
import { graphMap } from './graph-map.fixture.js';
import { type GroundShape, groundField } from './ground.js';
import { readMap } from './read-map.js';
import { writeMap } from './write-map.js';

/** Roads of 100 m from west to east, 10 m apart: road i runs along y = 10 i. */
function bridges(names: readonly string[], ...ground: readonly GroundShape[]) {
  const message = graphMap({ roads: names.length, turns: [] });
  const roads = message.roads.map((road, i) => ({ ...road, name: names[i]! }));
  const bytes = writeMap(CityMap.fromMessage({ ...message, roads }));
  return bridgesOf(readMap(Uint8Array.of(...bytes, ...groundField(ground))));
}
const line = (kind: 'river' | 'stream' | 'rail', name: string, ...xy: number[]): GroundShape => ({
  kind,
  name,
  parts: [Float64Array.of(...xy)],
});
const area = (name: string, ...rings: number[][]): GroundShape => ({
  kind: 'water',
  name,
  parts: rings.map((ring) => Float64Array.of(...ring)),
});

test('roads of one name that cross a river are its bridge; a railway is no river', () => {
  expect(
    bridges(
      ['High Street', 'High Street', 'Quay'],
      line('river', 'Ash', 50, -5, 50, 15),
      line('rail', '', 20, -5, 20, 25),
    ),
  ).toEqual([{ name: 'High Street', water: 'Ash', roads: [0, 1] }]);
});

test('a road along the line of a river crosses nothing, however near they are', () => {
  expect(bridges(['Quay'], line('river', 'Ash', 10, 5, 40, -1, 60, -1, 90, 5))).toEqual([]);
  expect(bridges(['Bridge'], line('river', 'Ash', 10, 5, 40, -1, 60, 1, 90, -5))).toHaveLength(1);
});

test('a line that meets a road in one of its points crosses it once', () => {
  expect(bridges(['A'], line('river', 'Ash', 50, -5, 50, 0, 60, 5))).toHaveLength(1);
});

test('a river drawn as an area, too, keeps its name, and comes before a stream', () => {
  const river = area('', [40, -5, 80, -5, 80, 15, 40, 15]);
  expect(
    bridges(['A', 'B', 'C'], river, line('river', 'Ash', 60, -5, 60, 15), line('stream', 'Brook', 10, 15, 10, 25)),
  ).toEqual([
    { name: 'A', water: 'Ash', roads: [0] },
    { name: 'B', water: 'Ash', roads: [1] },
    { name: 'C', water: 'Brook', roads: [2] },
  ]);
});

test('a road along a shore crosses nothing, nor does one on an island; half a bridge does', () => {
  const lake = (...ring: number[]) => area('Lake', ring);
  expect(bridges(['Shore'], lake(40, -5, 55, -5, 55, 5, 40, 5))).toEqual([]);
  expect(bridges(['Pier'], lake(70, -5, 200, -5, 200, 5, 70, 5))).toHaveLength(1);
  const island = area('Lake', [-50, -50, 150, -50, 150, 50, -50, 50], [-10, -10, -10, 10, 110, 10, 110, -10]);
  expect(bridges(['Island'], island)).toEqual([]);
});

test('rivers of hundreds of kilometres between two points are looked up along them; longer ones are none', () => {
  const far = (km: number) => line('river', 'Ash', 50 - 1000 * km, -1000 * km, 50 + 1000 * km, 1000 * km);
  expect(bridges(['A'], far(300))).toHaveLength(1);
  expect(bridges(['A'], far(1e9))).toEqual([]);
});

test('a map without ground has no bridges', () => {
  expect(bridges(['A'])).toEqual([]);
});
