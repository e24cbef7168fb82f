import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withScales } from '../../../benchmarks/src/demo.fixture.js';
import {
  asbench,
  asbenchKilled,
  bytesIn,
  bytesOf,
  jsonOf,
  makeDatasets,
  momentsOfKills,
  testFolder,
} from './asbench.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 40);
const home = join(folder, 'home');
await withScales(home);

/** One home folder for all tests, so that the map is prepared and the floor is computed only once. */
const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);

/** Runs a task with `--json`. @returns the printed report. */
async function run(task: string, ...args: string[]) {
  const { stdout, stderr, status } = await bench('run', task, '-d', datasets, '--json', '--allow-problems', ...args);
  expect(status, stderr).toBe(0);
  return { stderr, ...JSON.parse(stdout) };
}
const unscored = ['--mode', 'inference'];

function writeAgent(name: string, body: string, head = ''): string {
  const path = join(folder, name);
  const code = `import { MobilityAgent } from 'itinera';\n${head}export default class Mine extends MobilityAgent {\n${body}\n}\n`;
  writeFileSync(path, code);
  return path;
}

test('a run ends with a score, interval, floor and ceiling in a complete run folder', async () => {
  const { folder: path, scores, problems } = await run('DailyMobility', '-a', 'day-pattern');
  expect(path).toBe(join(home, 'runs', 'daily-mobility-1'));
  expect(problems).toBe(0);
  expect(scores.run).toMatchObject({ people: 40, problems: 0 });
  expect(scores.final_score).toBeGreaterThan(scores.floor.documented.final_score.value);
  expect(scores.noise.documented.final_score.low).toBeLessThan(scores.final_score);
  for (const name of [
    'run.json',
    'statuses/00000.arrow',
    'events/00000.arrow',
    'trips/00000.arrow',
    'routes/00000.arrow',
    'problems.ndjson',
    'results.json',
    'scores.json',
  ])
    expect(existsSync(join(path, name)), name).toBe(true);
  expect(JSON.parse(readFileSync(join(path, 'scores.json'), 'utf8'))).toEqual(scores);
});

test('the same seed produces the same bytes with one and two threads, another seed different ones', async () => {
  const bytes = async (...args: string[]) =>
    bytesOf((await run('HurricaneMobility', '-a', 'day-pattern', ...args, ...unscored)).folder);
  const first = await bytes('--threads', '1', '--seed', '7');
  expect(await bytes('--threads', '2', '--seed', '7')).toEqual(first);
  expect((await bytes('--seed', '8')).get('statuses/00000.arrow')).not.toEqual(first.get('statuses/00000.arrow'));
});

test('a run that is killed at random moments, even while it is being resumed, ends with the same bytes', async () => {
  const args = ['run', 'DailyMobility', '-a', 'day-pattern', '-d', makeDatasets(join(folder, 'many'), 120)];
  const many = [...args, '--people', '120', '--threads', '1', ...unscored];
  const calm = jsonOf(await bench(...many, '--json'));
  const killed = join(home, 'runs', `daily-mobility-${Number(calm.run.replace('daily-mobility-', '')) + 1}`);
  const all = bytesIn(calm.folder);
  const isBegun = () => existsSync(join(killed, 'run.json'));
  const random = momentsOfKills();
  const killedAt = (share: number, ...words: string[]) =>
    asbenchKilled(folder, () => isBegun() && bytesIn(killed) > share * all, '--home-dir', home, ...words);
  await killedAt(random.between(0, 0.3), ...many);
  await killedAt(random.between(0.3, 0.9), 'runs', 'resume', killed);
  expect(await bench('runs', 'resume', killed)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Kept: \d+ of 120 people\.\n$/),
  });
  expect(bytesOf(killed)).toEqual(bytesOf(calm.folder));
});

test('a damaged or incomplete group is simulated again', async () => {
  const { folder: path, run: name } = await run('DailyMobility', ...unscored);
  const before = bytesOf(path);
  writeFileSync(join(path, 'statuses/00001.arrow'), 'ARROW1 nonsense');
  rmSync(join(path, 'events/00000.arrow'));
  writeFileSync(join(path, 'statuses/00002.arrow.part'), 'half');
  rmSync(join(path, 'results.json'));
  expect(await bench('runs', 'resume', name)).toMatchObject({
    status: 0,
    stderr: `${name} was finished already.\nKept: 8 of 40 people.\n`,
  });
  expect(bytesOf(path)).toEqual(before);
});

test('a changed agent cannot resume a run', async () => {
  const agent = writeAgent('changing.js', 'forward() {}');
  const { run: name } = await run('DailyMobility', '-a', agent, '--people', '2', ...unscored);
  writeFileSync(agent, `${readFileSync(agent, 'utf8')}// changed\n`);
  const { status, stderr } = await bench('runs', 'resume', name);
  expect(status).toBe(1);
  expect(stderr).toContain(`${name}: the agent has changed since the run started`);
});

