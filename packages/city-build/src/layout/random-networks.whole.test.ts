import { buildRoutingData, checkRoutes, inspectMap, Router, readMap, writeMap } from '@itinera/city/browser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { buildMap } from './build-map.js';
import { type NetworkLink, ROAD_CLASSES, type RoadNetwork } from './network.js';

const metres = fc.double({ min: -300, max: 300, noNaN: true });
const lanes = fc.constantFrom([1, 1], [2, 2], [8, 1], [1, 0], [0, 3]) as fc.Arbitrary<readonly [number, number]>;
const marks = fc.option(
  fc.array(
    fc.nat(15).map((turns) => turns << 1),
    { minLength: 1, maxLength: 4 },
  ),
  { nil: undefined },
);

const arbitraryLink = fc.record({
  from: fc.nat(7),
  to: fc.nat(7),
  bends: fc.array(fc.tuple(metres, metres), { maxLength: 3 }),
  class: fc.constantFrom(...ROAD_CLASSES),
  ramp: fc.boolean(),
  lanes,
  sidewalks: fc.record({ left: fc.boolean(), right: fc.boolean() }),
  marks: fc.tuple(marks, marks),
});

/** Streets, ramps and paths as no city has them: loops, parallels, sharp bends, dead ends, some a metre long. */
const arbitraryNetwork = fc
  .record({
    scale: fc.constantFrom(0.02, 0.3, 1, 10),
    nodes: fc.array(fc.record({ x: metres, y: metres, signals: fc.boolean() }), { minLength: 8, maxLength: 8 }),
    links: fc.array(arbitraryLink, { minLength: 2, maxLength: 14 }),
    bans: fc.array(fc.record({ from: fc.nat(13), via: fc.nat(7), to: fc.nat(13) }), { maxLength: 6 }),
    squares: fc.array(fc.record({ x: metres, y: metres, side: fc.integer({ min: 1, max: 80 }) }), { maxLength: 6 }),
    drivingSide: fc.constantFrom('right' as const, 'left' as const),
  })
  .map(({ scale, nodes, links, bans, squares, drivingSide }): RoadNetwork => {
    const scaled = nodes.map(({ x, y, signals }) => ({ x: x * scale, y: y * scale, signals }));
    const drawn = links.map(({ from, to, bends, marks, ...kind }): NetworkLink => {
      const isPath = kind.class === 'path';
      const ends = [scaled[from], scaled[to]].map(({ x, y }) => [x, y]);
      // Longer than 0, whatever is drawn.
      const middle = [...bends.map(([x, y]) => [x * scale, y * scale]), [ends[0][0] + 1, ends[0][1] + 1]];
      return {
        from,
        to,
        name: '',
        kind: { ...kind, lanes: isPath ? [0, 0] : kind.lanes },
        marks,
        speed: isPath ? [0, 0] : [10, 14],
        path: Float64Array.from([ends[0], ...middle, ends[1]].flat()),
      };
    });
    return {
      name: 'random',
      date: '',
      projection: '+proj=tmerc +lat_0=0 +lon_0=0',
      drivingSide,
      nodes: scaled,
      links: drawn,
      bans,
      areas: squares.map(({ x, y, side }) => ({
        ring: Float64Array.of(x, y, x + side, y, x + side, y + side, x, y + side),
        holes: [],
        landUse: 'R',
        name: '',
        kind: 'building',
      })),
      pois: squares.map(({ x, y }) => ({
        x,
        y,
        category: 'shop|bakery',
        name: '',
        landUse: 'B1',
        destination: true,
      })),
    };
  });

test('any network becomes a valid map that survives a round trip through a file, with exact routes', () => {
  let reached = 0;
  fc.assert(
    fc.property(
      arbitraryNetwork,
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 60 }),
      (network, draws) => {
        const map = buildMap(network);
        // One-way streets that lead nowhere stay: only sources of cities leave them out.
        expect(inspectMap(map).filter(({ rule }) => rule !== 'road-ends')).toEqual([]);
        expect(readMap(writeMap(map)).toMessage()).toEqual(map.toMessage());
        const router = new Router(map, buildRoutingData(map));
        for (const travel of ['drive', 'walk'] as const) {
          let next = 0;
          const random = () => draws[next++ % draws.length];
          const check = checkRoutes(map, router, travel, { pairs: 20, random });
          expect(check.disagreements).toBe(0);
          expect(check.worstDifference).toBeLessThan(1e-9);
          reached += check.reached;
        }
      },
    ),
    { numRuns: someOf(100, 3), seed: 1 },
  );
  expect(reached).toBeGreaterThan(300);
});
