import { expect, test } from 'vitest';
import { type WorkerEvent, workerLog } from './worker-log.js';

const clock = () => new Date('2026-11-27T17:00:00.000Z');
const facts = { batch: 'ab12', job: 3, jobs: 8, task: 'DailyMobility', agent: 'a.ts', seed: 3 };
const events: readonly WorkerEvent[] = [
  { event: 'waiting', message: 'Waiting for jobs of home.' },
  { event: 'job started', ...facts },
  { event: 'job done', ...facts, people: 100 },
  { event: 'job failed', ...facts, error: 'a.ts has changed.' },
  { event: 'warning', message: 'the queue does not answer' },
];

test('each event is one line with its time, setup, seed and counts', () => {
  const lines: string[] = [];
  const log = workerLog((line) => lines.push(line), clock, false);
  for (const event of events) log(event);
  const time = '2026-11-27T17:00:00.000Z';
  expect(lines).toEqual([
    `${time} Waiting for jobs of home.`,
    `${time} Job 3 of 8 started (ab12), task DailyMobility, agent a.ts, seed 3`,
    `${time} Job 3 of 8 done (ab12), task DailyMobility, agent a.ts, seed 3, people 100`,
    `${time} Job 3 of 8 failed (ab12), task DailyMobility, agent a.ts, seed 3, a.ts has changed.`,
    `${time} Warning: the queue does not answer`,
  ]);
});

test('as JSON, each event is one object with the same facts', () => {
  const lines: string[] = [];
  const log = workerLog((line) => lines.push(line), clock, true);
  for (const event of events) log(event);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    events.map((event) => ({ time: '2026-11-27T17:00:00.000Z', ...event })),
  );
});
