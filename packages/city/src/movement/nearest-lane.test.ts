import { expect, test } from 'vitest';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { pointOnLane } from './lane-point.js';
import { NearestLane } from './nearest-lane.js';

const { city } = networkCity(drawnNetwork('A---B---C\n|   |   |\n|   |   |\nD---E---F'));
const nearest = new NearestLane(city);

test.each(['drive', 'walk'] as const)('finds the nearest lane of a road to %s on', (travel) => {
  const type = travel === 'drive' ? 1 : 2;
  const lanes = [...city.lanes.type.keys()].filter(
    (lane) => city.lanes.type[lane] === type && city.roadIndex(city.lanes.parentId[lane]!) >= 0,
  );
  const distance = (lane: number, s: number, x: number, y: number) => {
    const point = pointOnLane(city, lane, s);
    return Math.hypot(point.x - x, point.y - y);
  };
  for (let x = -50; x <= 250; x += 37) {
    for (let y = -150; y <= 50; y += 41) {
      const [{ lane, s }] = nearest.placesNear(x, y, travel);
      const along = lanes.flatMap((other) =>
        Array.from({ length: 101 }, (_, k) => distance(other, (k / 100) * city.lanes.length[other]!, x, y)),
      );
      expect(lanes).toContain(lane);
      expect(distance(lane!, s!, x, y)).toBeLessThanOrEqual(Math.min(...along) + 1e-9);
    }
  }
});

test('nothing is found beyond 200 m', () => {
  expect(nearest.placesNear(5000, 5000, 'walk')).toEqual([]);
});
