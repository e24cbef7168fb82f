import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withScales } from '../../../benchmarks/src/demo.fixture.js';
import {
  asbench,
  asbenchKilled,
  bytesIn,
  comparableCalls,
  jsonOf,
  makeDatasets,
  momentsOfKills,
  testFolder,
} from './asbench.fixture.js';

const PEOPLE = 40;
const folder = testFolder();
const datasets = makeDatasets(folder, PEOPLE);
const task = ['DailyMobility', '-d', datasets, '--people', String(PEOPLE), '--allow-problems', '--json'];
const config = join(folder, 'scripted.json');
writeFileSync(config, JSON.stringify({ llm: [{ provider: 'scripted' }] }));

const newHome = async (name: string) => {
  await withScales(join(folder, name));
  return ['--home-dir', join(folder, name)];
};
const whole = async (name: string, ...more: string[]) =>
  jsonOf(await asbench(folder, ...(await newHome(name)), 'run', ...task, ...more)).folder;

/** Runs a part and kills it when its home folder has reached a share of the size of the whole run. */
function killedPart(home: string, share: number, ...args: string[]): Promise<boolean> {
  const all = bytesIn(join(folder, home.replace('dealt', 'whole'), 'runs'));
  return asbenchKilled(folder, () => bytesIn(join(folder, home, 'runs')) > share * all, ...args);
}

test('parts in any order, one killed and one run twice, produce the same bytes as one process', async () => {
  const expected = comparableCalls(await whole('whole'));
  const home = await newHome('dealt');
  const part = (number: number) => [...home, 'run', ...task, '--part', `${number}/3`];
  await killedPart('dealt', momentsOfKills().between(0, 0.3), ...part(2));
  const { folder: run } = jsonOf(await asbench(folder, ...part(3)));
  jsonOf(await asbench(folder, ...part(3)));

  const early = await asbench(folder, ...home, 'runs', 'gather', run);
  expect(early.status).toBe(1);
  expect(early.stderr).toContain(`of ${PEOPLE} people are missing`);
  // The killed part may not have started either.
  expect(early.stderr).toMatch(/not started: parts? 1(, 2)? of 3/);

  jsonOf(await asbench(folder, ...part(2)));
  jsonOf(await asbench(folder, ...home, 'runs', 'resume', run, '--part', '1/3', '--json'));
  const gathered = jsonOf(await asbench(folder, ...home, 'runs', 'gather', run, '--allow-problems', '--json'));
  expect(gathered.scores).not.toBeNull();
  expect(comparableCalls(run)).toEqual(expected);
  expect(existsSync(join(run, 'parts'))).toBe(false);
  // Repeating it is harmless, and a late part has nothing to do.
  expect(jsonOf(await asbench(folder, ...home, 'runs', 'gather', run, '--allow-problems', '--json')).scores).toEqual(
    gathered.scores,
  );
  jsonOf(await asbench(folder, ...part(1)));
  expect(comparableCalls(run)).toEqual(expected);
});

test('parts with a language model pay for each answer once, even if they are killed', async () => {
  const model = ['-a', 'diarist', '-c', config, '--mode', 'inference'];
  const expected = comparableCalls(await whole('model whole', ...model));
  const home = await newHome('model dealt');
  const part = (number: number) => [...home, 'run', ...task, ...model, '--part', `${number}/2`];
  await killedPart('model dealt', momentsOfKills().between(0, 0.4), ...part(1));
  for (const number of [1, 2]) jsonOf(await asbench(folder, ...part(number)));
  const [run] = readdirSync(join(folder, 'model dealt', 'runs'));
  jsonOf(await asbench(folder, ...home, 'runs', 'gather', run!, '--allow-problems', '--json'));
  expect(comparableCalls(join(folder, 'model dealt', 'runs', run!))).toEqual(expected);
});

test('with more parts than groups, some have nothing to do, and resume finishes the work of parts', async () => {
  const model = ['-a', 'diarist', '-c', config, '--seed', '7', '--mode', 'inference'];
  const expected = comparableCalls(await whole('alone whole', ...model));
  const home = await newHome('alone');
  const part = (of: string) => asbench(folder, ...home, 'run', ...task, ...model, '--part', of);
  expect(jsonOf(await part('64/64'))).toMatchObject({ people: 0, stopped: null });
  const { folder: run } = jsonOf(await part('1/2'));
  jsonOf(await asbench(folder, ...home, 'runs', 'resume', run, '--allow-problems', '--json'));
  expect(comparableCalls(run)).toEqual(expected);
});

test('the limits of a model are divided among parts, which is reported', async () => {
  const home = await newHome('limits');
  const limits = ['-a', 'diarist', '-c', config, '--max-calls', '5'];
  const first = await asbench(folder, ...home, 'run', ...task, ...limits, '--part', '1/2');
  expect(first.stderr).toContain('--max-calls 3 of 5');
  expect(first.status).toBe(1);
  expect(JSON.parse(first.stdout).stopped).toContain('--max-calls');
  const second = await asbench(folder, ...home, 'run', ...task, ...limits, '--part', '2/2');
  const { folder: run } = JSON.parse(second.stdout);
  const calls = readdirSync(join(run, 'parts', 'calls'))
    .flatMap((name) => readFileSync(join(run, 'parts', 'calls', name), 'utf8').split('\n'))
    .filter((line) => line.includes('"source":"provider"'));
  expect(calls.length).toBe(5);
  // Calls before a restart count.
  expect((await asbench(folder, ...home, 'run', ...task, ...limits, '--part', '1/2')).status).toBe(1);
  expect(readFileSync(join(run, 'parts', '1-of-2.json'), 'utf8')).toContain('"calls":3');
});

test.each([
  [['--congestion', 'queue'], 'cannot be split'],
  [['--order', 'step'], 'cannot be split'],
  [['--part', '3/2'], 'such as 7/64'],
])('a run with one group cannot be split: %j', async (options, words) => {
  const home = await newHome(options.join('').replace('/', ''));
  const { stderr, status } = await asbench(folder, ...home, 'run', ...task, '--part', '1/2', ...options);
  expect(stderr).toContain(words);
  expect(status).toBe(1);
});
