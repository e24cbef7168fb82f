import { insideRing } from '@itinera/city/map-making';
import { expect, test } from 'vitest';
import { RingRows } from './ring-rows.js';

/** A star with many points, whose sides cross rows in both directions. */
function star(points: number): Float64Array {
  return Float64Array.from({ length: 2 * points }, (_, k) => {
    const angle = (Math.PI * 2 * (k >> 1)) / points;
    const radius = (k >> 1) % 2 === 0 ? 100 : 60;
    return radius * (k % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

test.each([3, 16, 17, 200])('the same points are inside a ring of %i points', (points) => {
  const ring = star(points);
  const rows = new RingRows(ring);
  for (let x = -120; x <= 120; x += 5)
    for (let y = -120; y <= 120; y += 5) expect(rows.hasInside(x, y)).toBe(insideRing(ring, x, y));
  for (let i = 0; i < ring.length; i += 2)
    expect(rows.hasInside(ring[i], ring[i + 1])).toBe(insideRing(ring, ring[i], ring[i + 1]));
});

test('a ring whose sides all go from one end to the other takes no more memory than others', () => {
  const points = 40_000;
  const zigzag = Float64Array.from({ length: 2 * points }, (_, k) =>
    k % 2 === 0 ? k >> 1 : k & 2 ? 1000 : k / points,
  );
  const before = process.memoryUsage().arrayBuffers;
  const rows = new RingRows(zigzag);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e8);
  for (let x = 0.5; x < points; x += 999.7) expect(rows.hasInside(x, 500)).toBe(insideRing(zigzag, x, 500));
});

test('a flat ring has no inside', () => {
  const rows = new RingRows(Float64Array.of(0, 5, 10, 5, 20, 5));
  expect(rows.hasInside(10, 5)).toBe(false);
});
