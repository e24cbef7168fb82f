import { join, resolve } from 'node:path';
import { DEFAULT_HOME, RunFolder } from '@itinera/run';
import { partsProgress } from '@itinera/runner';
import { expect, test } from 'vitest';
import { describeWhole } from './parts-table.js';

const begun = { ...partsProgress({ people: 2000, state: 'running' }, [], new Date()), peopleDone: 500 };
const stopped = (home: string) => describeWhole(new RunFolder(join(home, 'runs', 'trip-1')), begun, null);

test('a run that nothing simulates names the command that finishes it, with the folder if a name would not find it', () => {
  expect(stopped(DEFAULT_HOME)).toBe(
    'trip-1: 500 of 2,000 people complete, and nothing simulates it now.\nFinish it: asbench runs resume trip-1',
  );
  const shared = resolve('/shared/my home');
  expect(stopped(shared)).toContain(`asbench runs resume "${join(shared, 'runs', 'trip-1')}"`);
});

test('a run in one process shows its steps and the time left', () => {
  const steps = { steps: 1000, stepsDone: 400, stepsBefore: 200, since: 0, at: 10_000 };
  expect(describeWhole(new RunFolder('trip-1'), begun, steps)).toBe(
    'trip-1: 500 of 2,000 people complete, 400 of 1,000 steps\n30 s left at this speed.',
  );
});
