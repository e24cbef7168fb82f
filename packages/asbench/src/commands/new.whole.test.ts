import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DEFAULT_HOME } from '@itinera/run';
import { beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { helpExamples } from '../help/examples.js';
import { asbench, jsonOf, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bin = join(folder, 'node_modules', '.bin');
mkdirSync(bin, { recursive: true });
symlinkSync(program, join(bin, 'asbench'));
// asbench is on the PATH alone; npx, which takes a second, is tested with the packed program.
writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
beforeAll(async () => {
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(join(folder, DEFAULT_HOME), task);
});

// node:test marks its child processes.
const env = {
  ...process.env,
  NODE_TEST_CONTEXT: undefined,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
};
const passes = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env });
  return { status, said: `${stdout}${stderr}` };
};

const run = async (agent: string, task: string, people: string, ...more: string[]) =>
  jsonOf(await asbench(folder, 'run', task, '--demo', '--people', people, '--agent', agent, '--json', ...more));

test('an agent in Python comes with a passing test, and its people go out in the evening', async () => {
  const { stdout, status } = await asbench(folder, 'new', 'agent', 'py-agent', '--in-python');
  expect([status, existsSync(join(folder, 'py_agent.py'))]).toEqual([0, true]);
  expect(stdout).toContain('asbench run DailyMobility --agent py_agent.py');
  expect(passes('python3', '-m', 'unittest', 'test_py_agent')).toMatchObject({
    status: 0,
    said: expect.stringContaining('OK'),
  });
  const { folder: path } = await run('py_agent.py', 'DailyMobility', '20', '-m', 'inference', '--threads', '1');
  expect(readFileSync(join(path, 'statuses', '00000.arrow'), 'utf8')).toContain('leisure and entertainment');
});

test.each([
  ['an agent', ['agent', 'storm-agent', '--task', 'HurricaneMobility'], 'storm-agent'],
  ['a benchmark', ['benchmark', 'at-home'], 'at-home'],
  ['a metric', ['metric', 'my-distance'], 'my-distance'],
])('%s comes with a test that passes', async (_name, words, stem) => {
  expect((await asbench(folder, 'new', ...words)).status).toBe(0);
  const { status, said } = passes(process.execPath, '--test', `${stem}.test.mjs`);
  expect(said).toMatch(/[#ℹ] pass [12]\n[#ℹ] fail 0/);
  expect(status).toBe(0);
});

// Their tests are those of the agents above, with other words, which are checked here.
test.each([
  ['in Python', 'asking.py', 'DailyMobility', 'test_asking.py'],
  ['in TypeScript', 'thinker.ts', 'HurricaneMobility', 'thinker.test.mjs'],
])('an agent %s that calls a model runs as in its test', async (_name, agent, task, tested) => {
  expect((await asbench(folder, 'new', 'agent', agent, '--llm', '--task', task)).status).toBe(0);
  const config = agent.replace(/\.\w+$/, '.yml');
  expect(readFileSync(join(folder, tested), 'utf8').replace(/[",]/g, '')).toContain(`${agent} --config ${config}`);
  const { folder: path, problems } = await run(agent, task, '5', '--config', config, '-m', 'inference');
  expect(problems).toBe(0);
  expect(readFileSync(join(path, 'calls.ndjson'), 'utf8')).toMatch(/seven in the evening|on a weekday/);
  const forgotten = await asbench(folder, 'run', task, '--demo', '--people', '5', '--agent', agent);
  expect(forgotten.stdout).toMatch(new RegExp(`To finish it: asbench runs resume .+ -c ${config}\\n`));
  if (agent.endsWith('.py')) expect((await asbench(folder, 'runs', 'check-agent', '--try', agent)).status).toBe(0);
});

test('the example of study evolve improves the agent that new writes', async () => {
  const [example] = helpExamples['study evolve']!;
  const agent = example.split(' ').find((word) => word.endsWith('.ts'))!;
  expect((await asbench(folder, 'new', 'agent', agent)).status).toBe(0);
  const small = ['--demo', '--people', '3', '--candidates', '1', '--rungs', '1'];
  const { status, stdout, stderr } = await asbench(folder, ...example.split(' '), ...small);
  expect([status, stdout], stderr).toEqual([0, expect.stringMatching(/evening=0\.\d+/)]);
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
  expect(await run('gale.py', 'HurricaneMobility', '5')).toMatchObject({
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
  expect((await asbench(folder, 'new', 'agent', 'json.py')).stderr).toContain('json.py would hide the module json');
});

test('what to try next names the file that was written, whatever ending was typed', async () => {
  const tried = async (...words: string[]) => (await asbench(folder, 'new', ...words)).stdout.split('Try it: ')[1];
  expect(await tried('benchmark', 'in/typed.js')).toBe(`asbench run ${join('in', 'typed.ts')}\n`);
  expect(await tried('metric', 'in/other.ts')).toBe(`node --test ${join('in', 'other.test.mjs')}\n`);
});
