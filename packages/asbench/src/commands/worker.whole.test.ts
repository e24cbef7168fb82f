import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import {
  asbench,
  comparableCalls,
  makeDatasets,
  momentsOfKills,
  type Outcome,
  program,
  testFolder,
} from './asbench.fixture.js';
import { hasRedis, TestRedis } from './redis.fixture.js';

const folder = testFolder();
const SUBMISSIONS = 40;
const USERS = 4;
const PEOPLE = 36;

/** Writes predictions that are off by different amounts. @returns the words that score them */
function scoring(): string[] {
  const submissions = join(folder, 'submissions');
  mkdirSync(submissions);
  const rows = (off: number) =>
    Array.from({ length: USERS * 48 }, (_, i) => {
      const [user, slot] = [Math.floor(i / 48), i % 48];
      return `${user},60,${slot},${10 + user + ((slot * off) % 7)},${20 + slot}\n`;
    });
  const write = (path: string, off: number) => writeFileSync(path, `uid,d,t,x,y\n${rows(off).join('')}`);
  for (let n = 0; n < SUBMISSIONS; n++) write(join(submissions, `${100 + n}.csv`), n);
  write(join(folder, 'truth.csv'), 0);
  return ['humob', 'score', submissions, '--reference', join(folder, 'truth.csv'), '--json'];
}

/** A run with a language model. */
function run(): string[] {
  const config = join(folder, 'scripted.json');
  writeFileSync(config, JSON.stringify({ llm: [{ provider: 'scripted' }] }));
  const task = ['DailyMobility', '-d', makeDatasets(folder, PEOPLE), '--people', `${PEOPLE}`, '-a', 'diarist'];
  return ['run', ...task, '-c', config, '--mode', 'inference', '--allow-problems', '--json'];
}

/** A sweep in which one agent fails. */
function sweep(): string[] {
  writeFileSync(join(folder, 'broken.ts'), 'export default 7;\n');
  const plan = join(folder, 'plan.json');
  const agents = ['commuter', 'broken.ts'];
  writeFileSync(plan, JSON.stringify({ task: 'DailyMobility', demo: true, people: 4, agents, seeds: 2 }));
  return ['study', 'sweep', plan, '--json'];
}

/** Runs the command line in parallel with other processes. */
async function command(home: string, ...args: string[]): Promise<Outcome> {
  const words = [program, '--home-dir', home, ...args];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { stdout, stderr, status };
}

