import { Random } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haversine } from '../distance.js';
import type { Flows } from '../flow/flows.js';
import { fitGravity } from './fit-gravity.js';
import { type GravityOptions, gravity } from './gravity.js';
import { radiation } from './radiation.js';
import type { Tiles } from './tiles.js';

function someTiles(n: number, seed: number): Tiles {
  const random = new Random(seed);
  const draw = (of: () => number) => Array.from({ length: n }, of);
  return {
    lons: draw(() => random.between(10, 10.5)),
    lats: draw(() => random.between(43, 43.4)),
    relevance: draw(() => 1 + random.integer(1000)),
  };
}

const flowAt = ({ origins, destinations, flows }: Flows, i: number, j: number) =>
  flows[origins.findIndex((origin, k) => origin === i && destinations[k] === j)] ?? 0;

const marginOf = ({ flows }: Flows, tiles: Uint32Array, tile: number) =>
  flows.reduce((sum, flow, k) => sum + (tiles[k] === tile ? flow : 0), 0);

const town = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.nat()).map(([n, seed]) => someTiles(n, seed));
const outflowsOf = ({ relevance }: Tiles) => Array.from(relevance, (mass, i) => (mass % 97) + i + 1);

describe('gravity', () => {
  test('falls with the square of the distance and grows with relevance', () => {
    const tiles = { lons: [0, 0.1, 0.2], lats: [0, 0, 0], relevance: [1, 3, 4] };
    const flows = gravity(tiles, { outflows: [7, 0, 0] });
    expect(flowAt(flows, 0, 1)).toBeCloseTo((7 * 3) / (3 + 4 / 4), 9);
    expect(flowAt(flows, 0, 2)).toBeCloseTo((7 * 1) / (3 + 4 / 4), 9);
    expect(flowAt(flows, 0, 0)).toBe(0);
  });

  test('sends the given outflow from each tile, or in total', () => {
    fc.assert(
      fc.property(town, (tiles) => {
        const outflows = outflowsOf(tiles);
        const singly = gravity(tiles, { outflows });
        const leave = outflows.map((_, i) => marginOf(singly, singly.origins, i));
        expect(leave).toEqual(outflows.map((outflow) => expect.closeTo(outflow, 9)));
        const globally = gravity(tiles, { outflows, constraint: 'globally' });
        const all = outflows.reduce((sum, outflow) => sum + outflow, 0);
        expect(globally.flows.reduce((sum, flow) => sum + flow, 0)).toBeCloseTo(all, 8);
      }),
    );
  });

  test('satisfies both margins when doubly constrained', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 15 }), fc.nat(), (n, seed) => {
        const tiles = someTiles(n, seed);
        const random = new Random(seed, 1);
        const outflows = Array.from({ length: n }, () => 50 + random.integer(100));
        const inflows = [...outflows].reverse();
        const flows = gravity(tiles, { outflows, inflows, constraint: 'doubly' });
        for (let i = 0; i < n; i++) {
          expect(marginOf(flows, flows.origins, i)).toBeCloseTo(outflows[i] as number, 6);
          expect(marginOf(flows, flows.destinations, i)).toBeCloseTo(inflows[i] as number, 6);
        }
        // Two factors per pair: opposite corners have one ratio.
        const at = (i: number, j: number) => flowAt(flows, i, j);
        const f = (i: number, j: number) =>
          haversine(
            tiles.lons[i] as number,
            tiles.lats[i] as number,
            tiles.lons[j] as number,
            tiles.lats[j] as number,
          ) ** -2;
        const crosswise = (of: (i: number, j: number) => number) => (of(0, 1) * of(2, 3)) / (of(0, 3) * of(2, 1));
        expect(crosswise(at) / crosswise(f)).toBeCloseTo(1, 6);
      }),
    );
  });

  test('rejects margins that cannot be met', () => {
    const tiles = { lons: [0, 0.1, 0.2], lats: [0, 0, 0], relevance: [1, 1, 1] };
    const doubly = (outflows: number[], inflows?: number[]) => () =>
      gravity(tiles, { outflows, constraint: 'doubly', ...(inflows && { inflows }) } as GravityOptions);
    expect(doubly([1, 1, 1])).toThrow('need inflows');
    expect(doubly([1, 1, 1], [1, 1, 2])).toThrow('3 trips leave and 4 arrive');
    expect(doubly([9, 1, 1], [9, 1, 1])).toThrow('no flows between different tiles');
    expect(() => gravity(tiles, { outflows: [1] })).toThrow('1 outflows for 3 tiles');
    expect(() => gravity(tiles, { outflows: [1, -1, 1] })).toThrow('tile 1 has -1 outflows');
    expect(() => gravity({ ...tiles, relevance: [1] }, { outflows: [1, 1, 1] })).toThrow('1 relevances');
  });
});

