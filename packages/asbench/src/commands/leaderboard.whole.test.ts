import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listRuns } from '@itinera/studies';
import { expect, test } from 'vitest';
import { withScales } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, asbenchKilled, jsonOf, makeDatasets, momentsOfKills, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 3);
const home = join(folder, 'home');
await withScales(home);
const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);
const board = () => bench('runs', 'leaderboard', 'DailyMobility', '--json');

const runs = join(home, 'runs');
const index = join(home, 'runs.jsonl');
/** With a number, the copy counts as a separate run. */
const copyOf = (run: string, name: string, number?: number) => {
  cpSync(join(runs, run), join(runs, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(runs, name, 'run.json'), 'utf8'));
  if (number === undefined) return;
  const expId = `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`;
  writeFileSync(join(runs, name, 'run.json'), JSON.stringify({ ...manifest, expId }));
};
const entries = async () =>
  jsonOf(await board())[0].entries as { run: string; official: boolean; final_score: number }[];
const runsOnBoard = async () => (await entries()).map(({ run }) => run);

test('a board lists the run folders, whatever the state of its index', async () => {
  const { status, stderr } = await bench('run', 'DailyMobility', '-d', datasets, '-a', 'random');
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('index')]);
  const whole = await board();
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  const [line] = readFileSync(index, 'utf8').trim().split('\n');
  expect(JSON.parse(line!)).toMatchObject({ name: 'daily-mobility-1', run: { task: 'DailyMobility', folder: null } });
  for (const damaged of ['', '{"name": ', `${line!.slice(0, -9)}\n`, '{"name": 1}\nnull\n[]\n', '\0'.repeat(9000)]) {
    writeFileSync(index, damaged);
    expect(await board()).toEqual(whole);
    expect(readFileSync(index, 'utf8').trim()).toBe(line);
  }
  // A folder with this name fails for every user, also root.
  rmSync(index);
  mkdirSync(index);
  expect(await board()).toEqual(whole);
  rmSync(index, { recursive: true });
});

test('damaged run folders are named and omitted, and a duplicate run is listed once', async () => {
  copyOf('daily-mobility-1', 'daily-mobility-2');
  copyOf('daily-mobility-1', 'daily-mobility-3', 3);
  copyOf('daily-mobility-1', 'daily-mobility-4');
  writeFileSync(join(runs, 'daily-mobility-2', 'run.json'), '{"format": ');
  const scores = join(runs, 'daily-mobility-3', 'scores.json');
  const whole = readFileSync(scores, 'utf8');
  const { noise, ...rest } = JSON.parse(whole);
  for (const damaged of ['{"final_score": "\u001b[2J"}', JSON.stringify(rest)]) {
    writeFileSync(scores, damaged);
    const { status, stderr, stdout } = await bench('runs', 'leaderboard');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/daily-mobility-[14]/)]);
    expect(stderr).toContain('daily-mobility-2/run.json');
    expect(stderr).toContain('daily-mobility-3/scores.json');
    expect(await runsOnBoard()).toHaveLength(1);
  }
  writeFileSync(scores, whole);
  expect(await runsOnBoard()).toContain('daily-mobility-3');
  for (const name of ['2', '3', '4']) rmSync(join(runs, `daily-mobility-${name}`), { recursive: true });
  expect(await runsOnBoard()).toEqual(['daily-mobility-1']);
});

test('concurrent boards each list all runs and leave a complete index', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `copy-${n}`);
  for (const [n, name] of names.entries()) copyOf('daily-mobility-1', name, n);
  const all = await Promise.all([1, 2, 3].map(() => listRuns([home], { warn: () => {} })));
  const [start, wait] = [performance.now(), momentsOfKills().integer(400)];
  await asbenchKilled(folder, () => performance.now() - start > wait, '--home-dir', home, 'runs', 'leaderboard');
  for (const runs of all) expect(runs).toHaveLength(41);
  expect(await runsOnBoard()).toHaveLength(41);
  expect(readFileSync(index, 'utf8').trim().split('\n')).toHaveLength(41);
  for (const name of names) rmSync(join(runs, name), { recursive: true });
});

