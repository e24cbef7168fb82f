import { Random } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { densityEprWeights, eprWeights } from './epr.js';
import { Explorer } from './exploration.js';
import { PullTree } from './pull-tree.js';
import type { Tiles } from './tiles.js';

/** A town of dense and isolated tiles, some of them at one point, some without relevance. */
function scattered(n: number): Tiles {
  const random = new Random(8);
  const lons = Float64Array.from({ length: n }, () => 10 + random.uniform() ** 3);
  const lats = Float64Array.from({ length: n }, () => 43 + random.uniform() ** 3);
  lons[1] = lons[0] as number;
  lats[1] = lats[0] as number;
  return {
    lons,
    lats,
    relevance: Float64Array.from({ length: n }, (_, i) => (i % 5 === 0 ? 0 : 1 + random.integer(50))),
  };
}

const DRAWS = 200_000;
const BINS = 60;

describe.each([
  ['density EPR', densityEprWeights],
  ['EPR', eprWeights],
] as const)('a tree of the pulls of %s', (_, weightsOf) => {
  test.each([0, 7, 1234, 2999])('draws from tile %i by the weights of all tiles', (from) => {
    const tiles = scattered(3000);
    const weights = weightsOf(tiles);
    const row = new Float64Array(3000);
    weights(from, row);
    const total = row.reduce((sum, weight) => sum + weight, 0);
    const counts = new Float64Array(3000);
    const tree = new PullTree(weights.field);
    const random = new Random(from);
    for (let i = 0; i < DRAWS; i++) counts[tree.draw(from, random)]++;
    expect(row.every((weight, tile) => weight > 0 || counts[tile] === 0)).toBe(true);
    // Grouped by weight, so that each bin is expected equally often: wrong frequencies show.
    const order = Uint32Array.from(row.keys()).sort((a, b) => (row[a] as number) - (row[b] as number));
    const expected = new Float64Array(BINS);
    const seen = new Float64Array(BINS);
    let before = 0;
    for (const tile of order) {
      const bin = Math.min(BINS - 1, Math.floor((before / total) * BINS));
      expected[bin] += ((row[tile] as number) / total) * DRAWS;
      seen[bin] += counts[tile] as number;
      before += row[tile] as number;
    }
    const chiSquare = expected.reduce(
      (sum, value, i) => sum + (value > 0 ? ((seen[i] as number) - value) ** 2 / value : 0),
      0,
    );
    // 60 bins at most: a value that one draw in a hundred million would exceed.
    expect(chiSquare).toBeLessThan(140);
  });
});

test('new tiles are drawn until all are visited, and none after that', () => {
  const tiles = scattered(2500);
  const explorer = new Explorer(2500, densityEprWeights(tiles));
  const visited = new Set([0]);
  const random = new Random(1);
  const relevant = Array.from(tiles.relevance, (mass, tile) => (mass > 0 ? tile : -1)).filter((tile) => tile >= 0);
  for (const tile of relevant.slice(0, -3)) visited.add(tile);
  const last = new Set(relevant.slice(-3));
  while (last.size > 0) {
    const tile = explorer.draw(0, (at) => visited.has(at), random);
    expect(last.delete(tile)).toBe(true);
    visited.add(tile);
  }
  expect(explorer.draw(0, (at) => visited.has(at), random)).toBe(-1);
});

test('nothing is drawn if no tile attracts', () => {
  const island = { lons: [0, 0], lats: [0, 0], relevance: [1, 1] };
  expect(new PullTree(densityEprWeights(island).field).draw(0, new Random(1))).toBe(-1);
  const alone = { lons: [0, 1], lats: [0, 1], relevance: [1, 0] };
  expect(new PullTree(densityEprWeights(alone).field).draw(0, new Random(1))).toBe(-1);
});
