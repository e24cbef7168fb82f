import { Random } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliasTable, drawAlias } from './alias-table.js';
import {
  densityEpr,
  densityEprWeights,
  type EprOptions,
  epr,
  eprMoveLaw,
  eprWeights,
  spatialEpr,
  spatialEprWeights,
} from './epr.js';
import { distinctPlacesLaw, SONG_EXPLORATION } from './epr-law.js';
import type { Tiles } from './tiles.js';
import {
  drawWaitingTime,
  meanWaitingTime,
  SONG_WAITING_TIMES,
  waitingTimeCdf,
  waitingTimeQuantile,
} from './waiting-time.js';

const square: Tiles = {
  lons: [0, 0.01, 0, 0.03],
  lats: [0, 0, 0.01, 0.03],
  relevance: [10, 40, 20, 5],
};
/** Slightly more than an hour between moves, so that the number of days determines the number of moves. */
const hourly = { beta: 0.8, cutoff: 60, least: 3600 };

/** Standard deviations of a chi-square value from its mean (Wilson and Hilferty). */
function deviationsOff(seen: number[], expected: number[]): number {
  const kept = expected.flatMap((value, i) => (value > 0 ? [{ value, count: seen[i] as number }] : []));
  const freedom = kept.length - 1;
  const chiSquare = kept.reduce((sum, { value, count }) => sum + (count - value) ** 2 / value, 0);
  const spread = Math.sqrt(2 / (9 * freedom));
  return (Math.cbrt(chiSquare / freedom) - 1 + spread ** 2) / spread;
}

describe('aliasTable', () => {
  test('draws numbers by weight, and never one with weight 0', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 2, maxLength: 12 }), (weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const table = aliasTable(Float64Array.from(weights));
        if (total === 0) {
          expect(table).toBeNull();
          return;
        }
        const { own, other } = table as NonNullable<typeof table>;
        const shares = new Float64Array(weights.length);
        own.forEach((share, i) => {
          shares[i] = (shares[i] as number) + share / weights.length;
          shares[other[i] as number] = (shares[other[i] as number] as number) + (1 - share) / weights.length;
        });
        expect([...shares]).toEqual(weights.map((weight) => expect.closeTo(weight / total, 12)));
        const random = new Random(1);
        for (let draw = 0; draw < 50; draw++) expect(weights[drawAlias({ own, other }, random)]).toBeGreaterThan(0);
      }),
    );
  });
});

describe('waiting times', () => {
  test('waiting times have quantiles and a mean that fit their distribution', () => {
    for (const share of [0.01, 0.3, 0.5, 0.9, 0.999]) {
      expect(waitingTimeCdf(SONG_WAITING_TIMES, waitingTimeQuantile(SONG_WAITING_TIMES, share))).toBeCloseTo(share, 10);
    }
    expect(waitingTimeCdf(SONG_WAITING_TIMES, 1200)).toBe(0);
    expect(waitingTimeCdf(SONG_WAITING_TIMES, 1e9)).toBeCloseTo(1, 12);
    // An hour and a half, by independent numerical integration.
    expect(meanWaitingTime(SONG_WAITING_TIMES) / 3600).toBeCloseTo(1.542745163500254, 9);
  });

  test('waiting times are drawn from that distribution', () => {
    const random = new Random(3);
    const seen = new Array(20).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const share = waitingTimeBin(drawWaitingTime(SONG_WAITING_TIMES, random));
      seen[share]++;
    }
    expect(deviationsOff(seen, new Array(20).fill(1000))).toBeLessThan(5);
  });
});

const borders = Array.from({ length: 19 }, (_, i) => waitingTimeQuantile(SONG_WAITING_TIMES, (i + 1) / 20));
const waitingTimeBin = (seconds: number) => borders.filter((border) => seconds > border).length;