test('evaluations of results files are listed, evaluations of runs set flags, and other home folders can be added', async () => {
  const { stdout } = await bench('run', 'DailyMobility', '-d', datasets, '-a', 'random', '--seed', '2', '--json');
  const { run, results } = JSON.parse(stdout);
  const other = join(folder, 'other');
  const evaluate = (...args: string[]) => asbench(folder, '--home-dir', other, 'evaluate', 'DailyMobility', ...args);
  expect((await evaluate(results, '-d', datasets, '--tenant-id', 'x', '--agent_filename', 'theirs.py')).status).toBe(0);
  const alone = await asbench(folder, '--home-dir', other, 'runs', 'leaderboard', '--json');
  expect(JSON.parse(alone.stdout)[0].entries).toMatchObject([{ agent: 'theirs.py', run: basename(results) }]);
  // How many people a results file has is not known, so it has a board of its own.
  const boards = jsonOf(await bench('runs', 'leaderboard', '--also', other, '--json'));
  expect(boards.map(({ entries }: { entries: unknown[] }) => entries.length)).toEqual([1, 2]);
  expect((await bench('evaluate', 'DailyMobility', run, '--official')).status).toBe(0);
  expect((await entries()).filter(({ official }) => official)).toMatchObject([{ run }]);
  rmSync(join(runs, run), { recursive: true });
  expect(await runsOnBoard()).toEqual(['daily-mobility-1']);
});

test('an invalid result is marked above its score, ends with code 1 and is last on the board', async () => {
  const agent = join(folder, 'throws.js');
  writeFileSync(
    agent,
    "import { MobilityAgent } from 'itinera';\nexport default class A extends MobilityAgent { forward() { throw new Error('no'); } }\n",
  );
  const line = ['run', 'DailyMobility', '-d', datasets, '-a', agent];
  const { status, stdout } = await bench(...line);
  expect(status).toBe(1);
  const doubt = 'INVALID RESULT: the agent failed in 300 of 300 steps';
  expect(stdout).toContain(doubt);
  expect(stdout.indexOf(doubt)).toBeLessThan(stdout.indexOf(', scores '));
  expect(await bench(...line, '--allow-problems', '--mode', 'inference')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(doubt),
  });
  const [{ entries }] = jsonOf(await board());
  expect(entries.at(-1)).toMatchObject({
    agent: 'throws.js',
    doubts: expect.arrayContaining([expect.stringContaining('failed in 300 of 300 steps')]),
  });
  expect((await bench('runs', 'leaderboard')).stdout).toMatch(
    /^! .*throws\.js[\s\S]*^! daily-mobility-\d+: the agent failed/m,
  );
  expect((await bench('evaluate', 'DailyMobility', entries.at(-1).run)).stdout).toContain(doubt);
  expect((await bench('explain', entries.at(-1).run, '-d', datasets)).stdout).toContain(doubt);
});

test('list-tasks shows what a task scores, and why a task of the original is not available', async () => {
  expect((await bench('list-tasks', 'dailymobility')).stdout).toContain(
    'scored intentions: sleep, home activity, other, work, shopping, eating out, leisure and entertainment',
  );
  expect((await bench('list-tasks')).stdout).toContain('BehaviorModeling: not available. It measures');
  expect(await bench('run', 'BehaviorModeling')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('BehaviorModeling is not supported. It measures'),
  });
});