describe('fitGravity', () => {
  test('finds the exponents behind the flows', () => {
    const tiles = someTiles(12, 5);
    for (const deterrence of [
      { law: 'power', exponent: -1.7 },
      { law: 'exponential', rate: 0.00012 },
    ] as const) {
      const made = { deterrence, originExponent: 0.7, destinationExponent: 0.9 };
      for (const constraint of ['singly', 'globally'] as const) {
        const flows = gravity(tiles, { outflows: new Array(12).fill(1000), constraint, ...made });
        const fit = fitGravity(tiles, flows, { constraint, law: deterrence.law });
        expect(fit.destinationExponent).toBeCloseTo(0.9, 7);
        expect(fit.originExponent).toBeCloseTo(constraint === 'singly' ? 1 : 0.7, 7);
        expect(Object.values(fit.deterrence)[1]).toBeCloseTo(Object.values(deterrence)[1] as number, 7);
      }
    }
  });

  test('pairs without flow pull the exponent down', () => {
    const tiles = someTiles(12, 6);
    const made = gravity(tiles, { outflows: new Array(12).fill(30) });
    const kept = made.flows.map((flow) => Math.round(flow));
    const seen = {
      origins: made.origins.filter((_, k) => (kept[k] as number) > 0),
      destinations: made.destinations.filter((_, k) => (kept[k] as number) > 0),
      flows: kept.filter((flow) => flow > 0),
    };
    const { deterrence } = fitGravity(tiles, seen);
    expect(deterrence.law === 'power' && deterrence.exponent).toBeLessThan(-1.9);
  });

  test('rejects flows that do not determine the exponents', () => {
    const tiles = { lons: [0, 0.1], lats: [0, 0], relevance: [2, 2] };
    const flows = { origins: Uint32Array.of(0), destinations: Uint32Array.of(1), flows: Float64Array.of(3) };
    expect(() => fitGravity(tiles, flows)).toThrow('do not determine the exponents');
    expect(() => fitGravity(tiles, { ...flows, origins: Uint32Array.of(7) })).toThrow(
      'from 7 to 1, which are not both',
    );
  });
});

