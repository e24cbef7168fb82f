import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import {
  asbenchProcess as asbench,
  makeDatasets,
  momentsOfKills,
  program,
  sameOf,
  testFolder,
} from '../commands/asbench.fixture.js';
import { hashesOfFiles } from './checked-files.js';
import { UnitMaker } from './make-unit.js';
import { type Order, OrderFolder } from './order-folder.js';
import { hasRedis, TestRedis } from './redis.fixture.js';

const folder = testFolder();
const SUBMISSIONS = 40;
const USERS = 4;

/** Predictions that are off by different amounts, and what they are to be. */
function writeSubmissions(to: string): { readonly reference: string; readonly submissions: string } {
  const submissions = join(to, 'submissions');
  mkdirSync(submissions, { recursive: true });
  const rows = (off: number) =>
    Array.from({ length: USERS * 48 }, (_, i) => {
      const [user, slot] = [Math.floor(i / 48), i % 48];
      return `${user},60,${slot},${10 + user + ((slot * off) % 7)},${20 + slot}\n`;
    });
  const write = (path: string, off: number) => writeFileSync(path, `uid,d,t,x,y\n${rows(off).join('')}`);
  for (let n = 0; n < SUBMISSIONS; n++) write(join(submissions, `${100 + n}.csv`), n);
  write(join(to, 'truth.csv'), 0);
  return { reference: join(to, 'truth.csv'), submissions };
}

/** What workers do with an order, without a queue between. */
async function madeOf(home: string, order: Order, number = 0) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const maker = new UnitMaker({ home, threads: 1, signal: new AbortController().signal, warn, note: () => {} });
  const made = OrderFolder.make(home, order);
  return { made, maker, warnings, unit: made.units([number])[0]! };
}

test('a worker takes no file that is another than was ordered, and says so', async () => {
  const home = join(folder, 'changed');
  const { reference, submissions } = writeSubmissions(home);
  const generated = [join(submissions, '100.csv'), join(submissions, '101.csv')];
  const what = { reference, generated, rules: 'humob2023', seed: 1 };
  const order = { kind: 'humob', units: 2, files: await hashesOfFiles([reference, ...generated]), what };
  const { made, maker, unit } = await madeOf(home, order);
  expect(await maker.make(unit)).toBe(true);
  expect(made.outcome(0)).toMatchObject({ result: { users: USERS, geobleu: 1 } });

  writeFileSync(generated[1]!, 'uid,d,t,x,y\n');
  await maker.make(made.units([1])[0]!);
  expect(made.outcome(1)).toEqual({ error: expect.stringContaining('is not the file that was ordered') });
  // Nor one that the order does not name at all.
  const other = { ...order, files: {} };
  const unnamed = await madeOf(home, other);
  await unnamed.maker.make(unnamed.unit);
  expect(unnamed.made.outcome(0)).toEqual({ error: expect.stringContaining('is not the file that was ordered') });
});

test('a worker runs no agent that is another than was ordered', async () => {
  const home = join(folder, 'agent changed');
  mkdirSync(home);
  const agent = join(home, 'agent.ts');
  writeFileSync(agent, "export const help = './part.js';\n");
  const plan = {
    task: 'DailyMobility',
    cells: [{ agent, model: null, map: null, params: {} }],
    seeds: [1],
    terms: { demo: true, people: 16 },
  };
  const order = { kind: 'sweep', units: 1, files: await hashesOfFiles([agent]), what: { plan, shares: 1 } };
  writeFileSync(agent, "throw new Error('run');\n");
  const { made, maker, unit } = await madeOf(home, order);
  await maker.make(unit);
  expect(made.outcome(0)).toEqual({ error: expect.stringContaining('agent.ts: is not the file that was ordered') });
  expect(readdirSync(home)).not.toContain('runs');
});

test('a unit of an order that is not what the queue says, or not there, is made by nobody', async () => {
  const home = join(folder, 'orders');
  const { made, maker, warnings, unit } = await madeOf(home, { kind: 'nothing', units: 1, files: {}, what: null });
  expect(await maker.make({ ...unit, order: '0'.repeat(16) })).toBe(true);
  expect(warnings).toEqual([]);
  expect(await maker.make({ ...unit, hash: '0'.repeat(64) })).toBe(true);
  expect(await maker.make({ ...unit, number: 1 })).toBe(true);
  expect(warnings.join()).toMatch(/not the order that the queue names.*no number 1/s);
  expect(made.made()).toEqual([]);
  await maker.make(unit);
  expect(made.outcome(0)).toEqual({ error: expect.stringContaining('is nothing that this version makes') });
});

