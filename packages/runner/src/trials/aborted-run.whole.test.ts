import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'aborted '));
afterAll(() => rmSync(folder, { recursive: true }));
const people = 4;
const datasets = toyDataset(join(folder, 'data'), dailyMobility, people);

/** Runs a built-in agent in two threads. @returns the most people that were done */
async function run(seed: number, onPerson: (abort: () => void) => void = () => {}): Promise<number> {
  const controller = new AbortController();
  let most = 0;
  await bundled.runAndScore({
    task: 'DailyMobility',
    agent: 'random',
    mode: 'inference',
    datasets,
    home: join(folder, 'home'),
    people,
    threads: 2,
    seed,
    signal: controller.signal,
    onProgress: ({ peopleDone }) => {
      most = Math.max(most, peopleDone);
      if (peopleDone > 0) onPerson(() => controller.abort());
    },
  });
  return most;
}

test.each([
  ['at once', (abort: () => void) => abort()],
  ['while its threads end', (abort: () => void) => setImmediate(abort)],
])('a run that is aborted %s ends, and the next one is complete', async (_, onPerson) => {
  for (let seed = 1; seed <= 4; seed += 2) {
    await run(seed, onPerson);
    expect(await run(seed + 1)).toBe(people);
  }
});
