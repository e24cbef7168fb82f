import { expect, test } from 'vitest';
import { choicesOf, EVERY_RUN, pageOfRuns, RUNS_PER_PAGE, wholeList } from './run-order.js';
import type { RunItem } from './runs.js';

const NUMBER = 2 * RUNS_PER_PAGE + 50;
const runs = Array.from({ length: NUMBER }, (_, i) => ({
  name: `run-${i}`,
  task: 'DailyMobility',
  agent: i % 3 === 0 ? 'commuter' : 'random',
  models: [],
  state: i === 7 ? 'running' : 'finished',
  startedAt: new Date(1_700_000_000_000 + i * 1000).toISOString(),
  score: { value: i % 100, low: null, high: null },
  invalid: [],
})) as unknown as RunItem[];
const page = (query: string) => pageOfRuns(runs, [], new URLSearchParams(query));
const names = (query: string) => page(query).runs.map(({ name }) => name);

test('a long list is paged: runs in progress first, then the newest, and every run is on one page', () => {
  expect(page('')).toMatchObject({ total: NUMBER, offset: 0 });
  expect(names('').slice(0, 3)).toEqual(['run-7', `run-${NUMBER - 1}`, `run-${NUMBER - 2}`]);
  const all = [0, 1, 2].flatMap((i) => names(`offset=${i * RUNS_PER_PAGE}`));
  expect(new Set(all).size).toBe(NUMBER);
  expect(all.length).toBe(NUMBER);
  expect(page('offset=1e9')).toMatchObject({ offset: NUMBER - RUNS_PER_PAGE, shown: RUNS_PER_PAGE });
  for (const odd of ['-5', 'x', 'NaN', 'Infinity', '0.5'])
    expect(page(`offset=${odd}`).runs.length).toBeLessThanOrEqual(RUNS_PER_PAGE);
});

test('a long list is searched and sorted before it is paged', () => {
  expect(page('q=RUN-24')).toMatchObject({ total: 11, offset: 0 });
  expect(page('q=score>97 run-1').total).toBe(
    runs.filter(({ name, score }) => name.includes('run-1') && score!.value! > 97).length,
  );
  expect(page('q=score<=1 agent=random').total).toBe(page('q=score<=1&agent=random').total);
  expect(page('q=nothing>1').total).toBe(0);
  expect(page('agent=commuter').total).toBe(Math.ceil(NUMBER / 3));
  expect(names('sort=name&agent=random').slice(0, 2)).toEqual(['run-7', 'run-1']);
  expect(page('sort=score').runs[1]!.score!.value).toBe(99);
  expect(choicesOf(runs).agent).toEqual(['commuter', 'random']);
});

test('a short list, and one for a site, holds all of its runs', () => {
  const few = runs.slice(0, RUNS_PER_PAGE);
  expect(pageOfRuns(few, [], new URLSearchParams('q=none')).runs).toBe(few);
  expect(page(EVERY_RUN).runs).toBe(runs);
  expect(wholeList(few.slice(0, 1)).choices).toMatchObject({ agent: ['commuter'], model: [] });
});

test('the runs of a sweep are one row of a long list, on one page', () => {
  const own = runs.map((run, i) => ({ ...run, setup: i % 50 === 0 ? 's' : null }));
  const sweep = { setup: 's', score: { value: 50, low: 40, high: 60 }, seeds: 5, invalid: 0 };
  const { total, shown, runs: first } = pageOfRuns(own, [sweep], new URLSearchParams());
  expect([total, shown, first.filter(({ setup }) => setup === 's').length]).toEqual([NUMBER - 4, RUNS_PER_PAGE, 5]);
  const { runs: second } = pageOfRuns(own, [sweep], new URLSearchParams({ offset: String(RUNS_PER_PAGE) }));
  expect(second.some(({ setup }) => setup === 's')).toBe(false);
});
