import { expect, test } from 'vitest';
import { networkCity } from '../routing/network-city.fixture.js';
import { boxInPlane } from './box.js';

test('a box beside the map is an error with the extent of the map, and says if its corners are swapped', () => {
  const { city } = networkCity({ nodes: { A: [0, 0], B: [500, 500] }, streets: [{ from: 'A', to: 'B' }] });
  const box = { west: 115.9, south: 39.9, east: 116.1, north: 40.1 };
  expect(boxInPlane(city, box).west).toBeLessThan(0);
  const swapped = { west: 39.9, south: 115.9, east: 40.1, north: 116.1 };
  const next = 'The corners of the box are latitude,longitude: write 115.9,39.9,116.1,40.1.';
  expect(() => boxInPlane(city, swapped)).toThrow(next);
  expect(() => boxInPlane(city, { ...box, west: 1, east: 2 })).toThrow(/is empty; the map covers [\d.,]+\.$/);
});
