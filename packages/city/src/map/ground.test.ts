import { UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { CityMap } from './city-map.js';
import { graphMap } from './graph-map.fixture.js';
import { GROUND_KINDS, type GroundShape, groundField, groundOf } from './ground.js';
import { readMap } from './read-map.js';
import { writeMap } from './write-map.js';

const SHAPES: GroundShape[] = [
  {
    kind: 'water',
    name: 'Lac Léman',
    parts: [Float64Array.of(0, 0, 900.1, 0, 0, -70_000.5), Float64Array.of(1, 1, 2, 1, 2, 2)],
  },
  { kind: 'rail', name: '', parts: [Float64Array.of(-5, -5, 5, 5)] },
  { kind: 'district', name: 'Old Town', parts: [Float64Array.of(3.3, -4.4)] },
];
const mapBytes = writeMap(CityMap.fromMessage(graphMap({ roads: 2, turns: [[0, 1]] })));
const withGround = (...field: readonly number[]) => readMap(Uint8Array.of(...mapBytes, ...field));

test('the ground survives a round trip through a file, to a decimetre, and the rest is unchanged', () => {
  const map = withGround(...groundField(SHAPES));
  expect(groundOf(map)).toEqual(SHAPES);
  expect(writeMap(map)).toEqual(Uint8Array.of(...mapBytes, ...groundField(SHAPES)));
  expect(map.toMessage()).toEqual(readMap(mapBytes).toMessage());
  expect(groundOf(readMap(mapBytes))).toEqual([]);
});

test('shapes are returned in drawing order; unknown kinds and other fields are skipped', () => {
  const field = groundField([...SHAPES].reverse());
  const map = withGround(0xfa, 0x01, 1, 9, ...field);
  expect(groundOf(map).map(({ kind }) => kind)).toEqual(['water', 'rail', 'district']);
  const shape = [0x08, GROUND_KINDS.length + 1];
  expect(groundOf(withGround(0xc2, 0x3e, 4, 0x0a, 2, ...shape))).toEqual([]);
});

test('a damaged ground is rejected', () => {
  const half = [0x0a, 7, 0x08, 1, 0x1a, 3, 0x0a, 1, 2];
  expect(() => groundOf(withGround(0xc2, 0x3e, half.length, ...half))).toThrow(UserError);
  expect(() => groundOf(withGround(0xc2, 0x3e, half.length, ...half))).toThrow('half a point');
  expect(() => groundOf(withGround(0xc2, 0x3e, 2, 0x0a, 9))).toThrow('map build');
});
