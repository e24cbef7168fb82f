import { insideRing } from '@itinera/city/map-making';
import { expect, test } from 'vitest';
import { AreaInsides } from './area-insides.js';

test.each([100, 200])('the same points are in an area of %i points with a hole', (points) => {
  const ring = Float64Array.from({ length: 2 * points }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / points;
    return (60 + 40 * ((k >> 1) % 2)) * (k % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
  const hole = ring.map((value) => value / 4);
  const insides = new AreaInsides();
  for (let x = -120; x <= 120; x += 5)
    for (let y = -120; y <= 120; y += 5)
      expect(insides.holds({ ring, holes: [hole] }, x, y)).toBe(insideRing(ring, x, y) && !insideRing(hole, x, y));
});