describe.skipIf(!hasRedis)('three workers, two of which are killed along with Redis', () => {
  const requests = { scoring: scoring(), run: run(), sweep: sweep() };
  const names = Object.keys(requests) as (keyof typeof requests)[];
  const here: Partial<Record<keyof typeof requests, Outcome>> = {};
  const queued: typeof here = {};
  const workers: ChildProcess[] = [];
  const home = join(folder, 'pool');
  let redis: TestRedis;

  beforeAll(async () => {
    const moments = momentsOfKills();
    redis = await TestRedis.start(folder);
    for (const each of [home, join(folder, 'here')]) await withDemo(each, 'DailyMobility');
    const queue = ['--queue', redis.address];
    for (let n = 0; n < 3; n++) {
      const words = [program, '--home-dir', home, 'runs', 'worker', ...queue, '--threads', '1'];
      workers.push(spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }));
    }
    // A worker that is not connected yet would rightly give up when Redis dies.
    const isConnected = ({ stderr }: ChildProcess) =>
      new Promise<void>((resolve) => stderr!.on('data', (text) => `${text}`.includes('Waiting for jobs') && resolve()));
    await Promise.all(workers.map(isConnected));
    const all = Promise.all(
      names.map(async (name) => {
        const shares = name === 'run' ? ['--shares', '2'] : [];
        queued[name] = await command(home, ...requests[name], ...queue, ...shares);
      }),
    );
    const batches = new Set<string>();
    while (batches.size < 3 && Object.keys(queued).length < 3) {
      await sleep(20);
      if (existsSync(join(home, 'queue'))) for (const id of readdirSync(join(home, 'queue'))) batches.add(id);
    }
    await sleep(moments.integer(1000));
    workers[0]!.kill('SIGKILL');
    await sleep(moments.integer(1000));
    await redis.kill();
    await sleep(500);
    await redis.begin();
    await sleep(moments.integer(3000));
    workers[1]!.kill('SIGKILL');
    // Meanwhile the jobs of the dead workers are released.
    for (const name of names) here[name] = await asbench(folder, '--home-dir', join(folder, 'here'), ...requests[name]);
    await all;
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await redis.kill();
  });

  test('no scoring is lost, and the figures equal those of one process', () => {
    expect([here.scoring!.status, queued.scoring!.status], queued.scoring!.stderr).toEqual([0, 0]);
    expect(JSON.parse(queued.scoring!.stdout)).toEqual(JSON.parse(here.scoring!.stdout));
    expect(JSON.parse(queued.scoring!.stdout)).toHaveLength(SUBMISSIONS);
  });

  test('a run with a language model has the same bytes as in one process', () => {
    expect([here.run!.status, queued.run!.status], queued.run!.stderr).toEqual([0, 0]);
    const folderOf = ({ stdout }: Outcome) => JSON.parse(stdout).folder;
    expect(comparableCalls(folderOf(queued.run!))).toEqual(comparableCalls(folderOf(here.run!)));
  });

  test('a sweep has the same table as in one process, and failures are reported', () => {
    expect([here.sweep!.status, queued.sweep!.status]).toEqual([1, 1]);
    expect(queued.sweep!.stderr).toContain('4 of 4');
    const { rows } = JSON.parse(queued.sweep!.stdout);
    expect(rows).toEqual(JSON.parse(here.sweep!.stdout).rows);
    expect(rows.map(({ missing }: { missing: number[] }) => missing)).toEqual([[], [1, 2]]);
  });

  test('no leftovers remain in the home folder, and the last worker ends on Ctrl-C even if the queue is gone', async () => {
    expect(readdirSync(join(home, 'queue'))).toEqual([]);
    const last = workers[2]!;
    const ended = new Promise((resolve) => last.once('exit', resolve));
    await redis.kill();
    last.kill('SIGINT');
    await ended;
    expect(last.exitCode).toBe(0);
  });
});

test('a queue that does not answer and a coupled run without parts are reported at once', async () => {
  const home = ['--home-dir', join(folder, 'nowhere')];
  await withDemo(join(folder, 'nowhere'), 'DailyMobility');
  const away = await asbench(folder, ...home, 'runs', 'worker', '--queue', 'redis://:secret@127.0.0.1:9');
  expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('no Redis answers at 127.0.0.1:9')]);
  expect(away.stderr).not.toContain('secret');
  const words = ['run', 'DailyMobility', '--demo', '--people', '16', '--queue', 'redis://127.0.0.1:9'];
  const coupled = await asbench(folder, ...home, ...words, '--congestion', 'queue');
  expect([coupled.status, coupled.stderr]).toEqual([1, expect.stringContaining('one group and cannot be split')]);
});

test.skipIf(!hasRedis)('a refused password is reported at once, and missing workers after 15 s', async () => {
  const [home, data] = [join(folder, 'idle'), join(folder, 'idle-redis')];
  mkdirSync(data);
  await withDemo(home, 'DailyMobility');
  const redis = await TestRedis.start(data);
  try {
    const to = (address: string) => ['--queue', address];
    const words = ['--home-dir', home, 'run', 'DailyMobility', '--demo', '--people', '2'];
    const refused = await asbench(folder, ...words, ...to(redis.address.replace('//', '//nobody:secret@')));
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('does not accept this user')]);
    const waiting = asbench(folder, ...words, ...to(redis.address));
    await sleep(20_000);
    const terms = [...to(redis.address), '--json-logs'];
    const worker = spawn(process.execPath, [program, '--home-dir', home, 'runs', 'worker', ...terms]);
    let log = '';
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => (log += text));
    const { status, stderr } = await waiting;
    worker.kill('SIGKILL');
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)).length,
    ).toBeGreaterThan(0);
    expect([status, stderr]).toEqual([0, expect.stringContaining('No worker has taken a job.')]);
  } finally {
    await redis.kill();
  }
});
