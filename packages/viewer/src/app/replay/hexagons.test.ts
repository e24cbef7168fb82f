import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countByHexagon, hexArea, hexAt, hexRadius } from './hexagons.js';
import { classOf, roundLimits, SPEED_CLASSES, SPEED_NAMES } from './ramp.js';

const unit = fc.double({ min: 0, max: 1000, noNaN: true });
const all = (radius: number) => ({ radius, west: 0, south: 0, east: 1000, north: 1000 });

test('every point is in the hexagon whose middle is nearest, and each is counted once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 5, max: 200 }),
      (points, radius) => {
        const [x, y] = [points.map(([px]) => px), points.map(([, py]) => py)];
        const cells = countByHexagon(all(radius), x, y, () => 3);
        expect(cells.count.reduce((sum, count) => sum + count, 0)).toBe(points.length);
        expect(new Set(cells.entry)).toEqual(new Set([3]));
        points.forEach(([px, py]) => {
          const away = Array.from(cells.x, (cx, i) => Math.hypot(cx - px, cells.y[i]! - py));
          expect(Math.min(...away)).toBeLessThanOrEqual(radius * 1.0001);
          const [column, row] = hexAt(px, py, radius);
          const middle = [(column + (row & 1) / 2) * Math.sqrt(3) * radius, row * 1.5 * radius] as const;
          expect(Math.hypot(middle[0] - px, middle[1] - py)).toBeCloseTo(Math.min(...away), 6);
        });
      },
    ),
  );
});

test('points outside of the visible part and without an entry are not counted; the most frequent entry wins', () => {
  const grid = { radius: 50, west: 0, south: 0, east: 100, north: 100 };
  const entries = [1, 2, 2, -1, 5];
  const cells = countByHexagon(grid, [1, 2, 3, 4, 500], [0, 0, 0, 0, 0], (point) => entries[point]!);
  expect([[...cells.count], [...cells.entry]]).toEqual([[3], [2]]);
});

test('hexagons keep their size while the user zooms a little, and are about as large on the screen at every zoom', () => {
  expect(hexRadius(1)).toBe(hexRadius(1.05));
  for (const scale of [0.001, 0.1, 3])
    expect(Math.abs(Math.log2((hexRadius(scale) * scale) / 11))).toBeLessThanOrEqual(0.25);
  expect(hexArea(1)).toBeCloseTo(2.598, 3);
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
