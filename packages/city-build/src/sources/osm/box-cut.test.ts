import { Random } from '@itinera/base';
import { ringArea } from '@itinera/city/browser';
import { insideRing } from '@itinera/city/map-making';
import { describe, expect, test } from 'vitest';
import { BoxCut, cutLine } from './box-cut.js';
import { bridgeGaps } from './bridge-gaps.js';

const BOX = { west: 0, east: 10, south: 0, north: 10 };
const line = (...xy: number[]) => Float64Array.from(xy);
const within = (rings: readonly Float64Array[], x: number, y: number) =>
  rings.reduce((inside, ring) => inside !== insideRing(ring, x, y), false);
const areaOf = (rings: readonly Float64Array[]) => rings.reduce((sum, ring) => sum + ringArea(ring), 0);

describe('borders cut at a box', () => {
  test('cut rings enclose the same area of the box as before', () => {
    const random = new Random(1);
    const coordinate = () => 20 * random.next() - 5;
    for (let trial = 0; trial < 100; trial++) {
      const rings = Array.from({ length: 1 + (trial % 3) }, () => {
        const xy = Array.from({ length: 2 * (3 + Math.floor(6 * random.next())) }, coordinate);
        return line(...xy, xy[0], xy[1]);
      });
      const cut = new BoxCut(rings, BOX);
      const area = cut.area(within(rings, cut.edgePoint.x, cut.edgePoint.y));
      for (let i = 0; i < 20; i++) {
        const [x, y] = [10 * random.next(), 10 * random.next()];
        expect(within(area, x, y)).toBe(within(rings, x, y));
      }
      for (const ring of area) for (const value of ring) expect(Math.abs(value - 5)).toBeLessThanOrEqual(5);
    }
  });

  test('borders have the sea on their right, including islands and bays', () => {
    const west = line(-5, 4, 15, 4);
    const cut = new BoxCut([west], BOX);
    expect(areaOf(cut.area(cut.isEdgeOnTheRight))).toBeCloseTo(40);
    const east = new BoxCut([line(15, 4, -5, 4)], BOX);
    expect(areaOf(east.area(east.isEdgeOnTheRight))).toBeCloseTo(60);
    const island = line(4, 1, 6, 1, 6, 3, 4, 3, 4, 1);
    const strait = new BoxCut([west, line(-5, -1, 15, -1), island], BOX);
    const sea = strait.area(strait.isEdgeOnTheRight);
    expect([within(sea, 1, 1), within(sea, 5, 2), within(sea, 5, 5)]).toEqual([true, false, false]);
    const alone = new BoxCut([island], BOX);
    expect(within(alone.area(alone.isEdgeOnTheRight), 9, 9)).toBe(true);
    const lagoon = new BoxCut(
      [
        island
          .slice()
          .reverse()
          .map((_, i, all) => all[i ^ 1]),
      ],
      BOX,
    );
    expect(within(lagoon.area(lagoon.isEdgeOnTheRight), 9, 9)).toBe(false);
  });

  test('borders that end inside the box continue to the next border or to the edge', () => {
    const gap = bridgeGaps([line(5, 5, 7, 5), line(7, 5, 11, 5), line(-1, 5, 4, 5)], BOX);
    expect(gap).toHaveLength(1);
    const cut = new BoxCut(gap, BOX);
    expect(areaOf(cut.area(cut.isEdgeOnTheRight))).toBeCloseTo(50);
    const loose = new BoxCut(bridgeGaps([line(-1, 5, 8, 5)], BOX), BOX);
    expect(areaOf(loose.area(loose.isEdgeOnTheRight))).toBeCloseTo(50);
    const [ahead, nearest] = [true, false].map((way) => new BoxCut([line(-5, 0, 1, 3)], BOX, way));
    expect(areaOf(ahead.area(ahead.isEdgeOnTheRight))).toBeCloseTo(50);
    expect(areaOf(nearest.area(nearest.isEdgeOnTheRight))).toBeCloseTo(99.75);
    const lake = bridgeGaps([line(4, 4, 6, 4, 6, 6, 4, 5)], BOX);
    expect(areaOf(new BoxCut(lake, BOX).area(false))).toBeCloseTo(3);
  });
});

test('a line is cut into its parts inside the box', () => {
  expect(cutLine([-5, 5, 5, 5, 5, 15, 7, 15, 7, 5], BOX)).toEqual([
    [0, 5, 5, 5, 5, 10],
    [7, 10, 7, 5],
  ]);
  expect(cutLine([-5, 5, -5, 15], BOX)).toEqual([]);
});
