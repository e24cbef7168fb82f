import { planSettings } from '@itinera/run/browser';
import { expect, test } from 'vitest';
import { expIdOf, setupOf } from './exp-id.js';
import type { IdentifiedRun } from './identity.js';

const run: IdentifiedRun = {
  ...planSettings(),
  task: 'DailyMobility',
  taskVersion: '1.0.0',
  people: 100,
  agent: { hash: 'a1', params: {} },
  dataset: { hash: 'd1' },
  map: { hash: 'm1' },
  congestion: 'off',
  order: 'free',
};
const closed = { name: 'closed', changes: { close: [{ road: 7 }] }, map: { path: '/maps/m1', hash: 'm1' } };

test('runs that differ by their seed only are of one setup, and have ids of their own', () => {
  const again = { ...run, seed: 2 };
  expect(setupOf(again)).toBe(setupOf(run));
  expect(expIdOf(again)).not.toBe(expIdOf(run));
});

test.each<[string, Partial<IdentifiedRun>]>([
  ['scenario', { scenario: closed }],
  ['agent', { agent: { hash: 'a2', params: {} } }],
  ['parameter', { agent: { hash: 'a1', params: { share: 0.2 } } }],
  ['model', { models: ['deepseek/deepseek-chat'] }],
  ['temperature', { config: { llm: [{ temperature: 0.2 }] } }],
  ['timetable', { map: { hash: 'm1', timetable: 't1' } }],
  ['congestion', { congestion: 'queue' }],
  ['number of people', { people: 50 }],
])('another %s is another setup', (_, change) => {
  expect(setupOf({ ...run, ...change })).not.toBe(setupOf(run));
});

test('a file that lies elsewhere, and a key, do not change the setup', () => {
  const config = { llm: [{ api_key: 'k' }] };
  expect(setupOf({ ...run, config, configPath: '/b.yml', tenantId: 'them' })).toBe(setupOf(run));
});
