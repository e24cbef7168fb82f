import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../../run/src/manifest.fixture.js';
import { samplesOf } from '../wire/run-order.js';
import type { RunItem } from '../wire/runs.js';
import { baseOf, listRun, sweepsOf } from './run-list.js';

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

test('a mean over seeds has one valid run of each seed, the last by name', () => {
  const scored = (name: string, seed: number, value: number, invalid: string[] = []) =>
    run(name, { setup: 's', seed, invalid, score: { value, low: value, high: value } });
  const runs = [scored('b-10', 1, 60), scored('b-9', 1, 50), scored('c', 2, 70), scored('d', 3, 20, ['it failed'])];
  expect(samplesOf(runs).map(({ name }) => name)).toEqual(['b-10', 'c']);
  expect(sweepsOf(runs)).toMatchObject([{ setup: 's', score: { value: 65 }, seeds: 2, invalid: 1 }]);
});

test('the list says of a run without scores what its run.json says, and does not read its tables', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-list-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const list = (name: string, more: Partial<typeof manifest>) => {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'run.json'), JSON.stringify({ ...manifest, ...more }));
    // Its tables are missing, so that reading them would be an error.
    writeFileSync(join(root, name, 'problems.ndjson'), '{"person":1}\n');
    return listRun(root, name, null);
  };
  const doubts = [
    { message: 'the agent failed.', grave: true },
    { message: 'old.pb is outdated.', grave: false },
  ];
  expect(list('new', { doubts })).toMatchObject({ trouble: null, invalid: ['the agent failed.'] });
  expect(list('old', {})).toMatchObject({ trouble: null, invalid: [], problems: 1 });
});
