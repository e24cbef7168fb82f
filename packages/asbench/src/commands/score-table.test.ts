import { benchmarkNamed, benchmarks } from '@itinera/benchmarks';
import type { Scores } from '@itinera/runner';
import { expect, test } from 'vitest';
import { headlineOf } from './score-headline.js';
import { describeScores, summarizeScores } from './score-table.js';

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

test('the headline names the agent and puts one score between a perfect and a random agent', () => {
  expect(headlineOf(scores(66.76, 42.75), metas, 'documented', 'commuter, a rule-based agent')).toEqual([
    'commuter, a rule-based agent, scores 66.8 of 100 (a perfect agent: 90.0; random: 30.0)',
    "  66.8 by the documented formulas, 42.8 by the original's arithmetic, as in published tables",
    '  95 % interval, with other people: 61.8 to 71.8',
  ]);
  expect(headlineOf(scores(66.76, 42.75), metas, 'reference', 'walker.py, an agent in Python')).toEqual([
    'walker.py, an agent in Python, scores 42.8 of 100 (a perfect agent: 60.0; random: 20.0)',
    "  42.8 by the original's arithmetic, as in published tables, 66.8 by the documented formulas",
    '  95 % interval, with other people: 37.8 to 47.8',
  ]);
  expect(headlineOf(scores(66.76, 66.76), metas, 'documented', null)).toEqual([
    'These results score 66.8 of 100 (a perfect agent: 90.0; random: 30.0)',
    '  95 % interval, with other people: 61.8 to 71.8',
  ]);
});

test('the headline says how many people a perfect agent has, and what is doubtful', () => {
  const doubts = [{ message: 'no trips', grave: true }];
  const sums = { people: 1200, trips: 0, failed_trips: 0, minutes: 0, kilometres: 0, problems: 0, fallbacks: 0 };
  const doubtful = { ...scores(50, 50), synthetic: true, run: { ...sums, doubts } };
  expect(headlineOf(doubtful, metas, 'documented', 'random, the random agent')[0]).toBe(
    'random, the random agent, scores 50.0 of 100 (a perfect agent of 1,200 people: 90.0; random: 30.0), INVALID RESULT, see above, on SYNTHETIC data',
  );
  const alone = { ...scores(50, 50), run: { ...sums, people: 1, trips: 98 } };
  expect(headlineOf(alone, metas, 'documented', null).at(-1)).toBe(
    '  no interval: the spread between people is unknown with one person',
  );
  expect(describeScores(alone, metas, 'documented')).toContain('1 person made 98 trips');
  const late = { ...alone, run: { ...alone.run, trips_under_way: 3, minutes_under_way: 90 } };
  expect(describeScores(late, metas, 'documented')).toContain(
    ' km)\n3 of these trips were still under way at the end, after 90 min in total.',
  );
  const missing = { ...scores(50, 50), documented: { final_score: null }, reference: { final_score: null } };
  expect(headlineOf(missing as never, metas, 'documented', 'a.ts, an agent in TypeScript')[0]).toBe(
    'a.ts, an agent in TypeScript, has no score, see above',
  );
});

test('a score without a range of 100 is printed in its own digits, without a scale that is unknown', () => {
  const own = { final_score: { unit: 'km', range: [0, Infinity], better: 'lower', digits: 3, source: '' } } as const;
  const bare = { ...scores(5.5, 5.5), floor: null, ceiling: { ...report(0, 0), documented: {}, reference: {} } };
  expect(headlineOf(bare as Scores, own, 'documented', null)[0]).toBe('These results score 5.500');
});

test('a summary has the points of each part in words; without parts it is the table', () => {
  const half = { ...scores(50, 50), documented: { change_rate_score: 50, distribution_score: null, final_score: 50 } };
  const { metrics, parts } = benchmarkNamed('HurricaneMobility');
  const words = summarizeScores(half as never, { metrics, parts: parts! });
  expect(words).toMatch(/^how much the storm changes the number of trips +30\.0 of 60 points$/m);
  expect(words).toMatch(/^at which hours they depart +– of 40 points$/m);
  expect(summarizeScores(scores(66.76, 42.75), { metrics: metas })).toMatch(/final_score +66\.76/);
});

test('the points of all parts add up to 100', () => {
  for (const { parts } of benchmarks) {
    const all = Object.values(parts!).reduce((sum, { of }) => sum + of, 0);
    expect(all).toBeCloseTo(100, 0);
  }
});

test('the table has the reference score next to the documented one where they differ', () => {
  expect(describeScores(scores(66.76, 42.75), metas, 'documented')).toMatch(/final_score +66\.76 .* 42\.75$/m);
  expect(describeScores(scores(66.76, 66.76), metas, 'documented')).not.toContain('reference');
});

test.each(['documented', 'both'] as const)('the %s profile explains a score outside floor and ceiling', (shown) => {
  expect(describeScores(scores(97, 50), metas, shown)).toContain('rarely score this high');
  expect(describeScores(scores(22, 40), metas, shown)).toContain('people who move at random are closer');
});

test('the table explains keys that are not words, and intervals of zero width', () => {
  const one = { value: 0.2, low: 0.2, high: 0.2 };
  const flat = { ...report(50, 50), documented: { jsd_gyration_radius: one } };
  const told = { ...scores(50, 50), documented: { final_score: 50, jsd_gyration_radius: 0.2 }, noise: flat };
  const text = describeScores(told as never, metas, 'documented');
  expect(text).toContain('jsd: Jensen–Shannon divergence');
  expect(text).toContain('An interval of zero width');
  expect(describeScores(scores(50, 50), metas, 'documented')).not.toMatch(/jsd|width/);
});
