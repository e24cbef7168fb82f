import { expect, test } from 'vitest';
import { rowsOf } from '../../../wire/run-order.js';
import type { RunItem } from '../../../wire/runs.js';
import { boardsBy, tiedAmong } from './boards-of.js';

const run = (name: string, more: Partial<RunItem> = {}): RunItem => ({
  name,
  trouble: null,
  task: 'DailyMobility',
  taskVersion: '1.0.0',
  state: 'finished',
  agent: 'day-pattern',
  models: [],
  city: 'town',
  scenario: null,
  base: null,
  people: 10,
  peopleDone: 10,
  stepsDone: null,
  seed: 1,
  setup: null,
  inputs: null,
  synthetic: false,
  startedAt: '2026-01-01T00:00:00Z',
  seconds: 1,
  score: { value: 50, low: null, high: null },
  reference: null,
  floor: null,
  ceiling: null,
  problems: 0,
  invalid: [],
  calls: null,
  cost: null,
  unpriced: null,
  tie: null,
  ...more,
});
const runs = [
  run('a-10', { score: { value: 60, low: 50, high: 70 }, tie: 1, cost: 2, models: ['m'], calls: 9 }),
  run('a-2', { score: { value: 55, low: 45, high: 65 }, tie: 1, agent: 'random', city: 'village' }),
  run('b', { task: 'HurricaneMobility', score: { value: 90, low: 80, high: 99 }, tie: 1 }),
  run('c', { taskVersion: '2.0.0', score: null }),
  run('d', { task: null }),
];
const boards = (query: string) =>
  boardsBy(runs, new URLSearchParams(query)).map(({ title, runs: own }) => [title, ...own.map(({ name }) => name)]);

test('the board with the newest run is first, and among runs without a score the newest', () => {
  const simulation = (name: string, day: number) =>
    run(name, { task: 'simulation', score: null, startedAt: `2026-02-0${day}T00:00:00Z` });
  const all = [...runs.slice(0, 3), simulation('s-1', 1), simulation('s-2', 3), simulation('s-3', 2)];
  expect(boardsBy(all, new URLSearchParams())[0]!.runs.map(({ name }) => name)).toEqual(['s-2', 's-3', 's-1']);
});

test('boards mix benchmarks or versions only if requested, with a note', () => {
  expect(boards('')).toEqual([
    ['DailyMobility 1.0.0 · 10 people', 'a-10', 'a-2'],
    ['DailyMobility 2.0.0 · 10 people', 'c'],
    ['HurricaneMobility 1.0.0 · 10 people', 'b'],
  ]);
  const [all] = boardsBy(runs, new URLSearchParams('group=version'));
  expect(all).toMatchObject({ title: '1.0.0', mixed: true, note: expect.stringContaining('not comparable') });
});

test.each([
  [
    'group=task',
    [
      ['DailyMobility', 'a-10', 'a-2', 'c'],
      ['HurricaneMobility', 'b'],
    ],
  ],
  ['group=agent&agent=random', [['random', 'a-2']]],
  [
    'group=model&sort=name',
    [
      ['m', 'a-10'],
      ['no language model', 'a-2', 'b', 'c'],
    ],
  ],
  [
    'group=city&task=DailyMobility&version=1.0.0',
    [
      ['town', 'a-10'],
      ['village', 'a-2'],
    ],
  ],
  ['group=task&sort=name&task=DailyMobility', [['DailyMobility', 'a-2', 'a-10', 'c']]],
  ['group=task&sort=name&order=down&task=DailyMobility', [['DailyMobility', 'c', 'a-10', 'a-2']]],
  ['group=task&sort=cost&task=DailyMobility', [['DailyMobility', 'a-10', 'a-2', 'c']]],
])('%s', (query, expected) => {
  expect(boards(query).sort()).toEqual(expected);
});

test('runs are tied only within their board', () => {
  expect([...tiedAmong(runs)].map(({ name }) => name)).toEqual(['a-10', 'a-2']);
});

test('runs of a sweep are one row, in the place of the first; runs in progress come first and stay outside', () => {
  const own = [
    run('a', { setup: 's', seed: 1 }),
    run('b', { score: { value: 90, low: null, high: null } }),
    run('c', { setup: 's', seed: 2, score: { value: 95, low: null, high: null } }),
    run('d', { setup: 's', seed: 3, state: 'running', score: null }),
  ];
  const [board] = boardsBy(own, new URLSearchParams());
  const sweep = { setup: 's', score: { value: 72.5, low: 0, high: 100 }, seeds: 2, invalid: 0 };
  const names = rowsOf(board!.runs, [sweep]).map((row) =>
    'run' in row ? row.run.name : row.runs.map(({ name }) => name),
  );
  expect(names).toEqual(['d', ['c', 'a'], 'b']);
});
