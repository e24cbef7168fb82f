import { RunFolder } from '@itinera/run';
import { expect, test } from 'vitest';
import { manifest } from '../../../run/src/manifest.fixture.js';
import { keptDoubts } from './doubts.js';

test('a run of an older version, which kept no doubts, has those of its map, its survey and its traffic', () => {
  const folder = new RunFolder('/nowhere');
  const jams = [{ roadId: 200_000_001, name: 'Main Street', since: 0, until: 3_600_000, cars: 7 }];
  const old = {
    ...manifest,
    map: { ...manifest.map, outdated: 'old.pb is outdated.' },
    observed: { warning: 'The map is too small.' } as NonNullable<typeof manifest.observed>,
    traffic: { jams },
  };
  const [map, survey, jam] = keptDoubts(folder, old);
  expect([map, survey]).toEqual([
    { message: 'old.pb is outdated.', grave: false },
    { message: 'The map is too small.', grave: false },
  ]);
  expect(jam?.message).toMatch(/^Gridlock: /);
  expect(keptDoubts(folder, { ...old, doubts: [] })).toEqual([]);
  expect(keptDoubts(folder, { ...old, state: 'stopped' })).toEqual([]);
});

test('a sample that stands for many people and drives freely says so', () => {
  const folder = new RunFolder('/nowhere');
  const sample = { ...manifest, people: 1000, congestion: 'off' as const, movement: { sampleFactor: 0.025 } };
  const modes = { trips: { 'on foot': 9 }, limits: [] };
  const [doubt, ...others] = keptDoubts(folder, sample);
  expect(doubt?.message).toMatch(/^1,000 people represent 40,000, .* Queues: --congestion queue\.$/);
  expect(others).toEqual([]);
  for (const other of [
    { movement: { sampleFactor: 0.2 } },
    { congestion: 'queue' as const },
    { movement: {} },
    { modes },
  ])
    expect(keptDoubts(folder, { ...sample, ...other })).toEqual([]);
});
