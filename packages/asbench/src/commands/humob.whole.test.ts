import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openKept } from '../../../humob/src/index.js';
import { useTempFolder } from '../../../humob/src/temp-folder.fixture.js';
import { asbench, jsonOf, program } from './asbench.fixture.js';

const temp = useTempFolder();
const files = join(import.meta.dirname, '../../../humob/fixtures/humob/validator/files');

const humob = (...args: string[]) => asbench(files, 'humob', ...args);

test('the sample is scored and marked as synthetic', async () => {
  const { stdout, status } = await humob('score', '--sample', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rules: 'giscup2025', users: 200, days: 3000, synthetic: true });
  expect((await humob('score', '--sample')).stdout).toContain('SYNTHETIC');
});

test('the newest rules are used unless the command line or the environment names others', async () => {
  const former = JSON.parse((await humob('score', '--sample', '--json', '--year', '2023')).stdout);
  vi.stubEnv('ITINERA_RULES', 'humob2023');
  const same = JSON.parse((await humob('score', '--sample', '--json')).stdout);
  vi.unstubAllEnvs();
  expect(former).toEqual(same);
  expect(former).toMatchObject({ rules: 'humob2023', geobleu: 0.692572699981982 });
});

test('a file of daily flows is rejected with the year to add', async () => {
  const flows = temp.write('flows.tsv', "20240201\t{'50_50': {'50_50': 1}}\n");
  for (const words of [
    ['score', flows, '--reference', flows],
    ['validate', flows],
    ['validate', 'b', flows],
  ])
    expect(await humob(...words)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('contains daily flows: add --year 2026'),
    });
});

test('scores are broken down by groups, components, days and people', async () => {
  const table = (await humob('score', '--sample', '--by', 'distance', '--parts', '--worst', '3')).stdout;
  expect(table).toMatch(/at the usual place +40,016 +95\.0 %/);
  expect(table).toMatch(/p3 +0\.\d{4} +3,000/);
  expect(table).toMatch(/lowest GEO-BLEU \(giscup2025\):\nuid +GEO-BLEU +DTW km\n(\d+ +0\.\d+ +\d+\.\d+\s){3}/);
  const args = ['--by', 'weekday', '--parts', '--worst', '2', '--per-day', temp.path('days.csv'), '--json'];
  const { by, parts, worst, geobleu } = JSON.parse((await humob('score', '--sample', ...args)).stdout);
  expect([by.groups.length, parts.precisions.length, worst.length]).toEqual([7, 5, 2]);
  expect(worst[0].geobleu).toBeLessThan(geobleu);
  const days = readFileSync(temp.path('days.csv'), 'utf8').trim().split('\n');
  expect([days[0], days.length]).toEqual(['uid,d,geobleu,dtw', 3001]);
});

test('a prediction can come from standard input, with tabs and the number format of pandas', async () => {
  const truth = temp.write('truth.csv', 'uid,d,t,x,y\n1,60,1,10,10\n1,60,2,12,10\n');
  const input = 'uid\td\tt\tx\ty\n1\t60\t1\t10.0\t10.0\n1\t60\t2\t12.0\t10.0\n';
  const args = [program, 'humob', 'score', '-', '--reference'];
  const { stdout } = spawnSync(process.execPath, [...args, truth, '--json'], { encoding: 'utf8', input });
  expect(JSON.parse(stdout)).toMatchObject({ geobleu: 1, dtw: 0, users: 1 });
  expect(spawnSync(process.execPath, [...args, '-'], { encoding: 'utf8', input })).toMatchObject({
    status: 1,
    stderr: 'Standard input (-) is one file: name the other file by its path.\n',
  });
});

test('options for one prediction are rejected for several', async () => {
  const many = ['submission-ok60.csv', 'submission-ok59.csv', '--reference', 'submission-ok60.csv'];
  expect(await humob('score', ...many, '--by', 'hour', '--worst', '3')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--by, --worst: only for one prediction'),
  });
});

test('a split requires an output folder', async () => {
  expect(await humob('split', 'submission-ok60.csv')).toMatchObject({ status: 2 });
  expect((await humob('split', 'submission-ok60.csv')).stderr).toContain("'-o, --output <folder>' not specified");
});