test('agents that throw, hang, block, end their thread or send forged messages do not end the run', async () => {
  const agent = writeAgent(
    'wild agent.ts',
    `  forward(): unknown {
    const [day, time] = this.environment.getDatetime();
    const first = day === 0 && time === 901;
    if (this.id === 1) throw new Error('never again');
    if (this.id === 2 && first) return new Promise(() => {});
    if (this.id === 3 && first) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (this.id === 4 && first) process.exit(1);
    if (this.id === 5) this.goToAoi('home' as never);
    if (this.id === 6 && first) Promise.reject(new Error('stray'));
    if (this.id === 7 && first)
      for (const kind of ['done', 'stopped', 'failed', 'closed', 'print'])
        process.getBuiltinModule('node:worker_threads').parentPort!.postMessage({ kind, group: 0, message: 'false' });
    console.log('said by', this.id);
    return 'nonsense';
  }`,
  );
  // Person 3 sleeps, so it is ended after ten times the limit.
  const few = ['--people', '20', '--step-timeout', '2', ...unscored];
  const { folder: path, problems } = await run('DailyMobility', '-a', agent, ...few);
  expect(problems).toBe(100 + 1 + 1 + 1 + 100 + 1);
  const lines = readFileSync(join(path, 'problems.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([...new Map(lines.map(({ person, kind }) => [person, kind]))]).toEqual([
    [1, 'threw'],
    [2, 'timed-out'],
    [3, 'blocked'],
    [4, 'crashed'],
    [5, 'threw'],
    [6, 'not-awaited'],
  ]);
  expect(lines[0].message).toBe('Error: never again (wild agent.ts:6)');
  const prints = readFileSync(join(path, 'prints.log'), 'utf8');
  expect(prints).toContain('person 20: said by 20\n');
  expect(prints).toContain('person 6: Unawaited rejection: Error: stray');
});

test('an agent that changes a built-in object is reported as a user error', async () => {
  const agent = writeAgent('builder.ts', '  forward(): void {\n    Array.prototype.push = () => { throw 1; };\n  }');
  const { status, stderr } = await bench('run', 'DailyMobility', '-d', datasets, '-a', agent, '--people', '4');
  expect([status, stderr]).toEqual([1, expect.stringContaining('The agent has changed Array.prototype.push')]);
});

test('direct writes and off-heap memory are limited and do not affect other people', async () => {
  const agent = writeAgent(
    'hoarder.ts',
    `  static kept: Uint8Array[] = [];
  // Memory that is not written to does not count.
  static keep(bytes: Uint8Array) {
    for (let page = 0; page < bytes.length; page += 4096) bytes[page] = 1;
    Hoarder.kept.push(bytes);
  }
  forward(): void {
    const [day, time] = this.environment.getDatetime();
    const first = day === 0 && time === 901;
    if (this.id === 1 && first) for (let i = 0; i < 3000; i++) process.stdout.write('x'.repeat(10_000));
    if (this.id === 2 && first) for (;;) Hoarder.keep(new Uint8Array(2 ** 26));
    if (this.id === 3) process.stderr.write('said by 3');
  }
  static { globalThis.Hoarder = this; }`,
    'declare global { var Hoarder: { keep(bytes: Uint8Array): void; kept: Uint8Array[] }; }\n',
  );
  // Long enough for a slow machine to fill its memory.
  const limits = ['--people', '20', '--threads', '1', '--step-timeout', '600'];
  const { folder: path, problems } = await run('DailyMobility', '-a', agent, ...limits, ...unscored);
  expect(problems).toBe(1);
  const [line] = readFileSync(join(path, 'problems.ndjson'), 'utf8').split('\n');
  expect(JSON.parse(line!)).toMatchObject({
    person: 2,
    kind: 'crashed',
    message: expect.stringContaining('used more than 1536 MB of memory'),
  });
  const prints = readFileSync(join(path, 'prints.log'), 'utf8');
  expect(prints.length).toBeLessThan(2 * 5_100_000);
  expect(prints).toContain('More than 5000000 characters were printed; the rest is omitted.');
});

