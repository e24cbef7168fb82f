import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asbench, asbenchKilled, jsonOf, makeDatasets, momentsOfKills, sameOf, testFolder } from './asbench.fixture.js';

const PEOPLE = 70;
const folder = testFolder();
const datasets = makeDatasets(folder, PEOPLE);
const task = ['DailyMobility', '-d', datasets, '--people', String(PEOPLE), '--allow-problems', '--json'];
const config = join(folder, 'scripted.json');
writeFileSync(config, JSON.stringify({ llm: [{ provider: 'scripted' }] }));

const newHome = (name: string) => {
  mkdirSync(join(folder, name));
  return ['--home-dir', join(folder, name)];
};
const whole = async (name: string, ...more: string[]) =>
  jsonOf(await asbench(folder, ...newHome(name), 'run', ...task, ...more)).folder;

test('parts in any order, one killed and one made twice, come to the bytes of one process', async () => {
  const expected = sameOf(await whole('whole'));
  const home = newHome('dealt');
  const part = (number: number) => [...home, 'run', ...task, '--part', `${number}/3`];
  await asbenchKilled(folder, 1000 + momentsOfKills().integer(1500), ...part(2));
  const { folder: run } = jsonOf(await asbench(folder, ...part(3)));
  jsonOf(await asbench(folder, ...part(3)));

  const early = await asbench(folder, ...home, 'gather', run);
  expect(early.status).toBe(1);
  expect(early.stderr).toContain('of 70 people are missing');
  expect(early.stderr).toMatch(/not started, of 3: 1/);

  for (const number of [2, 1]) jsonOf(await asbench(folder, ...part(number)));
  const gathered = jsonOf(await asbench(folder, ...home, 'gather', run, '--allow-problems', '--json'));
  expect(gathered.scores).not.toBeNull();
  expect(sameOf(run)).toEqual(expected);
  expect(existsSync(join(run, 'parts'))).toBe(false);
  // Once more is no harm, and a part that comes late has nothing to do.
  expect(jsonOf(await asbench(folder, ...home, 'gather', run, '--allow-problems', '--json')).scores).toEqual(
    gathered.scores,
  );
  jsonOf(await asbench(folder, ...part(1)));
  expect(sameOf(run)).toEqual(expected);
});

test('parts with a language model ask for each answer once, whoever is killed', async () => {
  const model = ['-a', 'diarist', '-c', config, '--mode', 'inference'];
  const expected = sameOf(await whole('model whole', ...model));
  const home = newHome('model dealt');
  const part = (number: number) => [...home, 'run', ...task, ...model, '--part', `${number}/2`];
  await asbenchKilled(folder, 1500 + momentsOfKills().integer(1500), ...part(1));
  for (const number of [1, 2]) jsonOf(await asbench(folder, ...part(number)));
  const [run] = readdirSync(join(folder, 'model dealt', 'runs'));
  jsonOf(await asbench(folder, ...home, 'gather', run!, '--allow-problems', '--json'));
  expect(sameOf(join(folder, 'model dealt', 'runs', run!))).toEqual(expected);
});

test('more parts than groups leave some with nothing to do; resume finishes alone what parts began', async () => {
  const model = ['-a', 'diarist', '-c', config, '--seed', '7', '--mode', 'inference'];
  const expected = sameOf(await whole('alone whole', ...model));
  const home = newHome('alone');
  const part = (of: string) => asbench(folder, ...home, 'run', ...task, ...model, '--part', of);
  expect(jsonOf(await part('64/64'))).toMatchObject({ people: 0, stopped: null });
  const { folder: run } = jsonOf(await part('1/2'));
  jsonOf(await asbench(folder, ...home, 'resume', run, '--allow-problems', '--json'));
  expect(sameOf(run)).toEqual(expected);
});

test('the limits of a model are shared out, and that is said', async () => {
  const home = newHome('limits');
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
  // Started again, what was spent before counts.
  expect((await asbench(folder, ...home, 'run', ...task, ...limits, '--part', '1/2')).status).toBe(1);
  expect(readFileSync(join(run, 'parts', '1-of-2.json'), 'utf8')).toContain('"calls":3');
});

test.each([
  [['--congestion', 'queue'], 'cannot be dealt out'],
  [['--order', 'step'], 'cannot be dealt out'],
  [['--part', '3/2'], 'such as 7/64'],
])('a run that is one group is not dealt out: %j', async (options, words) => {
  const { stderr, status } = await asbench(
    folder,
    ...newHome(options.join('').replace('/', '')),
    'run',
    ...task,
    '--part',
    '1/2',
    ...options,
  );
  expect(stderr).toContain(words);
  expect(status).toBe(1);
});