describe.each([
  ['epr', epr, eprWeights],
  ['spatialEpr', spatialEpr, spatialEprWeights],
  ['densityEpr', densityEpr, densityEprWeights],
] as const)('%s', (_, walk, weightsOf) => {
  test('moves by its law', () => {
    const people = 3000;
    const options = { people, days: 0.2, seed: 4, waitingTimes: hourly, startTiles: new Uint32Array(people).fill(1) };
    const { starts, places } = walk(square, options);
    const weights = weightsOf(square);
    const expected = new Map<string, number>();
    const visit = (tiles: number[], probability: number) => {
      if (tiles.length === 4) {
        expected.set(tiles.join(), probability * people);
        return;
      }
      const visits = [0, 1, 2, 3].map((tile) => tiles.filter((other) => other === tile).length);
      const law = eprMoveLaw(weights, visits, tiles.at(-1) as number);
      law.forEach((share, tile) => {
        if (share > 0) visit([...tiles, tile], probability * share);
      });
    };
    visit([1], 1);
    const seen = new Map<string, number>();
    for (let i = 0; i < people; i++) {
      const key = (places as Uint32Array).subarray(starts[i], (starts[i] as number) + 4).join();
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect([...seen.keys()].filter((key) => !expected.has(key))).toEqual([]);
    const keys = [...expected.keys()];
    const counts = keys.map((key) => seen.get(key) ?? 0);
    expect(
      deviationsOff(
        counts,
        keys.map((key) => expected.get(key) as number),
      ),
    ).toBeLessThan(5);
  });

  test('explores from the first tile too, enters new places only once, and never moves to its current place', () => {
    const { starts, places, times } = walk(square, { people: 50, days: 3, seed: 2 });
    const all = places as Uint32Array;
    expect(new Set(all)).toEqual(new Set([0, 1, 2, 3]));
    for (let row = 1; row < all.length; row++) {
      if (starts.includes(row)) continue;
      expect(all[row]).not.toBe(all[row - 1]);
      expect(times[row]).toBeGreaterThanOrEqual((times[row - 1] as number) + 1200);
    }
  });

  test('returns the same people for the same seed, and generating more people does not change the first ones', () => {
    const options: EprOptions = { people: 5, days: 2, seed: 9, start: 1000 };
    const five = walk(square, options);
    const nine = walk(square, { ...options, people: 9 });
    expect(walk(square, options)).toEqual(five);
    const rows = five.times.length;
    expect([...nine.times.subarray(0, rows)]).toEqual([...five.times]);
    expect([...(nine.places as Uint32Array).subarray(0, rows)]).toEqual([...(five.places as Uint32Array)]);
    expect(walk(square, { ...options, seed: 10 }).times).not.toEqual(five.times);
    expect(five.times[0]).toBe(1000);
    expect(five.people).toEqual(['1', '2', '3', '4', '5']);
  });

  test('keeps people at home if there is no other tile, and rejects tiles without relevance', () => {
    const island = { lons: [0, 0], lats: [0, 0], relevance: [1, 1] };
    expect(walk(island, { people: 2, days: 5, seed: 1 }).times).toEqual(Float64Array.of(0, 0));
    const empty = { lons: [0], lats: [0], relevance: [0] };
    expect(() => walk(empty, { people: 1, days: 1, seed: 1 })).toThrow('no tile has a relevance above 0');
    expect(() => walk(square, { people: 1.5, days: 1, seed: 1 })).toThrow('people must be a whole number');
    expect(() => walk(square, { people: 1, days: Infinity, seed: 1 })).toThrow('days must be 0 or more');
  });
});

describe('distinctPlacesLaw', () => {
  test('is the law of the generator', () => {
    const n = 30;
    const tiles = {
      lons: Array.from({ length: n }, (_, i) => (i % 6) / 100),
      lats: Array.from({ length: n }, (_, i) => Math.floor(i / 6) / 100),
      relevance: new Array(n).fill(1),
    };
    const people = 2000;
    const { starts, places } = densityEpr(tiles, { people, days: 0.5, seed: 6, waitingTimes: hourly });
    const moves = 10;
    const { probabilities } = distinctPlacesLaw({ ...SONG_EXPLORATION, places: n }, moves);
    const seen = new Array(probabilities.length).fill(0);
    for (let i = 0; i < people; i++) {
      const walk = (places as Uint32Array).subarray(starts[i], (starts[i] as number) + moves + 1);
      expect(walk).toHaveLength(moves + 1);
      seen[new Set(walk).size]++;
    }
    const expected = Array.from(probabilities, (share) => share * people);
    expect(deviationsOff(seen, expected)).toBeLessThan(5);
  });

  test('begins with one place and explores on the first move', () => {
    expect([...distinctPlacesLaw({ ...SONG_EXPLORATION, places: 9 }, 0).probabilities]).toEqual([0, 1]);
    expect(distinctPlacesLaw({ ...SONG_EXPLORATION, places: 9 }, 1)).toMatchObject({ mean: 2, sd: 0 });
    expect(distinctPlacesLaw({ ...SONG_EXPLORATION, places: 1 }, 5).mean).toBe(1);
  });
});