test('unawaited work that fails is reported at the step that started it, with any number of threads', async () => {
  const agent = writeAgent(
    'careless.ts',
    `  async later(what: string) {
    await null;
    throw new Error(what);
  }
  forward() {
    const [day, time] = this.environment.getDatetime();
    if (day > 0) return;
    if (this.id === 2 && time === 901) Promise.reject(new Error('at once'));
    if (this.id === 20 && time === 1801) return this.waits();
    if (this.id === 20 && time === 2701) throw new Error('after that');
    if (this.id === 21) for (const what of ['b', 'a']) void this.later(what);
  }
  async waits() {
    void this.later('while it waits');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  override async close() {
    if (this.id === 22) throw new Error('at the end');
  }`,
  );
  writeFileSync(agent, `Promise.reject(new Error('when loaded'));\n${readFileSync(agent, 'utf8')}`);
  const careless = ['-a', agent, '--people', '40', ...unscored];
  const one = await run('DailyMobility', ...careless, '--threads', '1');
  const lines = readFileSync(join(one.folder, 'problems.ndjson'), 'utf8');
  const problems = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ person, day, t, kind, message }) => [person, day, t, kind, message.replace(/ \(.*/, '')]);
  expect(problems.filter(([person]) => person !== 21)).toEqual([
    [null, 0, 1, 'not-awaited', 'Error: when loaded'],
    [2, 0, 901, 'not-awaited', 'Error: at once'],
    [20, 0, 1801, 'not-awaited', 'Error: while it waits'],
    [20, 0, 2701, 'threw', 'Error: after that'],
    [22, 1, 2701, 'threw', 'Error: at the end'],
  ]);
  expect(problems.filter(([person]) => person === 21).slice(0, 3)).toEqual([
    [21, 0, 1, 'not-awaited', 'Error: a'],
    [21, 0, 1, 'not-awaited', 'Error: b'],
    [21, 0, 901, 'not-awaited', 'Error: a'],
  ]);
  expect(one.problems).toBe(5 + 2 * 96);
  const { stdout } = await bench('run', 'DailyMobility', '-d', datasets, ...careless, '--threads', '2');
  expect(stdout).toContain("the agent's file: not-awaited: Error: when loaded");
  const two = resolve(folder, /Run: (.*)/.exec(stdout)![1]!);
  expect(readFileSync(join(two, 'problems.ndjson'), 'utf8')).toBe(lines);
});

test('Math.random in an agent depends only on the seed, even after an await', async () => {
  const agent = writeAgent(
    'dice.ts',
    `  async forward() {
    await new Promise((resolve) => setTimeout(resolve, this.id % 3));
    const ids = this.environment.getAoiIds();
    if (Math.random() < 0.2) this.goToAoi(ids[Math.floor(Math.random() * ids.length)]!);
  }`,
  );
  const bytes = async () => bytesOf((await run('DailyMobility', '-a', agent, '--people', '6', ...unscored)).folder);
  expect(await bytes()).toEqual(await bytes());
});

test('options can precede or follow the task, and unknown keys of a configuration cause warnings', async () => {
  writeFileSync(join(folder, 'c.yml'), 'lmm: []\n');
  const args = ['--config', 'c.yml', '--agent', 'random', '--mode', 'inference', '-d', datasets, '--people', '3'];
  const { stdout, stderr, status } = await bench('run', ...args, 'HurricaneMobility');
  expect(status).toBe(0);
  expect(stderr).toContain('unknown key "lmm" is ignored. Did you mean "llm"?');
  const path = resolve(folder, /Run: (.*)/.exec(stdout)![1]!);
  expect(existsSync(join(path, 'results.pkl'))).toBe(true);
  expect(existsSync(join(path, 'scores.json'))).toBe(false);
});

test('an agent can have a separate configuration with parameters; its number is ignored, as in the original', async () => {
  mkdirSync(join(folder, 'agents'), { recursive: true });
  const config = 'agent_class: ./mine.ts\nnumber: 1\nagent_params: {greeting: hello}\n';
  writeFileSync(join(folder, 'agents', 'agent.yml'), config);
  writeAgent('agents/mine.ts', '  forward() { console.log(this.params.greeting); }');
  const few = ['--people', '5', ...unscored];
  const { folder: path, stderr } = await run('DailyMobility', '-a', 'agents/agent.yml', ...few);
  expect(stderr).toContain('agent.yml: number: 1 is ignored, as in the original: all people are simulated.');
  expect(readFileSync(join(path, 'prints.log'), 'utf8')).toContain('person 5: hello\n');
});

test('several seeds produce a mean and its spread', async () => {
  const { runs, summary } = await run('DailyMobility', '-a', 'day-pattern', '--seeds', '2', '--people', '4');
  expect(runs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2]);
  expect(summary.n).toBe(2);
  expect(summary.low).toBeLessThanOrEqual(summary.mean);
});

