import { describe, expect, test } from 'vitest';
import type { NetworkArea, NetworkLink, RoadClass } from '../../layout/network.js';
import { draw } from './drawn-streets.fixture.js';
import { inferParcels } from './infer-parcels.js';
import { inferPois, landUsePoi } from './land-use-pois.js';

const area = (x: number, y: number, width: number, height: number, more: Partial<NetworkArea> = {}): NetworkArea => ({
  ring: Float64Array.of(x, y, x + width, y, x + width, y + height, x, y + height),
  holes: [],
  landUse: '',
  name: '',
  kind: 'building',
  ...more,
});

const as = (roadClass: RoadClass) => (link: NetworkLink) => ({ ...link, kind: { ...link.kind, class: roadClass } });

describe('inferParcels', () => {
  const { network } = draw('A---------B\n|\n|\n|\nC');
  const all = { along: 'all', withPois: false } as const;
  const centreOf = ({ ring }: { ring: Float64Array }) => [(ring[0] + ring[4]) / 2, (ring[1] + ring[5]) / 2] as const;

  test('places parcels along streets, clear of every street and of each other', () => {
    const parcels = inferParcels(network.links, [], all);
    expect(parcels.length).toBeGreaterThan(6);
    const centres = parcels.map(centreOf);
    for (const [i, [x, y]] of centres.entries()) {
      expect(Math.min(Math.hypot(Math.max(0, -x), y), Math.hypot(x, Math.max(0, y)))).toBeGreaterThan(12.5 + 5);
      for (const [otherX, otherY] of centres.slice(i + 1))
        expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(35);
    }
  });

  test("places none on a known place, but does in a zone, with the zone's land use", () => {
    const park = area(60, 5, 100, 60, { kind: 'place', landUse: 'G1' });
    const zone = area(-100, -200, 500, 400, { kind: 'zone', landUse: 'B1' });
    const parcels = inferParcels(network.links, [park, zone], all);
    expect(new Set(parcels.map(({ landUse }) => landUse))).toEqual(new Set(['B1']));
    expect(parcels.map(centreOf).filter(([x, y]) => y > 0 && x > 45 && x < 175)).toEqual([]);
    expect(parcels.map(centreOf).filter(([, y]) => y > 0)).not.toEqual([]);
  });

  test('places them only along residential streets, and along others in a residential zone, if the file has places', () => {
    const links = network.links.map(as('tertiary'));
    const dwellings = { along: 'dwellings', withPois: false } as const;
    expect(inferParcels(network.links, [], dwellings).length).toBeGreaterThan(6);
    expect(inferParcels(links, [], dwellings)).toEqual([]);
    const zone = area(100, -100, 200, 200, { kind: 'zone', landUse: 'R' });
    const parcels = inferParcels(links, [zone], dwellings);
    expect(parcels.length).toBeGreaterThan(0);
    for (const [x] of parcels.map(centreOf)) expect(x).toBeGreaterThanOrEqual(100);
  });

  test('shops and offices get points of interest if the file has none', () => {
    const links = network.links.map(as('secondary'));
    const parcels = inferParcels(links, [], { along: 'all', withPois: true });
    for (const { poi } of parcels) expect(poi?.name).toBe('inferred place');
    expect(new Set(parcels.map(({ poi }) => poi?.category)).size).toBeGreaterThan(3);
  });
});

describe('points of interest by land use', () => {
  test('alternate in category, are generated for destination traffic only, and are named as guesses', () => {
    const places = [
      area(0, 0, 10, 10, { landUse: 'A3' }),
      area(20, 0, 10, 10, { landUse: 'R' }),
      area(40, 0, 10, 10, { landUse: 'G1', kind: 'place' }),
      area(60, 0, 90, 90, { landUse: 'B1', kind: 'zone' }),
    ];
    expect(inferPois(places)).toEqual([
      { x: 5, y: 5, category: 'amenity|school', name: 'inferred place', landUse: 'A3', destination: true },
      { x: 45, y: 5, category: 'leisure|park', name: 'inferred place', landUse: 'G1', destination: true },
    ]);
    expect([0, 1].map((turn) => landUsePoi('B1', turn)?.category)).toEqual(['shop|supermarket', 'amenity|restaurant']);
  });
});