test('synthetic data can be split, predicted, validated and scored', async () => {
  const at = (name: string) => temp.path(name);
  expect((await humob('synth', '--users', '30', '--days', '70', '-o', at('all.csv.gz'))).status).toBe(0);
  expect((await humob('split', at('all.csv.gz'), '--from-day', '60', '-o', at('parts'))).status).toBe(0);
  for (const name of ['per-user-mode', 'weekday-slot-mode']) {
    const args = [
      '--train',
      at('parts/train.csv.gz'),
      '--target',
      at('parts/template.csv.gz'),
      '-o',
      at(`${name}.csv`),
    ];
    expect(await humob('baseline', name, ...args)).toMatchObject({ status: 0, stdout: '' });
    expect((await humob('validate', 'any', at('parts/template.csv.gz'), at(`${name}.csv`))).stdout).toContain(
      'no problems found',
    );
  }
  const files = [at('weekday-slot-mode.csv'), '--reference', at('parts/truth.csv.gz')];
  const page = ['-o', at('page.html')];
  const more = ['--compare', at('per-user-mode.csv'), '--per-user', at('by-user.csv'), ...page, '--json'];
  const scores = jsonOf(await humob('score', '--rules', 'giscup2025', ...files, ...more));
  expect(scores.users).toBe(30);
  expect(scores.geobleu).toBeGreaterThan(scores.comparison.other.geobleu);
  expect(scores.comparison.geobleu.pValue).toBeLessThan(0.05);
  expect(readFileSync(at('by-user.csv'), 'utf8').split('\n')).toHaveLength(32);
  const html = readFileSync(at('page.html'), 'utf8');
  expect(html).toContain('"humob/weekday-slot-mode.csv/cells/1":');
  expect(html.match(/"humob\/weekday-slot-mode.csv\/\d+":/g)).toHaveLength(24);
});

test('the page of a scoring has its warnings and the parts of GEO-BLEU', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => [i + 1, 60, 1, 20 + i, 150 - i] as const);
  const file = (name: string, of: typeof rows) =>
    temp.write(name, `uid,d,t,x,y\n${of.map((row) => row.join()).join('\n')}\n`);
  const truth = file('truth.csv', rows);
  const swapped = file(
    'sw.csv',
    rows.map(([uid, d, t, x, y]) => [uid, d, t, y, x] as const),
  );
  const [first, compared] = [temp.path('first.html'), temp.path('compared.html')];
  await humob('score', swapped, '--reference', truth, '-o', first);
  await humob('score', truth, '--reference', truth, '--compare', swapped, '-o', compared);
  const dataOf = (page: string) =>
    JSON.parse(readFileSync(page, 'utf8').match(/id="itinera-data">(.*)<\/script>/)![1]!).json;
  const data = dataOf(first)['humob/sw.csv'];
  expect(data.warnings.at(-1)).toMatch(/^sw\.csv: x and y are probably swapped\./);
  expect(data.first.parts.days).toEqual([20, 0, 0, 0, 0]);
  expect(dataOf(compared)['humob/truth.csv'].warnings.at(-1)).toBe(data.warnings.at(-1));
});

test('a page has the groups of steps that were asked for, and a kept scoring all warnings', async () => {
  const steps = (uid: number) => [0, 1, 2].map((t) => `${uid},3,${t},${20 + t},${30 + uid}`);
  const truth = temp.write('one-truth.csv', `uid,d,t,x,y\n${[1, 2].flatMap(steps).join('\n')}\n`);
  const scored = temp.write('one.csv', `uid,d,t,x,y\n${[1, 2].flatMap(steps).join('\n').replace('20,31', '22,31')}\n`);
  const home = temp.path('home-of-kept');
  const args = [scored, '--reference', truth, '--year', '2023', '--by', 'hour', '--keep', 'kept'];
  const { stdout } = await asbench(files, '--home-dir', home, 'humob', 'score', ...args, '-o', temp.path('one.html'));
  const page = readFileSync(temp.path('one.html'), 'utf8');
  const data = JSON.parse(page.match(/id="itinera-data">(.*)<\/script>/)![1]!).json['humob/one.csv'];
  expect(data.by).toMatchObject({
    group: 'hour',
    groups: [
      { group: '00:00', steps: 4 },
      { group: '01:00', steps: 2 },
    ],
  });
  expect(stdout).toMatch(/^00:00 +4 /m);
  expect(data.says.join(' ')).toContain('The mean error is largest in the half hour from 00:00: 0.5 km.');
  const kept = JSON.parse(readFileSync(join(home, 'humob', 'kept', 'scoring.json'), 'utf8'));
  expect(kept.warnings).toEqual([expect.stringMatching(/^one-truth\.csv has day 3, /)]);
  expect((await openKept('kept', kept)).detail().warnings).toEqual(kept.warnings);
});

test('the scores of one user have no interval, in any face', async () => {
  const file = (name: string, x: number) => temp.write(name, `uid,d,t,x,y\n7,60,1,${x},5\n7,60,2,20,5\n`);
  const [truth, one, other] = [file('t1.csv', 20), file('g1.csv', 22), file('h1.csv', 21)];
  const args = ['score', one, '--reference', truth, '--compare', other];
  const { stdout } = await humob(...args, '-o', temp.path('g1.html'));
  expect(stdout.match(/\(giscup2025; too few users for an interval(; (higher|lower) is better)?\)/g)).toHaveLength(6);
  const scores = jsonOf(await humob(...args, '--json'));
  const none = [null, null];
  expect(scores).toMatchObject({
    intervals: { geobleu: none, dtw: none },
    comparison: { geobleu: { interval: none, pValue: null }, dtw: { interval: none, pValue: null } },
  });
  const page = readFileSync(temp.path('g1.html'), 'utf8');
  const { first, says } = JSON.parse(page.match(/id="itinera-data">(.*)<\/script>/)![1]!).json['humob/g1.csv'];
  expect([first.dtw.low, first.dtw.high]).toEqual(none);
  expect(says[0]).toMatch(/may be chance: .*too few users for an interval\)\.$/);
});

