import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartFiles, ProgressFile, RunFolder, type RunManifest, readProgress } from '@itinera/run';
import { expect, onTestFinished, test } from 'vitest';
import { manifest as whole } from '../../../run/src/manifest.fixture.js';
import { partsOfRun, runDetail } from './run-detail.js';
import { UNKNOWN } from './run-list.js';
import { liveOf } from './run-live.js';

test('a run in parts has their progress; finished runs and runs without parts have none', () => {
  const path = mkdtempSync(join(tmpdir(), 'run-parts-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = new RunFolder(path);
  const manifest = { people: 40, state: 'running' } as RunManifest;
  const now = new Date('2026-01-01T00:00:20.000Z');
  expect(partsOfRun(folder, manifest, now)).toBeNull();
  const files = new PartFiles(folder);
  files.prepare();
  const common = { of: 4, host: 'a', people: 20, peopleBefore: 0, problems: 0, calls: 7, cost: 0.5 };
  const since = '2026-01-01T00:00:00.000Z';
  files.writeState({ ...common, number: 1, peopleDone: 10, state: 'running', since, at: '2026-01-01T00:00:10.000Z' });
  files.writeState({ ...common, number: 2, peopleDone: 20, state: 'done', since, at: '2026-01-01T00:00:05.000Z' });
  expect(partsOfRun(folder, manifest, now)).toEqual({
    ...{ latest: '2026-01-01T00:00:10.000Z', all: 4, done: 1, running: 1, hosts: ['a'], secondsLeft: 10 },
    ...{ calls: 14, cost: 1, slow: [], silent: [], stopped: [], missing: [3, 4] },
  });
  // An hour later nobody has heard of the part that ran.
  const later = partsOfRun(folder, manifest, new Date('2026-01-01T01:00:00.000Z'));
  expect(later).toMatchObject({ running: 0, secondsLeft: null, silent: [{ number: 1 }], missing: [3, 4] });
  expect(partsOfRun(folder, { ...manifest, state: 'finished' }, now)).toBeNull();
});

test('a run in progress has its time left, calls and tokens per minute, latest answers, errors and people', () => {
  const path = mkdtempSync(join(tmpdir(), 'run-live-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = new RunFolder(path);
  const clock = { stepSeconds: 900, steps: 96 };
  const startedAt = '2026-01-01T00:00:00Z';
  const manifest = { people: 40, groupSize: 10, state: 'running', startedAt, clock } as RunManifest;
  const start = Date.parse(manifest.startedAt);
  expect(liveOf(folder, manifest, start)).toEqual({
    secondsLeft: null,
    callsPerMinute: null,
    tokensPerMinute: null,
    answers: [],
    errors: [],
    people: [],
  });
  expect(liveOf(folder, { ...manifest, state: 'finished' }, start)).toBeNull();
  // People who wait for each other are one group, which finishes at the end.
  let now = start;
  const progress = new ProgressFile(folder, () => new Date(now));
  progress.write({ steps: 3840, stepsDone: 960 });
  now += 100_000;
  progress.write({ steps: 3840, stepsDone: 1920 });
  expect(readProgress(folder, now)).toMatchObject({ steps: 3840, stepsDone: 1920 });
  expect(liveOf(folder, manifest, now)).toMatchObject({ secondsLeft: 200 });
  expect(liveOf(folder, manifest, now + 100_000)).toMatchObject({ secondsLeft: null });
  for (const [name, at] of [
    ['a', now + 1],
    ['z', now + 2],
  ] as const)
    writeFileSync(join(path, `progress.${name}.part`), JSON.stringify({ steps: 3840, stepsDone: at - now, at }));
  expect(readProgress(folder, now)).toMatchObject({ stepsDone: 2 });
  for (const name of ['a', 'z']) rmSync(join(path, `progress.${name}.part`));
  progress.remove();
  expect(readProgress(folder, now)).toBeNull();
  const call = (at: number, rest: object) => `${JSON.stringify({ person: at, at: start + 1000 * at, ...rest })}\n`;
  const answer = { failed: false, inputTokens: 30, outputTokens: 5, t: 21_600, answer: { content: '\n home \nnext' } };
  const error = { failed: true, error: { reason: 'timeout', message: 'too slow' } };
  writeFileSync(folder.callsPath, `${call(1, answer)}${call(70, error)}${call(80, answer)}{"person":`);
  expect(liveOf(folder, manifest, start + 90_000)).toMatchObject({
    callsPerMinute: 2,
    tokensPerMinute: 35,
    answers: [
      { person: 80, text: 'home' },
      { person: 1, text: 'home' },
    ],
    errors: [{ message: 'too slow', count: 1, person: 70 }],
    people: [
      { person: 1, share: 0.25, time: 21_600 },
      { person: 70, share: 0 },
      { person: 80, share: 0.25 },
    ],
  });
});

test('the page of a run without scores says why its result is invalid or limited, of an older version too', () => {
  const path = mkdtempSync(join(tmpdir(), 'run-doubts-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const detailOf = (more: Partial<RunManifest>) =>
    runDetail({ ...UNKNOWN, name: 'run' }, new RunFolder(path), { ...whole, ...more }, { withTruth: false });
  const doubts = [{ message: 'the agent failed.', grave: true }];
  expect(detailOf({ doubts })).toMatchObject({ run: { invalid: ['the agent failed.'] }, warnings: [] });
  const map = { ...whole.map, outdated: 'old.pb is outdated.' };
  expect(detailOf({ map })).toMatchObject({ run: { invalid: [] }, warnings: ['old.pb is outdated.'] });
});
