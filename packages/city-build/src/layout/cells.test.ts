import { expect, test } from 'vitest';
import { BoxCells, PointCells } from './cells.js';

test('points are found within the distance, however many there are', () => {
  const points = new PointCells(10);
  const all: [number, number][] = [];
  const near = (x: number, y: number) => all.some(([px, py]) => (px - x) ** 2 + (py - y) ** 2 <= 100);
  for (let i = 0; i < 10_000; i++) {
    // Evenly over 4 km, south and west of the origin, too.
    const [x, y] = [((i * 7919) % 4001) - 2000, ((i * 104_729) % 4003) - 2000];
    if (i % 100 === 0) expect(points.hasNear(x, y)).toBe(near(x, y));
    points.add(x, y);
    all.push([x, y]);
  }
});

test.each([
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
  [3, 1],
])('few boxes share a cell, also along a straight road of 160 km (%i, %i)', (east, north) => {
  const cells = new BoxCells(50);
  for (let i = 0; i < 3200; i++) cells.add(i, 50 * i * east, 50 * i * north, 50 * i * east + 49, 50 * i * north + 49);
  const { grid, offsets, items } = cells.finish();
  for (let i = 0; i < 3200; i++) {
    const cell = grid.cellAt(i * east, i * north);
    const here = items.subarray(offsets[cell], offsets[cell + 1]);
    expect(here).toContain(i);
    expect(here.length).toBeLessThanOrEqual(4);
  }
});
