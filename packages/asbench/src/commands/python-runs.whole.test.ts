import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunFolder, readManifest, readTrips } from '@itinera/run';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { hasPython, pythonFixture } from '../../../engine/src/python/toy-host.fixture.js';
import { asbench, bytesOf, makeDatasets, momentsOfKills, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const home = join(folder, 'home');
const agents = join(folder, 'my agents');
mkdirSync(agents);
const config = join(folder, 'C.yml');
writeFileSync(config, 'llm:\n  - provider: scripted\n');

/** Marks that this process has begun, and waits until one was killed. */
const BEGIN = `def begin(folder):
    if not os.path.exists(f"{folder}/{os.getpid()}"):
        open(f"{folder}/{os.getpid()}", "w").close()
    while not os.path.exists(f"{folder}/killed"):
        time.sleep(0.01)
`;

/** The fixture as on Windows: with CRLF line endings, in a folder with a space in its name. */
function windowsAgent(name: string): string {
  const path = join(agents, name);
  writeFileSync(path, readFileSync(pythonFixture(name), 'utf8').replaceAll('\n', '\r\n'));
  return path;
}

const bench = (...args: string[]) => asbench(folder, '--home-dir', home, ...args);

/** Starts the command line in a process, whose end can be awaited. */
function started(...args: string[]) {
  const child = spawn(process.execPath, [program, '--home-dir', home, ...args], { cwd: folder });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk) => {
      output[stream] += chunk;
    });
  return new Promise<typeof output & { status: number | null }>((resolve) =>
    child.on('close', (status) => resolve({ ...output, status })),
  );
}