test('edited scores are detected and recomputed, and only models that were called are credited', async () => {
  writeFileSync(join(folder, 'c.yml'), 'llm: [{provider: scripted}]\n');
  const line = ['run', 'DailyMobility', '-d', datasets, '-c', 'c.yml', '--seed', '9', '--json'];
  const ran = await bench(...line, '-a', 'commuter');
  expect(ran.status, ran.stderr).toBe(0);
  const { run, scores } = JSON.parse(ran.stdout);
  const path = join(home, 'runs', run, 'scores.json');
  writeFileSync(path, JSON.stringify({ ...scores, final_score: 99.5 }));
  const { stderr } = await bench('runs', 'leaderboard', '--rebuild');
  expect(stderr).toContain(`${run}/scores.json was edited, or written by another version: its final_score is 99.5`);
  expect(JSON.parse(readFileSync(path, 'utf8')).final_score).toBe(scores.final_score);
  const entryOf = async (name: string) =>
    jsonOf(await board())[0].entries.find((entry: { run: string }) => entry.run === name);
  expect(await entryOf(run)).toMatchObject({ final_score: scores.final_score, llm: '' });
  // Computed again, since the edit was reported and not kept; then only after a change.
  expect((await bench('runs', 'leaderboard', '--rebuild')).stderr).not.toContain(`${run}/scores.json`);
  const { mtimeMs } = statSync(path);
  const tables = join(home, 'runs', run, 'statuses');
  const [rows] = readdirSync(tables).map((name) => join(tables, name)) as [string];
  await bench('runs', 'leaderboard', '--rebuild');
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
  writeFileSync(rows, readFileSync(rows));
  await bench('runs', 'leaderboard', '--rebuild');
  expect(statSync(path).mtimeMs).toBeGreaterThan(mtimeMs);
  writeFileSync(path, JSON.stringify({ ...scores, ceiling: 7 }));
  expect((await bench('runs', 'leaderboard', '--rebuild')).stderr).toContain(
    'final_score is correct, but these differ: ceiling',
  );
  const asked = jsonOf(await bench(...line, '-a', 'diarist'));
  expect((await entryOf(asked.run)).llm).toBe('scripted');
  writeFileSync(path, JSON.stringify({ ...scores, final_score: 99.5 }));
  const table = await bench('study', 'table', run, asked.run, '--format', 'markdown', '--metrics', 'final_score');
  expect(table.stdout).toMatch(
    /^\| commuter † \| [\s\S]*^\| diarist, scripted \|[\s\S]*† Invalid result: .*edited after the run: .*scores/m,
  );
  expect((await bench('study', 'figure', asked.run, '-o', 'figures')).stderr).toMatch(
    /^Wrote figures.jsd_gyration_radius-1\.pdf: /,
  );
  const twice = await bench('study', 'table', run, asked.run, join(home, 'runs', run));
  expect([twice.status, twice.stderr]).toEqual([1, expect.stringContaining(`${run} is named twice.`)]);
  const people = await bench('runs', 'compare', run, asked.run, '--by-person');
  expect(people.stdout).toMatch(
    /^People who differ most: .*\nperson +points lost .*\n\d+ +[\d.–-]+ \/ [\s\S]*\nErrors of /,
  );
  const person = await bench('runs', 'compare', run, asked.run, '--person', '1');
  expect(person.stdout).toMatch(
    /^Person 1 in [\s\S]*^Person 1 in [\s\S]*^Call 1 in .*, scripted\n {2}system: [\s\S]* {2}answer: /m,
  );
  expect((await bench('runs', 'compare', run, asked.run, '--person', '77')).stderr).toMatch(
    /has no person 77\. Its people have ids from \d+ to \d+\./,
  );
  const cited = await bench('study', 'cite', asked.run);
  expect(cited.stdout).toMatch(
    /the agent diarist [\s\S]*scripted with the settings of the agent; [\s\S]*@misc\{agentsociety2025,/,
  );
  writeFileSync(join(folder, 'sweep.json'), JSON.stringify({ runs: [{ folder: join(home, 'runs', asked.run) }] }));
  expect((await bench('study', 'table', 'sweep.json', '--format', 'csv')).stdout).toMatch(
    /^row,final_score,.*\n"diarist, scripted",\d/,
  );
  expect((await bench('study', 'table', 'c.yml.json')).stderr).toContain('c.yml.json: there is no such file');
});
