import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/run';
import { beforeAll, expect, test } from 'vitest';
import { withScales } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bench = (...args: string[]) => asbench(folder, ...args);
const submissions = join(folder, 'submissions');
const page = () => readFileSync(join(folder, 'site', 'index.html'), 'utf8');

const datasets = makeDatasets(folder, 3);

beforeAll(async () => {
  await withScales(join(folder, DEFAULT_HOME));
  const run = async (...args: string[]): Promise<string> =>
    jsonOf(await bench('run', 'DailyMobility', '-d', datasets, '-a', 'commuter', '--threads', '1', '--json', ...args))
      .folder;
  const [scored, unscored] = [await run(), await run('--mode', 'inference', '--seed', '2')];
  for (const place of ['anna/first', 'mallory/<i>first']) cpSync(scored, join(submissions, place), { recursive: true });
  cpSync(unscored, join(submissions, 'bob'), { recursive: true });
  const edited = join(submissions, 'mallory', '<i>first', 'scores.json');
  const text = readFileSync(edited, 'utf8');
  writeFileSync(edited, text.replace(/"final_score": [\d.]+/, '"final_score": 99'));
  writeFileSync(join(submissions, 'carl.zip'), 'PK');
  mkdirSync(join(submissions, 'empty'));
  cpSync(unscored, join(submissions, 'dave'), { recursive: true });
  mkdirSync(join(submissions, 'dave', 'scores.json'));
  symlinkSync(scored, join(submissions, 'linked'));
});

test('runs are reproduced or said not to be, and standings show what teams have been shown', async () => {
  const truth = join(datasets, 'DailyMobility', 'groundtruth');
  const judged = (team: string, results = join('submissions', 'bob', 'results.pkl')) => {
    const terms = ['--truth', truth, '--audit', 'audit.jsonl', '--team', team, '--json'];
    return bench('runs', 'judge', 'DailyMobility', results, ...terms);
  };
  const { best } = jsonOf(await judged('bob'));
  await judged('eve');
  // A run, also packed or alone in a folder, is judged by its results, and a name that is new is said to be.
  await bench('runs', 'pack', join('submissions', 'bob'), '-o', 'bob.zip');
  for (const place of [join('submissions', 'bob'), 'bob.zip']) {
    const again = await judged('bob', place);
    expect([jsonOf(again).left, again.stderr]).toEqual([19, expect.stringMatching(/^bob: \d+ people\n$/)]);
  }
  const { stderr: isNew } = await judged('eva', join('submissions', 'anna'));
  expect(isNew).toMatch(
    /^first: \d+ people\nNew team eva\. Did you mean "eve"\? If so, delete the last line of audit\.jsonl and judge again\.\n$/,
  );
  const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8').trim().split('\n');
  writeFileSync(join(folder, 'audit.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
  expect((await judged('bob', 'submissions')).stderr).toMatch(/^submissions contains \d submissions\. Name one: /);
  const { stderr: isEdited } = await judged('mallory', join('submissions', 'mallory'));
  expect(isEdited).toMatch(/^<i>first: \d+ people; edited after the run: scores\.\n/);
  const args = [
    '-o',
    'site',
    '-d',
    datasets,
    '--reproduce',
    '--threads',
    '1',
    '--audit',
    'audit.jsonl',
    '--title',
    'Walks & more',
  ];
  const { stderr, status } = await bench('runs', 'board', 'submissions', ...args);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Wrote site.index\.html: 7 runs, 1 of them ranked$/m)]);
  const { standings, runs } = JSON.parse(readFileSync(join(folder, 'site', 'board.json'), 'utf8'));
  expect(runs.map(({ place, state, team, report }: Record<string, string>) => [place, state, team, report])).toEqual([
    [join('anna', 'first'), 'reproduced', 'anna', 'anna-first.html'],
    ['bob', 'reproduced', 'bob', 'bob.html'],
    ['carl.zip', 'unreadable', 'carl', null],
    ['dave', 'unreadable', 'dave', null],
    ['empty', 'unreadable', 'empty', null],
    ['linked', 'unreadable', 'linked', null],
    [join('mallory', '<i>first'), 'edited', 'mallory', 'mallory-i-first.html'],
  ]);
  const [first, , unreadable, , empty, link, edited] = runs;
  expect(first.sameAs).toEqual([join('mallory', '<i>first')]);
  expect(page()).toContain('same results as anna/first');
  expect(empty.reason).toMatch(/^empty has no run\.json, so it is not a run/);
  expect(link.reason).toMatch(/^linked is a link/);
  expect(unreadable.reason).toMatch(/^carl\.zip.* archive/);
  expect(runs[3].reason).toMatch(/^dave.scores\.json: it is a folder, not a file/);
  expect(edited).toMatchObject({ scored: { final_score: 99 }, reason: expect.stringContaining('the tables produce') });
  const ranks = [...page().matchAll(/<tr><td class="number">(.)<\/td><td>(anna|mallory)/g)];
  expect(ranks.map(([, rank, team]) => [rank, team])).toEqual([
    ['–', 'mallory'],
    ['1', 'anna'],
    ['–', 'mallory'],
  ]);
  expect(page()).toContain('&#60;i&#62;first');
  expect(page()).not.toMatch(/<script|<i>/);
  expect(page()).not.toContain(folder);
  expect(page()).toContain('<h1>Walks &#38; more</h1>');
  expect(standings).toEqual([
    { team: 'bob', best, judgements: 1 },
    { team: 'eve', best, judgements: 1 },
    { team: 'mallory', best: expect.any(Number), judgements: 1 },
  ]);
  expect(page()).toMatch(/<td class="number">–<\/td><td>mallory<\/td>.*EDITED after the run/);
  for (const team of ['bob', 'eve']) expect(page()).toContain(`<td class="number">1</td><td>${team}</td>`);
  expect(page()).toMatch(/<td>bob<\/td>.*<a href="bob.html">bob<\/a>.*reproduced, every byte is equal/);
  expect(page()).toMatch(/<td>eve<\/td>.*no run was handed in/);
  expect(readFileSync(join(folder, 'site', 'bob.html'), 'utf8')).toContain('Content-Security-Policy');
});

test('a folder without runs and an audit file of another kind are rejected before anything is written', async () => {
  const { stderr, status } = await bench('runs', 'board', 'submissions/empty', '-o', 'other');
  expect([status, stderr]).toEqual([1, expect.stringContaining('empty contains no runs. Expected run folders')]);
  writeFileSync(join(folder, 'not-audit.jsonl'), '{"team":1}\n');
  expect((await bench('runs', 'board', 'submissions', '--audit', 'not-audit.jsonl')).stderr).toContain(
    'is not a judgement',
  );
  expect((await bench('runs', 'board', 'submissions', '--audit', 'none.jsonl')).stderr).toContain(
    'none.jsonl does not exist',
  );
  expect(existsSync(join(folder, 'other'))).toBe(false);
});
