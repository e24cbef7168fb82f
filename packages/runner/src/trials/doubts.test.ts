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
