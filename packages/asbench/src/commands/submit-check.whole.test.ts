import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 100);
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
const faults = async (results: string) => {
  const { stdout, status } = await bench('runs', 'submit-check', results);
  return {
    status,
    faults: [...stdout.matchAll(/^FAULT +(.*?) {2,}(.*)$/gm)].map(([, what, found]) => `${what}: ${found}`),
    stdout,
  };
};
const run = async (...args: string[]) =>
  jsonOf(await bench('run', 'DailyMobility', '-a', 'commuter', '--json', ...args));

test('a complete run on real data is ready to submit, and an incomplete one is rejected with its faults', async () => {
  const { run: name, results } = await run('-d', datasets, '--mode', 'inference');
  const ready = await faults(name);
  expect(ready).toMatchObject({ status: 0, faults: [] });
  expect(ready.stdout).toMatch(/Ready to submit\. Send:\n {2}\S.*results\.pkl/);
  expect(ready.stdout).toMatch(/ok +created with the current version +DailyMobility 1\.0\.0, itinera \d/);
  expect(await faults(results)).toMatchObject({ status: 0, faults: [] });

  const json = join(folder, 'home', 'runs', name, 'results.json');
  const whole = JSON.parse(readFileSync(json, 'utf8'));
  const { gyration_radius: _, ...rest } = whole.results;
  const edited = join(folder, 'edited.json');
  const metadata = { ...whole.metadata, mode: 'test', exp_id: '7', config: 'llm:\n- api_key: sk-12345678\n' };
  writeFileSync(edited, JSON.stringify({ results: rest, metadata }));
  expect(await faults(edited)).toMatchObject({
    status: 1,
    faults: [
      'results of inference mode: test',
      'a unique id: 7',
      expect.stringContaining('every metric can be computed: jsd_gyration_radius: '),
      'no keys: configuration and agent',
    ],
  });
});

test('synthetic data, mode test and too few people are rejected, each with a next step', async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  const { run: name } = await run('--demo', '--people', '20');
  const found = await faults(name);
  expect(found).toMatchObject({
    status: 1,
    faults: [
      'real people in a real city: SYNTHETIC data',
      'results of inference mode: test',
      '100 people or more: 20 people in the results',
    ],
  });
  expect(found.stdout).toMatch(
    /Not ready to submit\. Next:\n {2}real people in a real city: Run it on the real data: asbench clone DailyMobility\n {2}results of inference mode: Run it again with --mode inference\.\n {2}100 people or more: Run it again without --people\.\n/,
  );
});

test('an agent with a literal key is rejected, and one that reads it from the environment is not', async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  const agent = (key: string) =>
    `import { MobilityAgent } from 'itinera';
const apiKey = ${key};
export default class Keyed extends MobilityAgent {
  forward() { if (apiKey !== '') this.goToAoi(this.random.choice(this.environment.getAoiIds())); }
}\n`;
  const keysOf = async (key: string) => {
    const file = join(folder, 'keyed.ts');
    writeFileSync(file, agent(key));
    const args = ['run', 'DailyMobility', '--demo', '--people', '3', '-a', file, '--mode', 'inference', '--json'];
    const { stdout } = await bench(...args);
    return (await faults(JSON.parse(stdout).run)).faults.filter((fault) => fault.startsWith('no keys'));
  };
  expect(await keysOf(`'sk-${'proj-0123456789abcdef'}'`)).toEqual(['no keys: agent/keyed.ts']);
  expect(await keysOf("'01234567'")).toEqual(['no keys: agent/keyed.ts']);
  expect(await keysOf('process.env.OPENAI_API_KEY')).toEqual([]);
});
