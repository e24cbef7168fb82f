import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '@itinera/viewer';
import { expect, test } from 'vitest';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

// The example in a folder outside of the project: a custom benchmark supports everything that a built-in one does.
const folder = testFolder();
cpSync(join(import.meta.dirname, '../../../../examples/own-benchmark'), join(folder, 'mine'), { recursive: true });
const task = join('mine', 'away-mobility.ts');
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);

async function run(...args: string[]) {
  const { stdout, stderr, status } = await bench('run', task, '--people', '10', '--json', ...args);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

const python = await run('-a', join('mine', 'worker.py'));
const random = await run('-a', 'random');
const json = async (...args: string[]) => jsonOf(await bench(...args, '--json'));

test('runs on demo data, with built-in agents and in Python', async () => {
  expect([python.task, python.problems, python.scores.synthetic]).toEqual(['AwayMobility', 0, true]);
  expect(python.scores.run.trips).toBe(20);
  expect(python.scores.final_score).toBeGreaterThan(random.scores.final_score);
  expect(random.scores.floor.documented.final_score.value).toBeCloseTo(random.scores.final_score, 10);
  expect(python.scores.ceiling.method).toContain('halves of the truth');
});

test('has agents in TypeScript that extend its own base', async () => {
  expect((await bench('new', 'agent', 'own', '--task', task)).status).toBe(0);
  expect(readFileSync(join(folder, 'own.ts'), 'utf8')).toContain('extends AwayMobilityAgent');
  const own = await run('-a', 'own.ts');
  expect([own.problems, own.scores.task]).toEqual([0, 'AwayMobility']);
});

test('is evaluated as a run and as a results file', async () => {
  expect(await json('evaluate', task, python.run)).toEqual({ ...python.scores, warnings: [] });
  const demo = join('home', 'demo', readdirSync(join(folder, 'home', 'demo'))[0]!);
  expect((await json('evaluate', task, python.results, '-d', demo)).documented).toEqual(python.scores.documented);
});

test('is compared and calibrated', async () => {
  const { value } = (await json('runs', 'compare', python.run, random.run)).documented.final_score;
  expect(value).toBeCloseTo(python.scores.final_score - random.scores.final_score, 10);
  const { floor, ceiling } = await json('study', 'calibrate', task, '--people', '10');
  expect(floor.documented.final_score.value).toBeLessThan(ceiling.documented.final_score.value);
});

test('is resumed and ranked on its own board', async () => {
  expect((await bench('runs', 'resume', python.run)).status).toBe(0);
  for (const args of [['--rebuild'], ['awaymobility']]) {
    const boards = await json('runs', 'leaderboard', ...args);
    expect(boards.map((board: { task: string }) => board.task)).toEqual(['AwayMobility']);
    expect(boards[0].entries.at(-1).agent).toBe('random');
  }
});

test('is explained, and the report shows where its points are lost', async () => {
  const { stdout } = await bench('explain', python.run);
  expect(stdout).toContain('AwayMobility 1.0.0');
  expect(stdout).toContain('Away from home, by half hour');
  expect(stdout).toMatch(/At \d+(\.5)? h \d+(\.\d)? % are away, and \d+(\.\d)? % of the real people\./);
  expect((await bench('runs', 'report', python.run, '-o', 'report.html')).status).toBe(0);
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Away from home');
});

test('the viewer runs the file of a run only if the user names it', async () => {
  const runs = join(folder, 'home', 'runs');
  const forged = join(runs, 'forged');
  cpSync(join(runs, python.run), forged, { recursive: true });
  const [file, trace] = [join(folder, 'payload.mjs'), join(folder, 'trace')];
  writeFileSync(file, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace)}, '');\n`);
  const manifest = JSON.parse(readFileSync(join(forged, 'run.json'), 'utf8'));
  writeFileSync(join(forged, 'run.json'), JSON.stringify({ ...manifest, taskFile: file }));
  const open = (benchmarkFiles: readonly string[]) => new Library({ runs, home: join(folder, 'home'), benchmarkFiles });
  await open([join(folder, task)]).prepare('forged');
  expect(existsSync(trace)).toBe(false);
  await open([file]).prepare('forged');
  expect(existsSync(trace)).toBe(true);
});

test('check-agent requires the benchmark to recognise its base class', async () => {
  const agent = join('mine', 'worker.py');
  expect((await bench('runs', 'check-agent', agent, '--task', task)).stdout).toContain('Worker for AwayMobility');
  expect((await bench('runs', 'check-agent', agent)).status).toBe(1);
});

test('features that only built-in benchmarks have are reported as missing', async () => {
  const cloned = await bench('clone', task);
  expect([cloned.status, cloned.stderr]).toEqual([
    1,
    expect.stringContaining('AwayMobility has no dataset to download'),
  ]);
  writeFileSync(join(folder, 'broken.ts'), 'export const b = {');
  const broken = await bench('run', 'broken.ts');
  expect([broken.status, broken.stderr]).toEqual([
    1,
    expect.stringMatching(/^broken\.ts cannot be loaded: ParseError/),
  ]);
});

test('the program ends although the file of a benchmark leaves a timer', async () => {
  writeFileSync(join(folder, 'timer.ts'), "setInterval(() => {}, 1000);\nthrow new Error('Not today.');");
  const { status, stderr } = await bench('run', 'timer.ts', '-a', 'random');
  expect([status, stderr]).toEqual([1, expect.stringContaining('timer.ts cannot be loaded: Not today.')]);
});
