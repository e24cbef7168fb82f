import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asbench, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 3);
const home = join(folder, 'home');
const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);
const board = () => bench('leaderboard', 'DailyMobility', '--json');

test('a registry that is damaged or of another make fails no run, and can be made anew from the folders', () => {
  mkdirSync(home, { recursive: true });
  // A page of it is overwritten: it opens, and fails when it is written to.
  writeFileSync(join(home, 'runs.sqlite'), Buffer.alloc(8192, 'SQLite format 3\0'));
  const { status, stderr, stdout } = bench('run', 'DailyMobility', '-d', datasets, '-a', 'random');
  expect(status).toBe(0);
  expect(stderr.match(/is not listed in the registry/g)).toHaveLength(1);
  expect(stdout).toContain('final_score');
  expect(board()).toMatchObject({ status: 1, stderr: expect.stringContaining('Move the file away') });
  rmSync(join(home, 'runs.sqlite'));
  expect(bench('leaderboard', '--rebuild').stdout).toContain('daily-mobility-1');
});

test('damaged run folders are named and left out, and cost no other run its place', () => {
  const runs = join(home, 'runs');
  for (const name of ['daily-mobility-2', 'daily-mobility-3', 'daily-mobility-4'])
    cpSync(join(runs, 'daily-mobility-1'), join(runs, name), { recursive: true });
  writeFileSync(join(runs, 'daily-mobility-2', 'run.json'), '{"format": ');
  writeFileSync(join(runs, 'daily-mobility-3', 'scores.json'), '{"final_score": "\u001b[2J"}');
  const { status, stderr, stdout } = bench('leaderboard', '--rebuild');
  expect(status).toBe(0);
  expect(stderr).toContain('daily-mobility-2/run.json');
  expect(stderr).toContain('daily-mobility-3/scores.json');
  expect(stdout).toMatch(/daily-mobility-[14]/);
  copyFileSync(join(runs, 'daily-mobility-1', 'scores.json'), join(runs, 'daily-mobility-3', 'scores.json'));
  expect(existsSync(join(home, 'runs.sqlite'))).toBe(true);
  expect(JSON.parse(board().stdout)[0].entries).toHaveLength(1);
});

test('an evaluation in the registry that cannot be read ends no later leaderboard', () => {
  const scores = join(home, 'runs', 'daily-mobility-1', 'scores.json');
  const whole = readFileSync(scores, 'utf8');
  const { noise, ...rest } = JSON.parse(whole);
  writeFileSync(scores, JSON.stringify(rest));
  expect(bench('leaderboard', '--rebuild').stderr).toContain('daily-mobility-1/scores.json');
  writeFileSync(scores, whole);
  expect(JSON.parse(board().stdout)).toHaveLength(1);
});

test('a run that says nothing of its agent is said so above its score, ends with 1 and stands below the others on the board', () => {
  const agent = join(folder, 'throws.js');
  writeFileSync(
    agent,
    "import { MobilityAgent } from '@itinera/bench';\nexport default class A extends MobilityAgent { forward() { throw new Error('no'); } }\n",
  );
  const line = ['run', 'DailyMobility', '-d', datasets, '-a', agent];
  const { status, stdout } = bench(...line);
  expect(status).toBe(1);
  const doubt = 'NOT TO BE BELIEVED: the agent failed in 300 of 300 steps';
  expect(stdout).toContain(doubt);
  expect(stdout.indexOf(doubt)).toBeLessThan(stdout.indexOf('final_score'));
  expect(bench(...line, '--allow-problems', '--mode', 'inference')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(doubt),
  });
  const [{ entries }] = JSON.parse(board().stdout);
  expect(entries.at(-1)).toMatchObject({
    agent: 'throws.js',
    doubts: expect.arrayContaining([expect.stringContaining('failed in 300 of 300 steps')]),
  });
  expect(bench('leaderboard').stdout).toMatch(/^! .*throws\.js[\s\S]*^! daily-mobility-\d+: the agent failed/m);
  expect(bench('evaluate', 'DailyMobility', entries.at(-1).run).stdout).toContain(doubt);
});

test('list-tasks names what a task scores, and why a task of the originals is not here', () => {
  expect(bench('list-tasks', 'dailymobility').stdout).toContain(
    'intentions that are scored: sleep, home activity, other, work, shopping, eating out, leisure and entertainment',
  );
  expect(bench('list-tasks').stdout).toContain('BehaviorModeling: not here. It measures');
  expect(bench('run', 'BehaviorModeling')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('BehaviorModeling is not here. It measures'),
  });
});

test('scores that were edited are found out and computed anew, and no model is credited that was not asked', () => {
  writeFileSync(join(folder, 'c.yml'), 'llm: [{provider: scripted}]\n');
  const line = ['run', 'DailyMobility', '-d', datasets, '-c', 'c.yml', '--seed', '9', '--json'];
  const ran = bench(...line, '-a', 'commuter');
  expect(ran.status, ran.stderr).toBe(0);
  const { run, scores } = JSON.parse(ran.stdout);
  const path = join(home, 'runs', run, 'scores.json');
  writeFileSync(path, JSON.stringify({ ...scores, final_score: 99.5 }));
  const { stderr } = bench('leaderboard', '--rebuild');
  expect(stderr).toContain(`${run}/scores.json: was edited, or written by another version: its final_score is 99.5`);
  expect(JSON.parse(readFileSync(path, 'utf8')).final_score).toBe(scores.final_score);
  const entryOf = (name: string) =>
    JSON.parse(board().stdout)[0].entries.find((entry: { run: string }) => entry.run === name);
  expect(entryOf(run)).toMatchObject({ final_score: scores.final_score, llm: '' });
  expect(bench('leaderboard', '--rebuild').stderr).not.toContain(`${run}/scores.json`);
  writeFileSync(path, JSON.stringify({ ...scores, ceiling: 7 }));
  expect(bench('leaderboard', '--rebuild').stderr).toContain('final_score is right, but not what it says of ceiling');
  const asked = JSON.parse(bench(...line, '-a', 'diarist').stdout);
  expect(entryOf(asked.run).llm).toBe('scripted');
});
