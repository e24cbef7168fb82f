import type { Scores } from '@itinera/runner';
import { expect, test } from 'vitest';
import { describeScores, headlineOf } from './score-table.js';

const around = (value: number) => ({ value, low: value - 5, high: value + 5 });
const report = (documented: number, reference: number) => ({
  method: 'a method',
  level: 0.95,
  resamples: 1,
  documented: { final_score: around(documented) },
  reference: { final_score: around(reference) },
});
const scores = (documented: number, reference: number): Scores => ({
  task: 'DailyMobility',
  task_version: '1.0.0',
  synthetic: false,
  final_score: documented,
  documented: { final_score: documented },
  reference: { final_score: reference },
  noise: report(documented, reference),
  floor: report(30, 20),
  ceiling: report(90, 60),
  run: null,
});
const metas = { final_score: { unit: 'percent', range: [0, 100], better: 'higher', digits: 2, source: '' } } as const;

test('the headline has the labelled scores of both profiles', () => {
  expect(headlineOf(scores(66.76, 42.75), metas, 'documented')).toBe(
    "DailyMobility: 66.76 by the documented formulas (95 % interval 61.76 to 71.76), 42.75 by the original's arithmetic",
  );
  expect(headlineOf(scores(66.76, 42.75), metas, 'reference')).toBe(
    "DailyMobility: 42.75 by the original's arithmetic (95 % interval 37.75 to 47.75), 66.76 by the documented formulas",
  );
  expect(headlineOf(scores(66.76, 66.76), metas, 'documented')).toBe(
    'DailyMobility: 66.76 (95 % interval 61.76 to 71.76)',
  );
});

test('the table has the reference score next to the documented one where they differ', () => {
  expect(describeScores(scores(66.76, 42.75), metas, 'documented')).toMatch(/final_score +66\.76 .* 42\.75$/m);
  expect(describeScores(scores(66.76, 66.76), metas, 'documented')).not.toContain('reference');
});

test.each(['documented', 'both'] as const)('the %s profile explains a score outside floor and ceiling', (shown) => {
  expect(describeScores(scores(97, 50), metas, shown)).toContain('rarely score this high');
  expect(describeScores(scores(22, 40), metas, shown)).toContain('people who move at random are closer');
});