describe('radiation', () => {
  test('equals the published flows of three tiles', () => {
    const tiles = { lons: [0, 0.1, 0.3], lats: [0, 0, 0], relevance: [4, 2, 3] };
    const flows = radiation(tiles, { outflows: [10, 10, 10] });
    const share = 1 - 4 / 9;
    expect(flowAt(flows, 0, 1)).toBeCloseTo((10 * 4 * 2) / (4 * 6) / share, 12);
    expect(flowAt(flows, 0, 2)).toBeCloseTo((10 * 4 * 3) / (6 * 9) / share, 12);
  });

  test('sends exactly the given outflows, and agrees with the formula pair by pair', () => {
    fc.assert(
      fc.property(town, (tiles) => {
        const outflows = outflowsOf(tiles);
        const flows = radiation(tiles, { outflows });
        const n = outflows.length;
        const mass = (i: number) => tiles.relevance[i] as number;
        const metres = (i: number, j: number) =>
          haversine(tiles.lons[i] as number, tiles.lats[i] as number, tiles.lons[j] as number, tiles.lats[j] as number);
        const tilesOf = [...outflows.keys()];
        const all = tilesOf.reduce((sum, i) => sum + mass(i), 0);
        for (const i of tilesOf) {
          expect(marginOf(flows, flows.origins, i)).toBeCloseTo(n > 1 ? (outflows[i] as number) : 0, 8);
          for (const j of tilesOf) {
            if (i === j) continue;
            const between = tilesOf.filter((k) => k !== i && k !== j && metres(i, k) < metres(i, j));
            const s = between.reduce((sum, k) => sum + mass(k), 0);
            const share = (mass(i) * mass(j)) / ((mass(i) + s) * (mass(i) + mass(j) + s)) / (1 - mass(i) / all);
            expect(flowAt(flows, i, j)).toBeCloseTo((outflows[i] as number) * share, 8);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('shares trips between tiles at equal distances, as the mean over their orders', () => {
    const four = { lons: [0, 0.01, -0.01, 0, 0], lats: [0, 0, 0, 0.01, -0.01], relevance: [100, 100, 100, 100, 100] };
    const equal = radiation(four, { outflows: [100, 0, 0, 0, 0] });
    for (const j of [1, 2, 3, 4]) expect(flowAt(equal, 0, j)).toBeCloseTo(25, 12);
    // Of 1 and 2, the first is met with 1 or 1 + 2 before it, the second with 1 or 1 + 1.
    const two = radiation({ lons: [0, 0.1, -0.1], lats: [0, 0, 0], relevance: [1, 1, 2] }, { outflows: [1, 0, 0] });
    const share = 1 - 1 / 4;
    expect(flowAt(two, 0, 1)).toBeCloseTo((1 / (1 * 2) + 1 / (3 * 4)) / 2 / share, 12);
    expect(flowAt(two, 0, 2)).toBeCloseTo((2 / (1 * 3) + 2 / (2 * 4)) / 2 / share, 12);
  });

  test('with ties by number, the tile with the lower number is met first', () => {
    const tiles = { lons: [0, 0.1, -0.1], lats: [0, 0, 0], relevance: [1, 1, 2] };
    const flows = radiation(tiles, { outflows: [1, 0, 0], ties: 'number' });
    expect(flowAt(flows, 0, 1)).toBeCloseTo(2 / 3, 12);
    expect(flowAt(flows, 0, 2)).toBeCloseTo(1 / 3, 12);
  });

  test('the order of tiles does not matter, with many ties too', () => {
    const side = 7;
    const cells = Array.from({ length: side * side }, (_, i) => ({
      lon: (i % side) / 100,
      lat: Math.floor(i / side) / 100,
      mass: 1 + ((i * 7) % 5),
    }));
    const flowsOf = (list: typeof cells) =>
      radiation(
        { lons: list.map(({ lon }) => lon), lats: list.map(({ lat }) => lat), relevance: list.map(({ mass }) => mass) },
        { outflows: list.map(() => 10) },
      );
    const [flows, backwards] = [flowsOf(cells), flowsOf([...cells].reverse())];
    const last = cells.length - 1;
    for (const [i, j] of [
      [0, 5],
      [24, 23],
      [24, 8],
      [10, 40],
    ] as const)
      expect(flowAt(flows, i, j)).toBeCloseTo(flowAt(backwards, last - i, last - j), 9);
  });

  test('sends nobody from a tile without relevance, or if it is the only tile', () => {
    expect(radiation({ lons: [0], lats: [0], relevance: [5] }, { outflows: [5] }).flows).toHaveLength(0);
    const flows = radiation({ lons: [0, 1, 2], lats: [0, 0, 0], relevance: [0, 1, 1] }, { outflows: [5, 5, 5] });
    expect(flows.origins).not.toContain(0);
    expect(() => radiation({ lons: [0], lats: [0], relevance: [5] }, { outflows: [] })).toThrow('0 outflows for 1');
  });

  test('uses the names of tiles', () => {
    const tiles = { lons: [0, 0.1], lats: [0, 0], relevance: [1, 1], names: Uint32Array.of(70, 50) };
    expect([...radiation(tiles, { outflows: [1, 1] }).origins]).toEqual([70, 50]);
  });
});
