import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countByHexagon, hexArea, hexSize } from './hexagons.js';
import { classOf, roundLimits, SPEED_CLASSES, SPEED_NAMES } from './ramp.js';

const unit = fc.double({ min: 0, max: 1000, noNaN: true });
const visible = { west: 0, south: 0, east: 1000, north: 1000 };

test('every point is counted once, in the hexagon around it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 5, max: 200 }),
      (points, size) => {
        const [x, y] = [points.map(([px]) => px), points.map(([, py]) => py)];
        const { all, at } = countByHexagon(size, visible, x, y, () => 3);
        expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
        expect(new Set(all.map(({ entry }) => entry))).toEqual(new Set([3]));
        for (const [px, py] of points) {
          const { x: cx, y: cy } = at(px, py)!;
          expect(Math.hypot(cx - px, cy - py)).toBeLessThanOrEqual((size / Math.sqrt(3)) * 1.0001);
        }
      },
    ),
  );
});

test('points outside of the visible part and without an entry are not counted; the most frequent entry wins', () => {
  const entries = [1, 2, 2, -1, 5];
  const { all } = countByHexagon(90, visible, [1, 2, 3, 4, 1500], [0, 0, 0, 0, 0], (point) => entries[point]!);
  expect(all).toEqual([{ x: 0, y: 0, count: 3, entry: 2 }]);
});

test('hexagons keep their size while the user zooms a little, and are about as large on the screen at every zoom', () => {
  expect(hexSize(1)).toBe(hexSize(1.05));
  for (const scale of [0.001, 0.1, 3])
    expect(Math.abs(Math.log2((hexSize(scale) * scale) / 19))).toBeLessThanOrEqual(0.25);
  expect(hexArea(Math.sqrt(3))).toBeCloseTo(2.598, 3);
});

test('limits of a scale are round, at most five, and reach the largest value', () => {
  expect(roundLimits(1)).toEqual([1]);
  expect(roundLimits(30)).toEqual([1, 2, 5, 10, 20]);
  expect(roundLimits(0)).toEqual([1]);
  for (const most of [7, 99, 1234, 1e6]) {
    const limits = roundLimits(most);
    expect(limits.length).toBeLessThanOrEqual(5);
    expect(limits.at(-1)! * 2.5).toBeGreaterThan(most);
  }
  expect([0, 1, 2, 7, 20, 1e9].map((value) => classOf(value, [1, 2, 5, 20]))).toEqual([0, 0, 1, 2, 3, 3]);
  expect(SPEED_NAMES).toHaveLength(SPEED_CLASSES.length);
});
