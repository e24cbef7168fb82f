import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromRows } from '../trajectories.js';
import { closeness } from './closeness.js';
import { closestRecords } from './closest-records.js';
import { membershipInference } from './membership-inference.js';
import { placesBySlot, slotsOf } from './places-by-slot.js';

const set = fc.array(fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 });
const apart = (a: number[], b: number[]) => a.filter((label, i) => label !== b[i]).length / a.length;

test('closestRecords finds the two smallest shares of differing positions', () => {
  fc.assert(
    fc.property(set, set, (records, others) => {
      const { closest, second } = closestRecords(records, others);
      records.forEach((record, i) => {
        const sorted = others.map((other) => apart(record, other)).sort((x, y) => x - y);
        expect(closest[i]).toBe(sorted[0]);
        expect(second[i]).toBe(sorted[1] ?? Infinity);
      });
    }),
  );
  expect(() => closestRecords([[1, 2]], [[1]])).toThrow('expected sequences of the same length, got 2 and 1 positions');
});

describe('closeness', () => {
  const train = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  const holdout = [
    [1, 1, 1, 1],
    [9, 9, 9, 9],
  ];

  test('detects copies', () => {
    const found = closeness({ train, generated: [...train, ...train], holdout });
    expect(found).toMatchObject({ exactCopyShare: 1, distinctShare: 0.5, overlap: 1, shareCloserToTrain: 1 });
    expect([...found.dcr]).toEqual([0, 0, 0, 0]);
    expect([...found.nndr]).toEqual([0, 0, 0, 0]);
    expect(found.membership).toMatchObject({ auc: 1, advantage: 1 });
  });

  test('is no better than a guess when generated people are unrelated to either', () => {
    const found = closeness({ train, generated: [[0, 0, 0, 0]], holdout });
    expect(found).toMatchObject({ exactCopyShare: 0, overlap: 0, shareCloserToTrain: 0.5 });
    expect(found.membership.auc).toBe(0.5);
  });

  test('membership has no value without a holdout, and nothing has a value without people', () => {
    expect(closeness({ train, generated: train })).not.toHaveProperty('membership');
    expect(closeness({ train: [], generated: train }).exactCopyShare).toBeNaN();
    expect(closeness({ train, generated: [] }).overlap).toBeNaN();
    expect(closeness({ train: [[1]], generated: [[2]] }).nndr[0]).toBeNaN();
  });
});

describe('membershipInference', () => {
  test('equals the area under the curve over all pairs, ties half', () => {
    const scores = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (members, others) => {
        const wins = members.flatMap((m) => others.map((o) => (m > o ? 1 : m === o ? 0.5 : 0)));
        const mean = wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
        const found = membershipInference(members, others);
        expect(found.auc).toBeCloseTo(mean, 12);
        expect(found.tprAtFpr1).toBeLessThanOrEqual(found.tprAtFpr10);
        expect(found.advantage).toBeGreaterThanOrEqual(Math.max(0, found.tprAtFpr10 - 0.1) - 1e-12);
      }),
    );
  });

  test('has no value without scores', () => {
    expect(membershipInference([], [1]).auc).toBeNaN();
    expect(membershipInference([1], [Number.NaN]).advantage).toBeNaN();
  });
});

test('placesBySlot uses the last row before a slot ends, or the first row of all', () => {
  const row = (uid: number, hours: number, place: number) => ({ uid, time: hours * 3600, lon: 0, lat: 0, place });
  const people = fromRows([row(1, 1.5, 7), row(1, 1.9, 8), row(1, 3, 9), row(2, 0, 5)]);
  expect(slotsOf(people)).toBe(4);
  expect(placesBySlot(people).map((slots) => [...slots])).toEqual([
    [7, 8, 8, 9],
    [5, 5, 5, 5],
  ]);
  expect([...(placesBySlot(people, { slot: 7200, slots: 3 })[0] as Uint32Array)]).toEqual([8, 9, 9]);
});
