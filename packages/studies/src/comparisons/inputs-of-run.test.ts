import type { RunManifest } from '@itinera/run';
import { expect, test } from 'vitest';
import { manifest } from '../../../run/src/manifest.fixture.js';
import { differencesOf, inputsOfRun } from './inputs-of-run.js';

const base: RunManifest = { ...manifest, map: { path: '/town.pb', hash: 'a' } };
const scenario = { name: 'bridge', changes: {}, map: base.map };

test('a run and its scenario have the same inputs, although the map is another one', () => {
  const closed = { ...base, scenario, map: { path: '/closed.pb', hash: 'b' } };
  expect(inputsOfRun(closed)).toBe(inputsOfRun(base));
  expect(differencesOf(base, closed)).toEqual([]);
});

test.each<[string, Partial<RunManifest>, string[]]>([
  ['people of another dataset', { dataset: { ...base.dataset, hash: 'b' } }, []],
  ['a map of the same name', { map: { path: '/town.pb', hash: 'b' } }, ['maps']],
  ['another day', { clock: { ...base.clock, firstDay: '2026-01-05' } }, ['first days']],
  ['queues', { congestion: 'queue' }, ['congestion']],
  ['other options of an agent', { agent: { ...base.agent, params: { x: 1 } } }, ['agents']],
])('with %s the inputs are others', (_, change, names) => {
  const other = { ...base, ...change };
  expect(inputsOfRun(other)).not.toBe(inputsOfRun(base));
  expect(differencesOf(base, other)).toEqual(names);
});