test('Python reads the pickled results', ({ skip }) => {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (python === undefined) return skip('Python is not installed');
  const file = join(home, 'runs', 'daily-mobility-1', 'results.pkl');
  const script = `import pickle, json
d = pickle.load(open(${JSON.stringify(file)}, 'rb'))
print(json.dumps([list(d), sorted(d['results']), len(d['results']['gyration_radius']), sorted(d['metadata'])]))`;
  const { stdout, stderr } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  expect(JSON.parse(stdout || stderr)).toEqual([
    ['results', 'metadata'],
    ['daily_location_numbers', 'gyration_radius', 'intention_proportions', 'intention_sequences'],
    40,
    [
      'agent',
      'agent_filename',
      'config',
      'execution_time',
      'exp_id',
      'llm',
      'mode',
      'result_filename',
      'task_name',
      'tenant_id',
    ],
  ]);
});

test('compare, evaluate and the leaderboard read runs', async () => {
  const floor = await run('DailyMobility', '-a', 'random');
  const compared = jsonOf(await bench('runs', 'compare', 'daily-mobility-1', floor.run, '--json'));
  expect(compared.task).toBe('DailyMobility');
  expect(compared.documented.final_score.value).toBeGreaterThan(0);
  const boards = (await bench('runs', 'leaderboard', 'DailyMobility', '--json')).stdout;
  const [board] = JSON.parse(boards);
  const agents = board.entries.map(({ agent }: { agent: string }) => agent);
  expect(agents[0]).toBe('day-pattern');
  expect(agents.at(-1)).toMatch(/random|wild agent\.ts|mine\.ts/);
  const evaluated = jsonOf(await bench('evaluate', 'DailyMobility', floor.run, '--json'));
  expect(evaluated).toEqual({ ...floor.scores, warnings: [] });
  const file = join(floor.folder, 'results.pkl');
  const scores = jsonOf(await bench('evaluate', 'DailyMobility', file, '-d', datasets, '--json', '-af', 'x.ts'));
  expect(scores.final_score).toBe(floor.scores.final_score);
});

test('synthetic data have a separate board, and comparing them with other data causes a warning', async () => {
  const madeUp = join(folder, 'made-up');
  cpSync(join(datasets, 'DailyMobility'), madeUp, { recursive: true });
  writeFileSync(join(madeUp, 'SYNTHETIC.md'), '# Synthetic data');
  await bench('run', 'DailyMobility', '-d', madeUp, '-a', 'random', '--people', '8');
  const boards = jsonOf(await bench('runs', 'leaderboard', 'DailyMobility', '--json'));
  expect(new Set(boards.map(({ synthetic }: { synthetic: boolean }) => synthetic))).toEqual(new Set([false, true]));
  expect((await bench('runs', 'leaderboard')).stdout).toContain('SYNTHETIC data');
  const run = boards.find(({ synthetic }: { synthetic: boolean }) => synthetic).entries[0].run;
  expect((await bench('runs', 'compare', 'daily-mobility-1', run)).stderr).toMatch(
    /Both are compared with the truth in .*datasets/,
  );
});

test('user errors are reported with the next step and leave no run behind', async () => {
  const runs = () => readdirSync(join(home, 'runs')).length;
  const before = runs();
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'profiles.json'), '[{"id": 1, "home": 3}]');
  const map = join(datasets, 'DailyMobility', 'map.pb');
  for (const [args, code, text] of [
    [['run', 'NoMobility'], 1, 'Unknown task NoMobility. Tasks: DailyMobility, HurricaneMobility, DiaryDay.'],
    [['run', 'DailyMobility', '-a', 'nobody', '-d', datasets], 1, 'Unknown agent nobody. Built-in agents: '],
    [['run', 'DailyMobility', '-d', join(folder, 'nowhere')], 1, 'folder not found'],
    [['run', 'DailyMobility', '-d', elsewhere], 1, 'contains no map. Pass one: --map city.pb'],
    [
      ['run', 'DailyMobility', '-d', elsewhere, '--map', map],
      1,
      '1 of 1 people live in AOIs that are missing in this map',
    ],
    [['run', 'DailyMobility', '--callback-url', 'me'], 2, 'Expected a URL such as https://'],
    [['run', 'DailyMobility', '--callback-url', 'https://a:pw@b.org'], 2, '--callback-url: A user name or password'],
    [['runs', 'check-agent', 'mine.ts'], 1, 'mine.ts: expected a Python agent'],
    [['run', 'DailyMobility', '--seed', 'x'], 2, 'Expected a whole number'],
    [['run'], 2, "missing required argument 'task'\nAdd --help"],
    [['runs', 'resume', 'nothing'], 1, 'nothing is not a run folder'],
    [
      ['evaluate', 'HurricaneMobility', 'daily-mobility-1'],
      1,
      'contains results of DailyMobility, not HurricaneMobility',
    ],
  ] as const) {
    const { status, stderr } = await bench(...args);
    expect([status, stderr], args.join(' ')).toEqual([code, expect.stringContaining(text)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
  expect(runs()).toBe(before);
});