test('learned-mode learns from another city, and all tasks of a year are in one table', async () => {
  const at = (name: string) => temp.path(name);
  const city = ['--users', '12', '--days', '30'];
  await humob('synth', ...city, '--seed', '2', '-o', at('city-a.csv'));
  await humob('synth', ...city, '--first-uid', '22000', '-o', at('city-b.csv'));
  await humob('split', at('city-b.csv'), '--from-day', '25', '-o', at('b'));
  const steps = ['--train', at('b/train.csv'), '--target', at('b/template.csv'), '-o', at('task_b.csv')];
  expect(await humob('baseline', 'learned-mode', '--learn-from', at('city-a.csv'), ...steps)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/Learned from [\d,]+ steps of 12 users in .*city-a.csv, then from .*train.csv\./),
  });
  expect(await humob('baseline', 'bigram', '--learn-from', at('city-a.csv'), ...steps)).toMatchObject({ status: 2 });
  const tasks = await humob('tasks', at('task_b.csv'), '--year', '2024', '--reference', at('b/truth.csv'));
  expect(tasks).toMatchObject({ status: 1, stderr: '' });
  expect(tasks.stdout).toMatch(/\nb +task_b.csv +0 +0\.\d{6} .* 12\nc +– +– +–\n/);
  expect(tasks.stdout).toContain('Task c has no score: the submission is missing');
});

describe('validate', () => {
  test('--compat prints exactly the output of the organisers’ tool', async () => {
    expect(await humob('validate', '--year', '2025', '--compat', 'test', 'dataset.csv', 'submission-ok60.csv')).toEqual(
      {
        stdout:
          "Loading the submission file...\n\nChecking the set of uid's...\n# of uid's: 11\n\nNow loading the dataset file and comparing the submission data to it...\n\nValidation finished without errors!\n",
        stderr: '',
        status: 0,
      },
    );
    expect(
      await humob('validate', '--year', '2023', '--compat', 'test', 'dataset.csv', 'submission-035.csv'),
    ).toMatchObject({
      stdout: 'Loading the submission file...\n',
      status: 1,
    });
    expect((await humob('validate', '--year', '2023', '--compat')).status).toBe(1);
    expect((await humob('validate', '--year', '2023', '--compat', '', 'a', 'b')).stdout).toBe('Invalid task_id: \n');
  });

  test('without --compat, all problems are listed and the exit code is 1', async () => {
    const { stdout, status } = await humob('validate', '--year', '2023', 'test', 'dataset.csv', 'submission-052.csv');
    expect(status).toBe(1);
    expect(stdout).toContain('line 5: ');
  });

  test('a task letter used in several years requires the year', async () => {
    expect(await humob('validate', 'b', 'dataset.csv', 'submission-052.csv')).toMatchObject({ status: 2, stdout: '' });
    expect((await humob('validate', '--year', '2023', 'a', 'dataset.csv', 'submission-052.csv')).status).toBe(2);
    expect((await humob('validate')).status).toBe(2);
  });
});

describe('user errors end with code 1 and a message without a stack trace', () => {
  test.each([
    ['a missing file', ['score', 'none.csv', '--reference', 'dataset.csv']],
    ['masked cells', ['score', 'dataset.csv', '--reference', 'dataset.csv']],
    ['an empty file', ['score', 'submission-060.csv', '--reference', 'submission-ok60.csv']],
    ['other people', ['score', 'submission-ok59.csv', '--reference', 'submission-ok60.csv', '--threads', '2']],
    ['a missing folder', ['synth', '--users', '1', '-o', '/no/such/folder/out.csv']],
    ['a split with nothing to hold out', ['split', 'submission-ok60.csv', '--from-day', '90', '-o', '.']],
    ['a damaged dataset', ['validate', '--year', '2023', 'test', 'dataset-4cols.csv', 'submission-ok59.csv']],
  ])('%s', async (_name, args) => {
    const { stdout, stderr, status } = await humob(...args);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['no files', ['score']],
    ['unknown rules', ['score', '--rules', 'humob1999', '--sample']],
    ['an unknown baseline', ['baseline', 'oracle', '--train', 'a', '--target', 'b', '-o', 'c.csv']],
    ['an invalid count', ['synth', '--users', 'many', '-o', 'x.csv']],
  ])('wrong usage exits with code 2: %s', async (_name, args) => {
    expect(await humob(...args)).toMatchObject({ status: 2, stdout: '' });
  });
});
