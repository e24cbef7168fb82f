import { expect, test } from 'vitest';
import type { RunItem } from '../wire/runs.js';
import { baseOf } from './run-list.js';

const run = (name: string, more: Partial<RunItem> = {}) =>
  ({
    ...{ name, task: 'simulation-1d-900s', taskVersion: '2.0.0', agent: 'day-pattern', people: 10, seed: 1 },
    ...{ city: 'town', inputs: 'a', state: 'finished', scenario: null, startedAt: '2026-01-01T00:00:00.000Z', ...more },
  }) as RunItem;

test('a scenario is compared with the newest finished run with the same inputs and without one', () => {
  const own = run('own', { scenario: 'bridge' });
  const others = [
    run('old'),
    run('new', { startedAt: '2026-02-01T00:00:00.000Z' }),
    run('running', { startedAt: '2026-03-01T00:00:00.000Z', state: 'running' }),
    run('other dataset', { startedAt: '2026-03-01T00:00:00.000Z', inputs: 'b' }),
    run('other scenario', { startedAt: '2026-03-01T00:00:00.000Z', scenario: 'tram' }),
  ];
  expect(baseOf(own, [own, ...others])).toBe('new');
  expect([baseOf(own, [own, ...others.slice(2)]), baseOf(others[0]!, [own, ...others])]).toEqual([null, null]);
});