function report({ stdout, stderr, status }: { stdout: string; stderr: string; status: number | null }) {
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Rows, events, problems and results of a run, without its date and agent. */
function livesOf(run: string): Map<string, string> {
  const lives = [...bytesOf(run)].filter(([name]) => /^(statuses|events|problems)/.test(name));
  const { results } = JSON.parse(readFileSync(join(run, 'results.json'), 'utf8'));
  return new Map([
    ...lives.map(([name, bytes]) => [name, bytes.toString('base64')] as const),
    ['results', JSON.stringify(results)],
  ]);
}

describe.skipIf(!hasPython)('runs with agents in Python', () => {
  const datasets = makeDatasets(folder, 16);
  const single = ['--threads', '1'];
  const run = async (task: string, agent: string, ...more: string[]) =>
    report(await bench('run', task, '-d', datasets, '-a', agent, ...single, '--json', '--allow-problems', ...more));

  test.each([
    // In a village no trip spans two rows, so the second part of HurricaneMobility has no value.
    ['HurricaneMobility', 'document_hurricane.py', 'change_rate_score'],
    ['DailyMobility', 'document_daily.py', 'final_score'],
  ])("%s: the document's example scores from the document's command line", async (task, file, score) => {
    const agent = windowsAgent(file);
    const line = ['run', '--config', config, '--agent', agent, '-d', datasets, '--people', '4', ...single, '--json'];
    const inference = report(await bench(...line, '--mode', 'inference', task));
    expect(inference.problems).toBe(0);
    const tested = report(await bench(...line, '--mode', 'test', '--allow-problems', task));
    expect(tested.scores.documented[score]).toEqual(expect.any(Number));
    expect(tested.scores.reference.final_score).toEqual(expect.any(Number));
    expect(livesOf(inference.folder)).toEqual(livesOf(tested.folder));
    const { stdout, status } = await bench('evaluate', task, inference.run, '-d', datasets, '--json');
    expect(JSON.parse(stdout).documented).toEqual(tested.scores.documented);
    // Without a final score, `evaluate && submit` stops.
    expect(status).toBe(tested.scores.documented.final_score === null ? 1 : 0);
  });

  test.each(['document_hurricane.py', 'on_the_hour.py'])(
    '%s, which departs on the step, gets a score of HurricaneMobility on the demo data',
    async (file) => {
      await withDemo(home, 'HurricaneMobility');
      const line = ['run', 'HurricaneMobility', '--demo', '--people', '4', '-a', windowsAgent(file), ...single];
      const { stdout, stderr, status } = await bench(...line);
      expect(status, stderr).toBe(0);
      expect(stderr).not.toContain('counts a trip only');
      expect(stdout).toContain(`${file}, an agent in Python, scores `);
    },
  );

  test('an agent that calls a model without a configured one stops the run, even if it catches the error', async () => {
    const { status, stdout } = await bench('run', 'DailyMobility', '-d', datasets, '-a', windowsAgent('diary.py'));
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('the agent requires a language model, and none is configured'),
    ]);
  });

  test('the same rule in Python and in TypeScript produces the same bytes', async () => {
    copyFileSync(pythonFixture('same-rule.ts'), join(agents, 'same-rule.ts'));
    const few = ['--people', '6', '--mode', 'inference'];
    const inPython = await run('DailyMobility', windowsAgent('same_rule.py'), ...few);
    const inTypeScript = await run('DailyMobility', join(agents, 'same-rule.ts'), ...few);
    expect(inPython.problems).toBe(inTypeScript.problems);
    const rows = livesOf(inTypeScript.folder);
    expect(rows.get('statuses/00000.arrow')!.length).toBeGreaterThan(1000);
    expect(livesOf(inPython.folder)).toEqual(rows);
  });

  test.skipIf(process.platform === 'win32')(
    'a run whose Python process is killed up to three times ends like an uninterrupted one',
    async () => {
      // Every process says when it has begun its first step; until one was killed, it waits there.
      const begun = join(folder, 'begun');
      mkdirSync(begun);
      const agent = join(agents, 'mortal.py');
      const note = `begin(${JSON.stringify(begun)})`;
      const source = readFileSync(pythonFixture('chancy.py'), 'utf8').replace(
        'import asyncio',
        `import asyncio\nimport os\nimport time\n\n\n${BEGIN}`,
      );
      writeFileSync(agent, source.replace('        day, time', `        ${note}\n        day, time`));
      const args = [
        'run',
        'DailyMobility',
        '-d',
        datasets,
        '-a',
        agent,
        '-c',
        config,
        '-m',
        'inference',
        '--people',
        '4',
        '--json',
      ];
      writeFileSync(join(begun, 'killed'), '');
      const calm = report(await bench(...args));
      rmSync(begun, { recursive: true });
      mkdirSync(begun);
      const ended = started(...args);
      const random = momentsOfKills();
      let kills = 0;
      let over = false;
      void ended.then(() => {
        over = true;
      });
      const killed = new Set<string>();
      while (!over && kills < 3) {
        await new Promise((resolve) => setTimeout(resolve, kills === 0 ? 20 : random.between(50, 500)));
        for (const pid of readdirSync(begun).filter((name) => name !== 'killed' && !killed.has(name))) {
          killed.add(pid);
          if (!isKilled(Number(pid))) continue;
          writeFileSync(join(begun, 'killed'), '');
          kills++;
        }
      }
      const disturbed = report(await ended);
      expect(kills).toBeGreaterThan(0);
      expect(disturbed.problems).toBe(0);
      expect(livesOf(disturbed.folder)).toEqual(livesOf(calm.folder));
    },
  );

  test('a quota shared by people is filled in the same way with any number of threads, step by step', async () => {
    const args = ['-a', pythonFixture('quota.py'), '-m', 'inference', '--people', '6', '--json'];
    const quota = (threads: string) => bench('run', 'DailyMobility', '-d', datasets, ...args, '--threads', threads);
    const one = await quota('1');
    expect(livesOf(report(await quota('4')).folder)).toEqual(livesOf(report(one).folder));
    expect(one.stderr).toMatch(/run in step, in one process: QuotaAgent\.taken \(quota\.py:\d+\), WAITING/);
  });

  test('people who exchange messages are one group, with the same rows for any number of threads', async () => {
    const args = [
      '-a',
      pythonFixture('talkers.py'),
      '-m',
      'inference',
      '--people',
      '12',
      '-c',
      config,
      '--json',
      '--allow-problems',
    ];
    const talk = (...more: string[]) => bench('run', 'DailyMobility', '-d', datasets, ...args, ...more);
    const one = await talk('--threads', '1');
    expect(one.stderr).toMatch(/exchanges messages, so its people run in step, in one group: send_message_to_agent \(/);
    expect(livesOf(report(await talk('--threads', '4')).folder)).toEqual(livesOf(report(one).folder));
    // The message that each person 2 objects to has arrived.
    expect(report(one).problems).toBeGreaterThan(0);
    const few = (...more: string[]) => talk('--people', '3', ...more);
    expect((await few('--part', '1/2')).stderr).toContain('so the run is one group and cannot be split');
    expect((await few('--order', 'free')).stderr).toMatch(
      /--order free: people who exchange messages \(.*\) run in step/,
    );
  });

  test('quotas of any shape result in the trips of --order step with several threads', async () => {
    const quotas = (...more: string[]) =>
      run('DailyMobility', pythonFixture('shared_shapes.py'), '-m', 'inference', '--people', '10', ...more);
    const { folder: path } = await quotas('--order', 'step');
    expect(livesOf((await quotas('--threads', '2')).folder)).toEqual(livesOf(path));
    const lockStep = new RunFolder(path);
    const trips = [...readTrips(lockStep, readManifest(lockStep))];
    // Two people share each of the five quotas.
    expect(trips.length).toBeLessThanOrEqual(5 * 6);
    expect(trips.length).toBeGreaterThan(5);
  });

  test('a schedule that is set or cleared during a trip stops the person until the next departure', async () => {
    const { folder: at } = await run(
      'DailyMobility',
      windowsAgent('changes_mind.py'),
      '--people',
      '4',
      '-m',
      'inference',
    );
    const lines = readFileSync(join(at, 'prints.log'), 'utf8').trim().split('\n');
    const printed = (id: number) => lines.filter((line) => line.includes(`person ${id}`)).map((line) => line.trim());
    for (const id of [1, 2, 3, 4]) {
      const words = printed(id).map((line) => line.split(' ').slice(2));
      const [[, status = '', ...place], ...after] = words.slice(1) as [string[], ...string[][]];
      // As in the original, bicycles are pushed and count as walking.
      expect(status).toBe(id % 2 ? '3' : '2');
      expect(place.join(' ')).toMatch(/^\{'x'/);
      const stood = id <= 2 ? after : after.slice(0, 3);
      expect(stood.map(([, ...rest]) => rest)).toEqual(stood.map(() => ['1', ...place]));
      if (id > 2) expect(after.at(-1)!.slice(1)).toEqual(['1', 'at', 'work']);
    }
  });

  test('tokens are counted over all people of the process, equally when a run is repeated', async () => {
    const agent = windowsAgent('counts_tokens.py');
    const args = ['DailyMobility', agent, '-c', config, '--people', '4', '-m', 'inference'] as const;
    const first = await run(...args);
    const printed = readFileSync(join(first.folder, 'prints.log'), 'utf8');
    const [calls, prompt, completion] = printed.trim().split('\n').at(-1)!.split(' ').slice(2).map(Number);
    expect(calls).toBe(4 * 25);
    const { input, output } = callsOf(first.folder);
    expect([prompt, completion]).toEqual([input, output]);
    expect(prompt).toBeGreaterThan(2000);
    for (const again of [
      await run(...args, '--threads', '2'),
      await run('DailyMobility', agent, '--replay', first.run, '-m', 'inference'),
    ])
      expect(livesOf(again.folder)).toEqual(livesOf(first.folder));
  });

  test('unawaited work that fails is reported at the step that started it, and a failing close() at the last step', async () => {
    const args = ['careless.py', '-c', config, '--people', '6', '--mode', 'inference'] as const;
    const careless = () => run('DailyMobility', windowsAgent(args[0]), ...args.slice(1));
    const runs = [await careless(), await careless()];
    const [first, again] = runs.map((each) => readFileSync(join(each.folder, 'problems.ndjson'), 'utf8'));
    const problems = first!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(problems.map(({ person, day, t, kind, message }) => [person, day, t, kind, message])).toEqual([
      [1, 1, 2701, 'not-awaited', "KeyError: 'the answer' (careless.py:15)"],
      [2, 0, 901, 'not-awaited', 'ValueError: alone (careless.py:11)'],
      [4, 0, 901, 'not-awaited', 'ValueError: a (careless.py:11)'],
      [4, 0, 901, 'not-awaited', 'ValueError: b (careless.py:11)'],
      [4, 1, 2701, 'threw', 'RuntimeError: at the end (careless.py:37)'],
      [5, 1, 2701, 'threw', 'RuntimeError: at the end (careless.py:37)'],
    ]);
    expect(again).toBe(first);
  });

  test('the blocks of a configuration are created and appear in the results as in the original', async () => {
    const source = `from agentsociety.agent import Block, BlockOutput, BlockParams
from agentsociety_benchmark.benchmarks import DailyMobilityAgent
class GreetingParams(BlockParams):
    greeting: str = "hello"
class Greeting(Block):
    ParamsType = GreetingParams
    OutputType = BlockOutput
    async def before_forward(self):
        print(self.greeting, self.llm is not None)
class A(DailyMobilityAgent):
    pass
`;
    writeFileSync(join(folder, 'blocks.py'), source);
    const config = 'agent_class: ./blocks.py\nblocks: {Greeting: {greeting: good day}}\n';
    writeFileSync(join(folder, 'blocks.yml'), config);
    const args = ['run', 'DailyMobility', '-d', datasets, '-a', join(folder, 'blocks.yml'), '--people', '1', '--json'];
    const { folder: path } = report(await bench(...args, '-m', 'inference'));
    expect(readFileSync(join(path, 'prints.log'), 'utf8')).toContain('good day True\n');
    expect(readFileSync(join(path, 'results.json'), 'utf8')).toContain('blocks:\\n');
  });

  test('an answer that an agent did not wait for stays abandoned in a replay and after an interruption', async () => {
    const server = await startFaultServer({
      answer: ({ body }) => JSON.stringify({ place: body.messages.at(-1)!.content.length * 7 }),
      latencyMilliseconds: (n) => (n % 3 === 0 ? 1500 : 0),
    });
    onTestFinished(() => server.close());
    const toyModel = join(folder, 'toy-model.json');
    const llm = [{ provider: 'vllm', base_url: server.url, api_key: 'k', model: 'toy' }];
    writeFileSync(toyModel, JSON.stringify({ llm }));
    const agent = windowsAgent('impatient.py');
    const args = ['run', 'HurricaneMobility', '-d', datasets, '-a', agent, '-c', toyModel, '--people', '3', '--json'];
    const served = async (...more: string[]) => report(await bench(...args, '-m', 'inference', ...more));
    const first = await served();
    const calls = readFileSync(join(first.folder, 'calls.ndjson'), 'utf8');
    expect(calls.match(/"reason":"abandoned"/g)!.length).toBeGreaterThan(5);
    const places = calls.split('\n').filter((line) => line.includes('"source":"agent"'));
    const counted = JSON.parse((await bench('runs', 'calls', first.run, '--json')).stdout);
    expect(counted.total.abandoned).toBe(places.length);
    const replayed = await served('--replay', first.run);
    const lives = livesOf(first.folder);
    expect(livesOf(replayed.folder)).toEqual(lives);
    for (const kind of ['statuses', 'events']) rmSync(join(first.folder, kind, '00000.arrow'));
    rmSync(join(first.folder, 'results.json'));
    expect((await bench('runs', 'resume', first.run)).status).toBe(0);
    expect(livesOf(first.folder)).toEqual(lives);
  });
});

/** Kills a process, unless it has ended. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** The total number of tokens of all recorded calls of a run. */
function callsOf(run: string): { input: number; output: number } {
  const lines = readFileSync(join(run, 'calls.ndjson'), 'utf8').trim().split('\n');
  const sum = (key: string) => lines.reduce((all, line) => all + (JSON.parse(line)[key] as number), 0);
  return { input: sum('inputTokens'), output: sum('outputTokens') };
}
