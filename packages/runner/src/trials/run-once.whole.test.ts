import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'once '));
afterAll(() => rmSync(folder, { recursive: true }));

const agent = join(folder, 'agent.js');
writeFileSync(
  agent,
  "import { MobilityAgent } from 'itinera';\nimport { word } from './words.js';\nexport default class Mine extends MobilityAgent {\n  forward() {\n    this.logIntention(word);\n  }\n}\n",
);
const datasets = toyDataset(join(folder, 'data'), dailyMobility, 2);
const say = (word: string) => writeFileSync(join(folder, 'words.js'), `export const word = '${word}';\n`);
const run = async (more = {}) =>
  (
    await bundled.runAndScore({
      task: 'DailyMobility',
      datasets,
      agent,
      home: join(folder, 'home'),
      people: 2,
      threads: 1,
      once: true,
      ...more,
    })
  ).run;

test('a run is continued only if everything is the same, including imports, models and their settings', async () => {
  say('work');
  const first = await run();
  expect(await run()).toBe(first);
  const scripted = (timeout: number) => ({ agent: 'commuter', llm: [{ provider: 'scripted', timeout }] });
  const others = [await run({ seed: 2 }), await run(scripted(5)), await run(scripted(6))];
  say('sleep');
  others.push(await run());
  expect(new Set([first, ...others]).size).toBe(5);
  expect(readdirSync(join(folder, 'home/runs')).length).toBe(5);
  say('work');
  expect(await run()).toBe(first);
});
