// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment look like that.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const trace = join(folder, 'trace');
/** A complete benchmark that leaves a trace when it runs. */
const payload = `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(trace)}, '');
${readFileSync(join(import.meta.dirname, '../../../../examples/own-benchmark/away-mobility.ts'), 'utf8')}`;
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
let original: string;
let own: string;
let forgeries = 0;

beforeAll(async () => {
  await withDemo(join(folder, 'home'), 'DailyMobility');
  const args = ['DailyMobility', '--demo', '--people', '3', '-a', 'commuter', '--json'];
  original = jsonOf(await bench('run', ...args)).folder;
  own = basename(original);
});

beforeEach(() => rmSync(trace, { force: true }));

/** A copy of a run whose `run.json` was edited; `files` are added to it. */
function forge(change: object, files: Readonly<Record<string, string>> = {}, path = join(folder, `f${++forgeries}`)) {
  cpSync(original, path, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text, { mode: 0o755 });
  }
  const manifest = JSON.parse(readFileSync(join(path, 'run.json'), 'utf8'));
  writeFileSync(join(path, 'run.json'), JSON.stringify({ ...manifest, ...change }));
  return path;
}

const withBenchmark = (path?: string) => forge({ taskFile: 'task/evil.ts' }, { 'task/evil.ts': payload }, path);
const refused = (path: string) =>
  expect.stringMatching(
    RegExp(`its benchmark ${path}/task/evil.ts was not used, .* list-tasks "?${path}/task/evil.ts`),
  );

test.each([
  ['evaluate DailyMobility RUN', 0],
  ['runs compare RUN OWN', 1],
  ['runs compare OWN RUN', 1],
  ['runs submit-check RUN', 1],
  ['runs gather RUN', 1],
  ['runs resume RUN', 1],
  ['runs reproduce RUN', 1],
  ['explain RUN', 0],
  ['runs report RUN -o report.html', 0],
  // The demo data of the run are missing in this home, and its benchmark makes them.
  ['--home-dir fresh export RUN --table stays', 1],
  ['run DailyMobility --replay RUN', 1],
])('%s runs no benchmark that only a run folder names', async (line, status) => {
  const path = withBenchmark();
  const ended = await bench(...line.split(' ').map((arg) => ({ RUN: path, OWN: own })[arg] ?? arg));
  expect([ended.status, existsSync(trace)], ended.stderr).toEqual([status, false]);
  // These two never need it.
  if (!/^(evaluate|run) /.test(line)) expect(ended.stderr).toEqual(refused(path));
});

test('verifying, packing and opening a packed run execute no code of the run', async () => {
  const path = withBenchmark();
  const zip = join(folder, 'foreign.zip');
  const found = await bench('runs', 'verify', path);
  expect([found.status, found.stdout]).toEqual([
    1,
    expect.stringContaining('edited after the run: taskFile in run.json.'),
  ]);
  expect((await bench('runs', 'pack', path, '-o', zip)).status).toBe(0);
  for (const line of [
    `runs verify ${zip}`,
    `runs report ${zip} -o zip.html`,
    `evaluate DailyMobility ${zip}`,
    `runs submit-check ${zip}`,
  ])
    await bench(...line.split(/(?<=^runs) | (?=\/|[a-z-]+\.html|DailyMobility|-o)/));
  expect(existsSync(trace)).toBe(false);
});

test('explain and report show the scores of a run without its benchmark', async () => {
  const path = withBenchmark();
  expect((await bench('explain', path)).stdout).toMatch(/^Score \d/m);
  expect((await bench('runs', 'report', path, '-o', 'shown.html')).status).toBe(0);
  expect(readFileSync(join(folder, 'shown.html'), 'utf8')).toContain('final_score');
});

test('leaderboard --rebuild lists a run without running its benchmark, also from the home of another user', async () => {
  const path = withBenchmark(join(folder, 'home', 'runs', 'forged'));
  const shipped = withBenchmark(join(folder, 'others', 'runs', 'shipped'));
  // What the record of the other home says does not count.
  const recorded = await asbench(folder, '--home-dir', 'others', 'list-tasks', join(shipped, 'task', 'evil.ts'));
  expect(recorded.status, recorded.stderr).toBe(0);
  rmSync(trace);
  const { status, stderr, stdout } = await bench('runs', 'leaderboard', '--rebuild', '--also', 'others', '--json');
  expect([status, existsSync(trace)], stderr).toEqual([0, false]);
  expect(stderr).toEqual(refused(path));
  expect(stderr).toEqual(refused(shipped));
  expect(stdout).toContain('final_score');
  rmSync(path, { recursive: true });
});

