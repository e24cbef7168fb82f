import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/runner';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { addQuickNpx, asbench, jsonOf, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bin = join(folder, 'node_modules', '.bin');
mkdirSync(bin, { recursive: true });
symlinkSync(program, join(bin, 'asbench'));
addQuickNpx(bin);
beforeAll(async () => {
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(join(folder, DEFAULT_HOME), task);
});

// Vitest sets NODE_OPTIONS, and node:test marks its child processes.
const env = {
  ...process.env,
  NODE_OPTIONS: '',
  NODE_TEST_CONTEXT: undefined,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
};
const passes = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env });
  return { status, said: `${stdout}${stderr}` };
};

test.each([
  ['an agent in Python', ['agent', 'py-agent', '--in-python'], 'py_agent.py', 'test_py_agent'],
  ['one that calls a model', ['agent', 'asking', '--in-python', '--llm'], 'asking.py', 'test_asking'],
])('%s comes with a passing test, and its people go out in the evening', async (_name, words, file, tested) => {
  const { stdout, status } = await asbench(folder, 'new', ...words);
  expect([status, existsSync(join(folder, file))]).toEqual([0, true]);
  expect(stdout).toContain(`asbench run DailyMobility --agent ${file}`);
  expect(passes('python3', '-m', 'unittest', tested)).toMatchObject({
    status: 0,
    said: expect.stringContaining('OK'),
  });
  if (words.includes('--llm')) {
    const runs = join(folder, DEFAULT_HOME, 'runs');
    const calls = readdirSync(runs).map((run) => join(runs, run, 'calls.ndjson'));
    expect(
      calls
        .filter(existsSync)
        .map((path) => readFileSync(path, 'utf8'))
        .join(),
    ).toContain('seven in the evening');
    return;
  }
  const task = ['run', 'DailyMobility', '--demo', '--people', '20', '-m', 'inference', '--agent', file];
  const { folder: run } = jsonOf(await asbench(folder, ...task, '--json'));
  expect(readFileSync(join(run, 'statuses', '00000.arrow'), 'utf8')).toContain('leisure and entertainment');
});

test.each([
  ['an agent', ['agent', 'storm-agent', '--task', 'HurricaneMobility'], 'storm-agent'],
  ['an agent that calls a model', ['agent', 'thinker', '--llm', '--task', 'HurricaneMobility'], 'thinker'],
  ['a benchmark', ['benchmark', 'at-home'], 'at-home'],
  ['a metric', ['metric', 'my-distance'], 'my-distance'],
])('%s comes with a test that passes', async (_name, words, stem) => {
  expect((await asbench(folder, 'new', ...words)).status).toBe(0);
  const { status, said } = passes(process.execPath, '--test', `${stem}.test.mjs`);
  expect(said).toMatch(/# pass [12]\n# fail 0/);
  expect(status).toBe(0);
});

test('in a folder, the next command has the paths, and the first line of the configuration leads to its schema', async () => {
  const { stdout } = await asbench(folder, 'new', 'agent', join('deeper', 'asks'), '--llm');
  const path = join('deeper', 'asks');
  expect(stdout).toContain(`--agent ${path}.ts --config ${path}.yml\n`);
  const [line] = readFileSync(join(folder, `${path}.yml`), 'utf8').split('\n');
  const schema = /^# yaml-language-server: \$schema=(.+)$/.exec(line!)?.[1];
  expect(existsSync(join(folder, 'deeper', schema!))).toBe(true);
});

test('an agent in Python for HurricaneMobility runs without problems and gets a score', async () => {
  expect((await asbench(folder, 'new', 'agent', 'gale.py', '--task', 'HurricaneMobility')).status).toBe(0);
  const line = ['run', 'HurricaneMobility', '--demo', '--people', '20', '--agent', 'gale.py', '--json'];
  expect(jsonOf(await asbench(folder, ...line))).toMatchObject({
    problems: 0,
    scores: { final_score: expect.any(Number) },
  });
});

test('among the metrics of a clone, a metric is in TypeScript and the output shows the line to add', async () => {
  const source = join(folder, 'packages', 'metrics', 'src');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, '..', 'package.json'), '{ "name": "@itinera/metrics" }\n'.replace('{ ', '{\n  '));
  const { stdout } = await asbench(source, 'new', 'metric', 'my-distance');
  expect(stdout).toContain("Add to metrics.ts: export { myDistance } from './my-distance.js';");
  expect(readFileSync(join(source, 'my-distance.ts'), 'utf8')).toContain("satisfies Metric['meta'];");
  // It is one: the shared tests of metrics, and its own, pass in the real package.
  const real = join(import.meta.dirname, '../../../metrics/src');
  cpSync(join(real, 'meta.ts'), join(source, 'meta.ts'));
  const args = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', join(source, 'my-distance.ts')];
  const tsc = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
  expect(passes(process.execPath, tsc, ...args)).toEqual({ status: 0, said: '' });
});

test('existing files are not overwritten, and invalid names are rejected', async () => {
  writeFileSync(join(folder, 'kept.test.mjs'), 'mine');
  const { status, stderr } = await asbench(folder, 'new', 'benchmark', 'kept');
  expect([status, stderr]).toEqual([1, expect.stringContaining('kept.test.mjs already exists. Choose another name.')]);
  expect(existsSync(join(folder, 'kept.ts'))).toBe(false);
  expect((await asbench(folder, 'new', 'metric', '9lives')).stderr).toContain('a name starts with a letter');
});
