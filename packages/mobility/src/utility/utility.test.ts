import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromRows } from '../trajectories.js';
import { type MarkovOrder, nextPlace, nextPlaceOfSequences } from './next-place.js';
import { linkPlaces, trajectoryUserLinking } from './trajectory-user-linking.js';

const sequences = fc.array(fc.array(fc.nat(5), { maxLength: 20 }), { maxLength: 5 });
const orders: MarkovOrder[] = [0, 1, 2];

/** Ranks every place by the documented rule, one by one. */
function plainRank(train: number[][], context: number[], truth: number): number {
  const ranked: number[] = [];
  for (let length = context.length; length >= 0; length--) {
    const suffix = context.slice(context.length - length);
    const counts = new Map<number, number>();
    for (const places of train) {
      places.forEach((place, i) => {
        if (i >= length && suffix.every((other, k) => places[i - length + k] === other)) {
          counts.set(place, (counts.get(place) ?? 0) + 1);
        }
      });
    }
    const next = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([place]) => place);
    ranked.push(...next.filter((place) => !ranked.includes(place)));
  }
  return ranked.includes(truth) ? ranked.indexOf(truth) + 1 : Infinity;
}

describe('nextPlace', () => {
  test('ranks as documented, place by place', () => {
    fc.assert(
      fc.property(sequences, sequences, fc.constantFrom(...orders), (train, test, order) => {
        const ranks = test.flatMap((places) =>
          places.slice(1).map((truth, i) => plainRank(train, places.slice(Math.max(0, i + 1 - order), i + 1), truth)),
        );
        const scores = nextPlaceOfSequences(train, test, { order });
        expect(scores.predictions).toBe(ranks.length);
        if (ranks.length === 0) return;
        const mean = (of: (rank: number) => number) => ranks.reduce((sum, rank) => sum + of(rank), 0) / ranks.length;
        expect(scores.acc1).toBeCloseTo(
          mean((rank) => Number(rank === 1)),
          12,
        );
        expect(scores.acc3).toBeCloseTo(
          mean((rank) => Number(rank <= 3)),
          12,
        );
        expect(scores.mrr).toBeCloseTo(
          mean((rank) => 1 / rank),
          12,
        );
        expect(scores.ndcg5).toBeCloseTo(
          mean((rank) => (rank <= 5 ? 1 / Math.log2(rank + 1) : 0)),
          12,
        );
      }),
    );
  });

  test('predicts a repeating day perfectly and nothing without training', () => {
    const day = [1, 2, 3, 1, 2, 3, 1, 2, 3];
    expect(nextPlaceOfSequences([day], [day], { order: 1 })).toMatchObject({ acc1: 1, mrr: 1 });
    expect(nextPlaceOfSequences([], [day])).toMatchObject({ predictions: 8, acc10: 0, mrr: 0 });
    expect(nextPlaceOfSequences([day], [[1]]).acc1).toBeNaN();
  });

  test('accepts trajectories with places and rejects those without', () => {
    const row = (time: number, place: number) => ({ uid: 1, time, lon: 0, lat: 0, place });
    const people = fromRows([row(0, 7), row(1, 8), row(2, 7), row(3, 8)]);
    expect(nextPlace(people, people)).toMatchObject({ predictions: 3, acc1: 1 });
    const { places: _, ...bare } = people;
    expect(() => nextPlace(bare, people)).toThrow('nextPlace: the trajectories have no places');
  });
});

describe('trajectoryUserLinking', () => {
  const known = [
    { person: 'a', places: [1, 1, 2] },
    { person: 'b', places: [3, 3, 2] },
  ];

  test('links by the places two trajectories share', () => {
    const test = [
      { person: 'a', places: [1, 2] },
      { person: 'b', places: [3] },
      { person: 'b', places: [1] },
    ];
    expect(linkPlaces(known, test)).toEqual({ acc1: 2 / 3, acc5: 1, predicted: ['a', 'b', 'a'] });
  });

  test('does not depend on the length of trajectories, and is NaN without any', () => {
    const long = [{ person: 'b', places: [3, 2, 3, 2, 3, 2] }];
    expect(linkPlaces(known, long).predicted).toEqual(['b']);
    expect(linkPlaces(known, []).acc1).toBeNaN();
    expect(linkPlaces([], long)).toEqual({ acc1: 0, acc5: 0, predicted: [null] });
  });

  test('finds people who repeat themselves by id', () => {
    const rows = ['x', 'y'].flatMap((uid, i) =>
      [0, 1, 2].map((time) => ({ uid, time, lon: 0, lat: 0, place: 10 * i + time })),
    );
    const people = fromRows(rows);
    expect(trajectoryUserLinking(people, people)).toMatchObject({ acc1: 1, predicted: ['x', 'y'] });
  });
});