test('the record of a home that contains the run does not count unless the user names that home', async () => {
  const copy = join(folder, 'copy', 'runs', 'forged');
  const path = withBenchmark(copy);
  const recorded = await asbench(folder, '--home-dir', 'copy', 'list-tasks', join(path, 'task', 'evil.ts'));
  expect(recorded.status, recorded.stderr).toBe(0);
  rmSync(trace);
  for (const command of ['explain', 'runs resume', 'runs gather', 'runs reproduce']) {
    const ended = await asbench(folder, ...command.split(' '), path);
    expect([existsSync(trace), ended.stderr]).toEqual([false, refused(path)]);
  }
});

test('no name in a run or a results file is taken for the path of a file', async () => {
  writeFileSync(join(folder, 'evil.ts'), payload);
  const named = forge({ task: 'evil.ts' });
  const results = JSON.parse(readFileSync(join(original, 'results.json'), 'utf8'));
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify({ ...results, metadata: { ...results.metadata, task_name: 'evil.ts' } }));
  for (const path of [named, file])
    for (const args of [
      ['runs', 'submit-check', path],
      ['runs', 'compare', path, path],
      ['explain', path],
      ['runs', 'resume', path],
    ]) {
      await bench(...args);
      expect([args, existsSync(trace)]).toEqual([args, false]);
    }
});

test('a benchmark in a run folder runs once the user has named its file, until it changes', async () => {
  const path = withBenchmark();
  const file = join(path, 'task', 'evil.ts');
  writeFileSync(file, `import './deep.mjs';\n${payload}`);
  writeFileSync(join(path, 'task', 'deep.mjs'), '');
  expect((await bench('list-tasks', file)).status).toBe(0);
  expect((await bench('explain', path)).stderr).toBe('');
  writeFileSync(join(path, 'task', 'deep.mjs'), '// changed\n');
  expect((await bench('explain', path)).stderr).toEqual(refused(path));
});

test('resume sends no keys to the server of a configuration that only a run folder names', async () => {
  const config = 'llm: {provider: vllm, base_url: "http://127.0.0.1:9/v1", model: m, api_key: "${OWN_KEY}"}\n';
  const path = forge({ models: ['vllm/m'], configPath: 'evil.yml' }, { 'evil.yml': config });
  const file = join(path, 'evil.yml');
  const ended = await bench('runs', 'resume', path);
  expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining(`its configuration ${file} was not used`)]);
  expect(ended.stderr).toMatch(/which server receives your keys\. Pass one: asbench runs resume .* -c /);
  // Read only when the user names it.
  const named = await bench('runs', 'resume', path, '-c', file);
  expect(named.stderr).toContain('the environment variable OWN_KEY is not set');
});

test('the agent of a run from elsewhere is named before it runs, and an interpreter in its folder is not used', async () => {
  const agent = 'raise SystemExit(1)\n';
  const hash = createHash('sha256').update(agent).digest('hex');
  const evil = `#!/bin/sh\ntouch '${trace}'\n`;
  const python = join(folder, 'evil.sh');
  writeFileSync(python, evil, { mode: 0o755 });
  const source = { file: 'agent/mine.py', python };
  const path = forge({ agent: { source, hash, params: {} } }, { 'agent/mine.py': agent, 'calls.ndjson': '' });
  for (const args of [
    ['runs', 'reproduce', path],
    ['run', 'DailyMobility', '--replay', path],
  ]) {
    const ended = await bench(...args);
    expect([ended.status, existsSync(trace)]).toEqual([1, false]);
    const file = join(path, 'agent', 'mine.py');
    expect(ended.stderr).toMatch(`runs the agent ${file}, which is in the run folder, with python`);
  }
});

test('the command that a stopped run prints finishes it, although its home is named by its configuration', async () => {
  writeFileSync(join(folder, 'c.yml'), 'llm: {provider: scripted}\nenv: {home_dir: mine}\n');
  const args = ['DailyMobility', '--demo', '--people', '2', '-a', 'diarist', '-c', 'c.yml', '--max-calls', '1'];
  const stopped = await asbench(folder, 'run', ...args);
  const [, path] = /To finish it: asbench runs resume "?([^"\n]+)"? -c c\.yml$/m.exec(stopped.stdout) ?? [];
  expect(path, stopped.stdout).toBe(join(folder, 'mine', 'runs', 'daily-mobility-1'));
  const unnamed = await asbench(folder, 'runs', 'resume', path!);
  expect([unnamed.status, unnamed.stderr]).toEqual([1, expect.stringContaining(join(folder, 'c.yml'))]);
  const resumed = await asbench(folder, 'runs', 'resume', path!, '-c', 'c.yml', '--allow-problems');
  expect(resumed.status, resumed.stderr).toBe(0);
  // In the home in which it was named, the configuration need not be named again.
  expect((await asbench(folder, '--home-dir', 'mine', 'runs', 'resume', path!, '--allow-problems')).status).toBe(0);
});
