import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const nextPlace = (...words: string[]) => asbench(folder, 'data', 'next-place', ...words);
const SETS = ['--test', 'split/test.csv', '--train', 'split/train.csv', 'split/validation.csv'];

beforeAll(async () => {
  expect((await nextPlace('synth', '--users', '20', '--days', '20', '-o', 'town.csv')).stderr).toContain('SYNTHETIC');
  await nextPlace('split', 'town.csv', '--rule', 'user-time', '-o', 'split');
  for (const [method, out] of [
    ['ppm', 'ppm.jsonl'],
    ['last', 'last.csv'],
  ] as const)
    expect((await nextPlace('baseline', '--method', method, ...SETS, '-o', out)).stderr).toContain(`by ${method}\n`);
});

test('from check-ins to a comparison: the scores, the split and the paired difference', async () => {
  const found = jsonOf(await nextPlace('score', 'ppm.jsonl', 'last.csv', ...SETS, '--json', '--per-user', 'users.csv'));
  expect(found.split).toMatchObject({ rule: 'user-time', shares: [0.7, 0.1], source: 'town.csv' });
  const [ppm, last] = found.predictions;
  expect(ppm.scores.acc1.value).toBeGreaterThan(last.scores.acc1.value);
  expect(last.minusFirst.acc1.value).toBeCloseTo(last.scores.acc1.value - ppm.scores.acc1.value, 12);
  expect(ppm.leaks).toMatchObject({ targetsInTraining: 0, targetsBeforeTraining: 0, targetsWithFuturePlaces: 0 });
  expect(ppm.scores.acc1.low).toBeLessThan(ppm.scores.acc1.value);
  const lines = readFileSync(join(folder, 'users.csv'), 'utf8').trim().split('\n');
  expect(lines[0]).toBe('predictions,user,targets,acc1,acc5,acc10,mrr,mrr5,ndcg5,ndcg10');
  expect(lines).toHaveLength(1 + 2 * 20);
});

test('the tables show each file, by hour on request, and leaks', async () => {
  const { stdout } = await nextPlace('score', 'ppm.jsonl', 'last.csv', ...SETS, '--by', 'hour');
  expect(stdout).toMatch(/^split: user-time$/m);
  expect(stdout).toMatch(/^Acc@1 .* \[0\.\d+, 0\.\d+\] .*$/m);
  expect(stdout).toMatch(/^8 h +\d+ /m);
  expect(stdout.trim().split('\n').at(-1)).toMatch(/^last\.csv( +0\.\d{3}){7}$/);
  const leaking = await nextPlace('score', 'ppm.jsonl', '--test', 'split/test.csv', '--train', 'town.csv');
  expect(leaking.stdout).toMatch(/LEAK: ppm\.jsonl: (\d+) of \1 targets are also training rows/);
});

test('every rule writes its parts, of which the test marks its targets', async () => {
  await nextPlace('split', 'town.csv', '--rule', 'massive-steps', '--seed', '4', '-o', 'trails');
  expect(JSON.parse(readFileSync(join(folder, 'trails/split.json'), 'utf8'))).toMatchObject({
    rule: 'massive-steps',
    seed: 4,
  });
  expect(readFileSync(join(folder, 'trails/test.csv'), 'utf8')).toMatch(/^user,time,place,lat,lon,trail_id,target\n/);
  await nextPlace(
    'baseline',
    '--method',
    'mmc',
    '--train',
    'trails/train.csv',
    '--test',
    'trails/test.csv',
    '-o',
    'mmc.jsonl',
  );
  const { stdout } = await nextPlace('score', 'mmc.jsonl', '--test', 'trails/test.csv', '--train', 'trails/train.csv');
  expect(stdout).toContain('targets (marked in trails/test.csv)');
  expect(stdout).toContain('the split is not chronological');
});

test.each([
  [['split', 'town.csv', '--rule', 'leave-one-out', '-o', 'other'], 'Allowed choices are user-time'],
  [['split', 'town.csv', '--rule', 'users', '--shares', '0.9,0.2', '-o', 'other'], 'Expected two shares below 1'],
  [['split', 'town.csv', '--rule', 'massive-steps', '--shares', '0.8,0.1', '-o', 'other'], 'has fixed shares'],
  [
    ['split', 'split/train.csv', '--rule', 'user-time', '-o', './split'],
    'split/train.csv is an input, and a file of the',
  ],
  [['score', 'missing.csv', '--test', 'split/test.csv'], 'missing.csv'],
  [['score', 'columns.csv', '--test', 'split/test.csv'], 'no column for candidates'],
  [['score', 'ppm.jsonl', '--test', 'columns.csv'], 'no column for place'],
])('%j is rejected in one line', async (words, message) => {
  writeFileSync(join(folder, 'columns.csv'), 'user,time\na,2024-01-01\n');
  const { stderr, status } = await nextPlace(...words);
  expect(status).not.toBe(0);
  expect(stderr).toContain(message);
  expect(existsSync(join(folder, 'other'))).toBe(false);
});
