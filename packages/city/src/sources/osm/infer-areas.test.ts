import { describe, expect, it } from 'vitest';
import { draw } from './drawn-streets.fixture.js';
import { inferAreas } from './infer-areas.js';

describe('inferAreas', () => {
  it('sets parcels beside streets that lie on no street and on no other parcel', () => {
    const { network } = draw('A---------B\n|\n|\n|\nC');
    const parcels = inferAreas(network.links, []);
    expect(parcels.length).toBeGreaterThan(6);
    const centres = parcels.map(({ ring }) => [(ring[0] + ring[4]) / 2, (ring[1] + ring[5]) / 2]);
    for (const [i, [x, y]] of centres.entries()) {
      expect(Math.min(Math.hypot(Math.max(0, -x), y), Math.hypot(x, Math.max(0, y)))).toBeGreaterThan(12.5 + 5);
      for (const [otherX, otherY] of centres.slice(i + 1))
        expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(35);
    }
  });
});
