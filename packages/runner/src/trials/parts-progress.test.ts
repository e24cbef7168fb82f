import type { PartState } from '@itinera/run';
import { expect, test } from 'vitest';
import { partsProgress } from './parts-progress.js';

const NOW = new Date('2026-01-01T00:10:00Z');
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1000).toISOString();
const part = (number: number, change: Partial<PartState>): PartState => ({
  ...{ number, of: 5, host: 'a', people: 100, peopleDone: 0, peopleBefore: 0, problems: 0, calls: 0, cost: 0 },
  ...{ state: 'running', since: at(50), at: at(0) },
  ...change,
});
const run = { people: 500, state: 'running' } as const;

test('progress combines the parts: people, calls, machines, time left, slow, silent and stopped parts', () => {
  const states = [
    part(1, { state: 'done', peopleDone: 100, calls: 200, cost: 2 }),
    part(2, { peopleDone: 50, calls: 100, cost: 1, problems: 3 }),
    // A third of it existed when it was restarted.
    part(3, { host: 'b', peopleDone: 40, peopleBefore: 30 }),
    part(4, { state: 'stopped', peopleDone: 20 }),
    part(5, { host: 'c', peopleDone: 10, at: at(61) }),
  ];
  const progress = partsProgress(run, states, NOW);
  expect(progress).toMatchObject({
    ...{ people: 500, peopleDone: 220, calls: 300, cost: 3, problems: 3 },
    ...{ parts: { all: 5, done: 1, running: 2 }, hosts: ['a', 'b'] },
  });
  // 50 and 10 people in 50 s.
  expect(progress.secondsLeft).toBeCloseTo(280 / 1.2, 9);
  const numbers = (parts: readonly PartState[]) => parts.map(({ number }) => number);
  expect(numbers(progress.silent)).toEqual([5]);
  expect(numbers(progress.stopped)).toEqual([4]);
  // 300 s left, and 50.
  expect(numbers(progress.slow)).toEqual([3]);
});

test('after a new split only the latest parts count; a finished run has everyone', () => {
  const states = [part(1, { of: 2, peopleDone: 90, at: at(30) }), part(1, { of: 3, peopleDone: 10 })];
  expect(partsProgress(run, states, NOW)).toMatchObject({ peopleDone: 10, parts: { all: 3 } });
  expect(partsProgress(run, states, NOW, 95)).toMatchObject({ peopleDone: 95, parts: { all: 3 } });
  expect(partsProgress({ ...run, state: 'finished' }, [], NOW)).toMatchObject({ peopleDone: 500, secondsLeft: null });
});

test('the time left is unknown for parts without progress or without a process', () => {
  expect(partsProgress(run, [], NOW).secondsLeft).toBeNull();
  expect(partsProgress(run, [part(1, {})], NOW)).toMatchObject({ secondsLeft: null, slow: [] });
});
