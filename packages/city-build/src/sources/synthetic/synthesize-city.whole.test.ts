import { createHash } from 'node:crypto';
import { connectivity, groundOf, inspectMap, isSyntheticMap, Places, writeMap } from '@itinera/city/browser';
import { insideRing } from '@itinera/city/map-making';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../../base/src/damage.fixture.js';
import { CITY_SIZES, synthesizeCity, synthesizeNetwork } from './synthesize-city.js';

const hashOf = (seed: number, size: number) =>
  createHash('sha256')
    .update(writeMap(synthesizeCity({ seed, size })))
    .digest('hex');

describe('a synthetic city', () => {
  test('satisfies every rule of a map, and all its places can be reached and left by car and on foot', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 500, max: 9000 }), (seed, size) => {
        const map = synthesizeCity({ seed, size });
        expect(inspectMap(map)).toEqual([]);
        const { drive, walk, reachable } = connectivity(map);
        const { count } = map.aois;
        expect(count).toBeGreaterThan(20);
        expect(reachable).toEqual({ any: count, drive: count, walk: count });
        expect([drive.parts, walk.parts]).toEqual([1, 1]);
      }),
      { numRuns: someOf(8, 2), seed: 1 },
    );
  });

  test('has the same bytes for the same seed and size, and other bytes for another seed', () => {
    const town = hashOf(1, 3000);
    expect(hashOf(1, 3000)).toBe(town);
    expect(new Set([town, hashOf(2, 3000), hashOf(1, 3001)]).size).toBe(3);
  });

  test('reports its progress', () => {
    const phases = new Set<string>();
    synthesizeCity({ seed: 1, size: 500, onProgress: (phase) => phases.add(phase) });
    expect([...phases]).toEqual([
      'laying out districts',
      'building lanes',
      'building junctions',
      'placing gates',
      'filling the map',
    ]);
  });

  test('is marked as synthetic by its name and by its location in the sea', () => {
    const map = synthesizeCity({ seed: 5, size: 'village' });
    expect(map.header!.name).toBe('Synthetic village (seed 5)');
    expect(map.header!.projection).toBe('+proj=tmerc +lat_0=0 +lon_0=0');
    expect(isSyntheticMap(map)).toBe(true);
  });

  test('has homes, workplaces, shops, schools and parks with points of interest', () => {
    const map = synthesizeCity({ seed: 1, size: 'town' });
    const { urbanLandUse } = map.aois;
    const uses = new Set(Array.from(urbanLandUse.values, (text) => map.text(text)));
    expect([...uses]).toEqual(expect.arrayContaining(['R', 'B1', 'B2', 'A3', 'G1']));
    const categories = new Places(map).poiCategories();
    for (const category of ['restaurant', 'convenience', 'school', 'park', 'company', 'cafe']) {
      expect(categories[category]).toBeGreaterThan(0);
    }
    expect(map.text(map.pois.category[0])).toMatch(/^[a-z_]+\|[a-z_]+$/);
    const lit = map.junctions.fixedProgram.present.reduce((sum, present) => sum + present, 0);
    expect(lit).toBeGreaterThan(10);
    expect(lit).toBeLessThan(map.junctions.count / 5);
  });

  test('has a river in a town, free of places and longer than the street network', () => {
    const map = synthesizeCity({ seed: 1, size: 12_000 });
    const ground = groundOf(map);
    expect(ground.map(({ kind }) => kind)).toEqual(['green', 'water', 'river']);
    expect(ground[1].name).toMatch(/^River [A-Z]/);
    const [water] = ground[1].parts;
    const { xy } = map.aois.positions;
    for (let i = 0; i < xy.length; i += 2) expect(insideRing(water, xy[i], xy[i + 1])).toBe(false);
    const reach = (line: Float64Array) => line.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(reach(water)).toBeGreaterThan(1.3 * reach(map.lanes.centerLine.nodes.xy));
    expect(groundOf(synthesizeCity({ seed: 1, size: 'village' }))).toEqual([]);
  });

  test('grows with the number of residents', () => {
    const places = [500, 2000, 20_000].map((size) => synthesizeNetwork({ seed: 1, size }).areas.length);
    expect(places[0]).toBeLessThan(places[1]);
    expect(places[1]).toBeLessThan(places[2] / 4);
  });

  test('sprawls over more ground with the same streets and places', () => {
    const [dense, wide] = [1, 12].map((sprawl) => synthesizeNetwork({ seed: 1, size: 3000, sprawl }));
    expect(wide.links.length).toBe(dense.links.length);
    // More houses have room along streets that are longer.
    expect(wide.areas.length / dense.areas.length).toBeGreaterThan(1);
    expect(wide.areas.length / dense.areas.length).toBeLessThan(1.5);
    expect(Math.abs(wide.pois.length / dense.pois.length - 1)).toBeLessThan(0.1);
    expect(wide.nodes[0]!.x / dense.nodes[0]!.x).toBeCloseTo(12);
    expect(inspectMap(synthesizeCity({ seed: 1, size: 3000, sprawl: 12 }))).toEqual([]);
  });

  test('rejects an invalid size or seed and lists the valid values', () => {
    expect(() => synthesizeCity({ seed: 1, size: 499 })).toThrow('size 499: expected village, town, city, metropolis');
    expect(() => synthesizeCity({ seed: 1, size: Number.NaN })).toThrow('expected village');
    expect(() => synthesizeCity({ seed: 1, size: 'huge' as never })).toThrow('size huge: expected village');
    expect(() => synthesizeCity({ seed: 1, size: 'town', sprawl: 0.5 })).toThrow(
      'sprawl 0.5: expected a number from 1',
    );
    expect(() => synthesizeCity({ seed: 0.5, size: 'town' })).toThrow('seed 0.5: expected a whole number');
    expect(Object.keys(CITY_SIZES)).toEqual(['village', 'town', 'city', 'metropolis']);
  });
});
