import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meanDistanceRadius, radiusOfGyration } from './radius-of-gyration.js';

const coordinate = fc.integer({ min: -1000, max: 1000 });
const visits = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 20 });

describe('radiusOfGyration', () => {
  test('is the root of the mean square computed by hand', () => {
    expect(
      radiusOfGyration([
        [0, 0],
        [0, 0],
        [0, 0],
        [4, 0],
      ]),
    ).toBeCloseTo(Math.sqrt(3), 15);
    expect(
      radiusOfGyration([
        [0, 0, 0],
        [2, 2, 1],
      ]),
    ).toBe(1.5);
  });

  test('counts a visit of weight 3 as three visits', () => {
    const repeated = radiusOfGyration([
      [1, 5],
      [1, 5],
      [1, 5],
      [7, 2],
    ]);
    expect(
      radiusOfGyration(
        [
          [1, 5],
          [7, 2],
        ],
        { weights: [3, 1] },
      ),
    ).toBeCloseTo(repeated, 14);
  });

  test('scales with the coordinates, and ignores shifts and order', () => {
    fc.assert(
      fc.property(visits, (points) => {
        const radius = radiusOfGyration(points);
        const changed = points.map(([x, y]) => [3 * x + 7, 3 * y - 2]).reverse();
        expect(radiusOfGyration(changed)).toBeCloseTo(3 * radius, 8);
        expect(meanDistanceRadius(points)).toBeLessThanOrEqual(radius * (1 + 1e-12));
      }),
    );
  });

  test('is NaN without visits and rejects a different number of weights', () => {
    expect(radiusOfGyration([])).toBeNaN();
    expect(() => radiusOfGyration([[0, 0]], { weights: [] })).toThrow('radiusOfGyration: 0 weights for 1 points');
  });
});

test('meanDistanceRadius is half the distance of two places', () => {
  expect(
    meanDistanceRadius([
      [0, 0],
      [6, 8],
    ]),
  ).toBe(5);
  expect(
    meanDistanceRadius([
      [0, 0],
      [0, 0],
      [0, 0],
      [4, 0],
    ]),
  ).toBe(1.5);
  expect(meanDistanceRadius([])).toBeNaN();
});