describe.skipIf(!hasRedis)('with a Redis, BullMQ and workers (redis-server must be installed)', () => {
  const workers: ChildProcess[] = [];
  const begin = (home: string, address: string) => {
    const args = ['--home-dir', home, 'worker', '--queue', address, '--threads', '1'];
    const worker = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    workers.push(worker);
    return worker;
  };
  const ends = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
  afterAll(() => {
    for (const worker of workers) worker.kill('SIGKILL');
  });

  /** Runs the command line beside others. */
  const ordered = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    return { stdout, stderr, status };
  };

  test('of scorings none is lost when a worker and Redis are killed, and figures are those of one process', async () => {
    const home = join(folder, 'scorings');
    const { reference, submissions } = writeSubmissions(home);
    const args = ['--home-dir', home, 'humob', 'score', submissions, '--reference', reference, '--json'];
    const expected = asbench(folder, ...args);
    expect(expected.status, expected.stderr).toBe(0);
    const redis = await TestRedis.start(home);
    const moments = momentsOfKills();
    const running = [1, 2, 3].map(() => begin(home, redis.address));
    const scoring = ordered(...args, '--queue', redis.address);
    await sleep(1500 + moments.integer(2000));
    running[0]!.kill('SIGKILL');
    await sleep(moments.integer(1000));
    await redis.kill();
    await sleep(500);
    await redis.begin();
    const { stdout, stderr, status } = await scoring;
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(expected.stdout));
    expect(JSON.parse(stdout).length).toBe(SUBMISSIONS);
    expect(readdirSync(join(home, 'queue'))).toEqual([]);
    for (const worker of running.slice(1)) {
      const ended = ends(worker);
      worker.kill('SIGINT');
      await ended;
      expect(worker.exitCode).toBe(0);
    }
  });

  test('a run with a language model comes to the bytes of one process, whoever is killed', async () => {
    const people = 70;
    const datasets = makeDatasets(folder, people);
    const config = join(folder, 'scripted.json');
    writeFileSync(config, JSON.stringify({ llm: [{ provider: 'scripted' }] }));
    const task = ['DailyMobility', '-d', datasets, '--people', String(people), '-a', 'diarist', '-c', config];
    const words = ['run', ...task, '--mode', 'inference', '--allow-problems', '--json'];
    const whole = asbench(folder, '--home-dir', join(folder, 'whole'), ...words);
    expect(whole.status, whole.stderr).toBe(0);

    const home = join(folder, 'dealt out');
    const redis = await TestRedis.start(folder);
    const running = [1, 2].map(() => begin(home, redis.address));
    const run = ordered('--home-dir', home, ...words, '--queue', redis.address, '--shares', '2');
    await sleep(3000 + momentsOfKills().integer(3000));
    running[0]!.kill('SIGKILL');
    const { stdout, stderr, status } = await run;
    expect(status, stderr).toBe(0);
    expect(sameOf(JSON.parse(stdout).folder)).toEqual(sameOf(JSON.parse(whole.stdout).folder));
    running[1]!.kill('SIGKILL');
  });

  test('a sweep gives the table of one process, and what fails is told', async () => {
    const home = join(folder, 'sweep');
    mkdirSync(home);
    writeFileSync(join(home, 'broken.ts'), 'export default 7;\n');
    const plan = join(home, 'plan.json');
    const agents = ['commuter', 'broken.ts'];
    writeFileSync(plan, JSON.stringify({ task: 'DailyMobility', demo: true, people: 16, agents, seeds: 2 }));
    const local = asbench(folder, '--home-dir', join(folder, 'sweep here'), 'sweep', plan, '--json');
    const redis = await TestRedis.start(home);
    const worker = begin(home, redis.address);
    const made = await ordered('--home-dir', home, 'sweep', plan, '--json', '--queue', redis.address);
    worker.kill('SIGKILL');
    expect([local.status, made.status]).toEqual([1, 1]);
    expect(made.stderr).toContain('4 of 4');
    const { rows } = JSON.parse(made.stdout);
    expect(rows).toEqual(JSON.parse(local.stdout).rows);
    expect(rows.map(({ missing }: { missing: number[] }) => missing)).toEqual([[], [1, 2]]);
  });
});

test('a queue that is not there is said at once, and a coupled run that it cannot be dealt out', () => {
  const home = ['--home-dir', join(folder, 'nowhere')];
  const away = asbench(folder, ...home, 'worker', '--queue', 'redis://:secret@127.0.0.1:9');
  expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('no Redis answers at 127.0.0.1:9')]);
  expect(away.stderr).not.toContain('secret');
  const words = ['run', 'DailyMobility', '--demo', '--people', '16', '--queue', 'redis://127.0.0.1:9'];
  const coupled = asbench(folder, ...home, ...words, '--congestion', 'queue');
  expect([coupled.status, coupled.stderr]).toEqual([1, expect.stringContaining('one group and cannot be dealt out')]);
});
