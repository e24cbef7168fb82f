import { expect, test } from 'vitest';
import { spread } from './city.js';

const plane = { west: 0, south: 0, width: 100, height: 100, unit: 1 };

test('the sea goes on beyond the plane, and its coast in the direction in which it leaves', () => {
  // A coast from the north-east to the south-west, with the sea in the south-eastern corner.
  const sea = Float32Array.of(100, 80, 60, 50, 30, 0, 100, 0);
  spread(sea, plane, true);
  const slope = 30 / 50;
  expect([...sea].map(Math.round)).toEqual([500, 80 + 400 * (30 / 40), 60, 50, 30 - 400 * slope, -400, 500, -400]);
  // A wood that is cut at one side ends there; water does not.
  const wood = () => Float32Array.of(40, 0, 60, 0, 60, 20, 40, 20);
  const [kept, lake] = [wood(), wood()];
  spread(kept, plane, false);
  spread(lake, plane, true);
  expect([...kept]).toEqual([...wood()]);
  expect([...lake]).toEqual([40, -400, 60, -400, 60, 20, 40, 20]);
});
