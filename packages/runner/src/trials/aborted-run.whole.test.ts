import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'aborted '));
afterAll(() => rmSync(folder, { recursive: true }));
/** Of several groups. */
const people = 40;
const datasets = toyDataset(join(folder, 'data'), dailyMobility, people);

/** Runs a built-in agent: with one thread, in this one. @returns the most people that were done */
async function run(
  threads: number,
  seed: number,
  onPerson: (abort: () => void) => void = () => {},
  controller = new AbortController(),
): Promise<number> {
  let most = 0;
  await bundled.runAndScore({
    task: 'DailyMobility',
    agent: 'random',
    mode: 'inference',
    datasets,
    home: join(folder, 'home'),
    people,
    threads,
    seed,
    signal: controller.signal,
    onProgress: ({ peopleDone }) => {
      most = Math.max(most, peopleDone);
      if (peopleDone > 0) onPerson(() => controller.abort());
    },
  });
  return most;
}

describe.each([1, 2])('with %i threads', (threads) => {
  test.each([
    ['at once', (abort: () => void) => abort()],
    ['while its threads end', (abort: () => void) => setImmediate(abort)],
  ])('a run that is aborted %s ends, and the next one is complete', async (_, onPerson) => {
    for (let seed = 1; seed <= 4; seed += 2) {
      expect(await run(threads, seed, onPerson)).toBeGreaterThan(0);
      expect(await run(threads, seed + 1)).toBe(people);
    }
  });

  test('a run that is aborted before it begins simulates nobody', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await run(threads, 9, () => {}, controller)).toBe(0);
  });
});

test('a run in this thread ends with the group in which it is aborted', async () => {
  expect(await run(1, 10, (abort) => abort())).toBeLessThan(people);
});
