import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { type SweepRun, sumUpSweep, withSampling } from './run-sweep.js';
import { pValueOfMean, studentTails } from './student.js';
import type { SweepCell } from './sweep-plan.js';
import { sweepVerdicts } from './sweep-verdicts.js';

/**
 * A sweep whose runs have these scores, by setup and seed (null without a run), with intervals of this half width for the
 * choice of people; null without intervals.
 */
function sweepOf(scores: readonly (readonly (number | null)[])[], half: number | null) {
  const cells = scores.map((_, i): SweepCell => ({ agent: `a${i}`, model: null, map: null, params: {} }));
  const runs = scores.flatMap((own, cell) =>
    own.flatMap((score, seed) => {
      if (score === null) return [];
      const final_score = { value: score, low: half && score - half, high: half && score + half };
      const noise = { documented: { final_score } };
      const report = {
        scores: { final_score: score, noise, reference: {} },
        problems: 0,
        calls: null,
        synthetic: true,
      };
      return [{ cell, seed, report, error: null } as unknown as SweepRun];
    }),
  );
  const seeds = scores[0]!.map((_, seed) => seed);
  return sumUpSweep({ task: 'DailyMobility', cells, seeds, terms: {} }, runs, null);
}

test('a sweep of deterministic models has no interval of width 0 and claims no difference within the spread of people', () => {
  const { rows } = sweepOf([Array(5).fill(60.34), Array(5).fill(60)], 3);
  expect(rows[0]!.score).toMatchObject({ mean: 60.34, deviation: 0 });
  expect(rows[0]!.score!.high! - rows[0]!.score!.low!).toBeCloseTo(6);
  expect(rows[1]!.toBest!.mean).toBeCloseTo(-0.34);
  expect(rows[1]!.toBest!.low).toBeLessThan(-4);
  expect(rows[1]!.toBest!.high).toBeGreaterThan(3);
  expect(rows[1]!.toBest!.pValue).toBeGreaterThan(0.8);
});

test('a difference that is larger than the spread of people and seeds is claimed, also with one seed', () => {
  for (const seeds of [1, 3]) {
    const [, worse] = sweepOf([Array(seeds).fill(80), Array(seeds).fill(60)], 3).rows;
    expect(worse!.toBest!.high).toBeLessThan(0);
    expect(worse!.toBest!.correctedPValue).toBeLessThan(0.05);
  }
});

test('a setup without a seed in common is never taken for the best one, and what is missing is said', () => {
  const apart = sweepOf(
    [
      [50, null, null],
      [null, 80, 81],
      [null, 60, 61],
    ],
    1,
  );
  expect(apart.rows.map(({ baseline }) => baseline)).toEqual([1, null, 1]);
  const [without, worse] = sweepVerdicts(apart);
  expect(without).toBe('a0 cannot be compared with a1: they have no seed in common. Run both with the same seeds.');
  expect(worse).toMatch(/^a1 is better than a2 by 20\.0 points/);
});

test('one seed without an interval over people gives no verdict, and the sentence says what is missing', () => {
  expect(sweepVerdicts(sweepOf([[80], [60.5]], null))).toEqual([
    'a1 scores 19.5 points less than a0, but nothing shows whether this is chance: they have one seed in common, and there is no interval over people. Run both with two or more common seeds.',
  ]);
});

slowTest.each([
  [2, 1, 3],
  [0.3, 2, 3],
  [0.3, 2, 2],
])(
  'of 200 sweeps without a true difference, at most 5 % claim one: people %d, seeds %d',
  (ofPeople, ofSeeds, seeds) => {
    const random = new Random(7);
    let claimed = 0;
    for (let i = 0; i < 200; i++) {
      // Four setups; people differ between them but not between the seeds of one.
      const scores = Array.from({ length: 4 }, () => {
        const people = ofPeople * random.normal();
        return Array.from({ length: seeds }, () => 60 + people + ofSeeds * random.normal());
      });
      const { rows } = sweepOf(scores, 1.96 * ofPeople);
      if (rows.some(({ toBest }) => toBest !== null && toBest.correctedPValue! < 0.05)) claimed++;
    }
    expect(claimed).toBeLessThanOrEqual(10);
  },
);

test('p values have the tails of few seeds', () => {
  // 0.975 and 0.995 quantiles of Student's distribution from a table.
  for (const [t, freedom, tails] of [
    [12.7062, 1, 0.05],
    [9.92484, 2, 0.01],
    [4.03214, 5, 0.01],
    [2.22814, 10, 0.05],
  ] as const) {
    expect(studentTails(t, freedom)).toBeCloseTo(tails, 6);
    const deviation = Math.sqrt(freedom + 1);
    expect(pValueOfMean({ n: freedom + 1, mean: -t, deviation, low: 0, high: 0 }, 0)).toBeCloseTo(tails, 5);
  }
  expect(pValueOfMean({ n: 1, mean: 3, deviation: null, low: null, high: null }, 3)).toBeCloseTo(0.05, 4);
});

test('the sampling of a setup replaces that of the configuration, including that of an extra_body', () => {
  const llm = [{ model: 'a', temperature: 1, extra_body: { temperature: 0.3, think: false } }, { model: 'b' }];
  expect(withSampling(llm, { temperature: 0 })).toEqual([
    { model: 'a', temperature: 0, extra_body: { temperature: 0, think: false } },
    { model: 'b', temperature: 0 },
  ]);
  expect(withSampling(llm, undefined)).toBe(llm);
});
