import { expect, test } from 'vitest';
import { createProjection } from './projection.js';

test('the centre of a transverse Mercator plane is 0, 0 and a degree of latitude is about 111 km', () => {
  const projection = createProjection('+proj=tmerc +lat_0=39.91 +lon_0=116.51');
  const centre = projection.toXY(116.51, 39.91);
  expect(Math.hypot(centre.x, centre.y)).toBeLessThan(1e-6);
  // The usual series for the length of a degree at 40.41°: 111132.95 − 559.82 cos 2φ + 1.175 cos 4φ.
  expect(projection.toXY(116.51, 40.91).y).toBeCloseTo(111042.5, 0);
});

test('UTM works as in older maps of Beijing', () => {
  const { x, y } = createProjection('+proj=utm +zone=50 +datum=WGS84').toXY(117, 0);
  expect(x).toBeCloseTo(500000, 6);
  expect(y).toBeCloseTo(0, 6);
});

test('forward and inverse projection cancel out', () => {
  const projection = createProjection('+proj=tmerc +lat_0=60.17 +lon_0=24.94');
  for (const [x, y] of [
    [0, 0],
    [-12345.6, 7890.1],
    [50000, -50000],
  ]) {
    const { lon, lat } = projection.toLonLat(x, y);
    const back = projection.toXY(lon, lat);
    expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(1e-6);
  }
});

test.each([
  ['', 'has no projection'],
  ['nonsense', 'is invalid'],
  ['+proj=nowhere', 'is invalid'],
])('%j is rejected with an example of a valid one', (definition, message) => {
  expect(() => createProjection(definition, { name: 'x.pb' })).toThrow(`x.pb: the `);
  expect(() => createProjection(definition)).toThrow(message);
  expect(() => createProjection(definition)).toThrow('+proj=');
});
