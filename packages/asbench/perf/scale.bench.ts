import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RandomStream } from 'itinera';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';
import { writeDataset } from './scale-dataset.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
/** `SCALE_JOBS` and `SCALE_KILLS` set its size. */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const JOBS = number('SCALE_JOBS', 200);
const KILLS = number('SCALE_KILLS', 3);
const LATENCY_PEOPLE = number('SCALE_LATENCY_PEOPLE', 10_000);
const CONCURRENCY = number('SCALE_CONCURRENCY', 400);
const TRIALS = number('SCALE_TRIALS', 3);
const LATENCY_MILLISECONDS = 300;
const WORKERS = 3;
/** Sizes that show the growth, as shares of the largest. */
const SHARES = [1 / 4, 1 / 2, 1];
const USERS = 4;

/**
 * A pool whose workers and queue die; a slow model shared by workers; parts that are killed at random.
 * `SCALE_ONLY=pool,model,parts` selects some of these.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scale-bench-'));
  try {
    const wanted = (process.env.SCALE_ONLY ?? 'pool,model,parts').split(',');
    return [
      ...(wanted.includes('pool') ? await pool(folder) : []),
      ...(wanted.includes('model') ? await model(folder) : []),
      ...(wanted.includes('parts') ? await parts(folder) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Scorings by workers: measures the overhead of a job, and checks that all results are complete after kills. */
async function pool(folder: string): Promise<Row[]> {
  writeSubmissions(folder);
  const submissions = Array.from({ length: JOBS }, (_, n) => join(folder, 'submissions', `${n}.csv`));
  const argsOf = (jobs: number) => {
    const options = ['--reference', join(folder, 'truth.csv'), '--json'];
    return ['humob', 'score', ...submissions.slice(0, jobs), ...options];
  };
  const begin = performance.now();
  const expected = execFileSync(process.execPath, [program, ...argsOf(JOBS), '--threads', '1'], { maxBuffer: 2 ** 30 });
  const here = performance.now() - begin;
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  let redis = await startRedis(folder, port);
  const random = new RandomStream(number('KILL_SEED', 1), 0);
  const worker = () =>
    spawn(process.execPath, [program, '--home-dir', folder, 'runs', 'worker', '--queue', address, '--threads', '1'], {
      stdio: 'ignore',
    });
  let workers: ChildProcess[] = Array.from({ length: WORKERS }, worker);
  await sleep(4000);
  const timed = async (jobs: number, during: () => Promise<void>) => {
    const begin = performance.now();
    const child = spawn(process.execPath, [program, '--home-dir', folder, ...argsOf(jobs), '--queue', address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await Promise.all([ended, during()]);
    return { milliseconds: performance.now() - begin, same: Buffer.concat(pieces).equals(expected) };
  };
  try {
    const sizes = SHARES.map((share) => Math.ceil(JOBS * share));
    const runs: Awaited<ReturnType<typeof timed>>[] = [];
    // In the first, the workers load their programs.
    for (const jobs of [sizes[0]!, ...sizes]) runs.push(await timed(jobs, async () => {}));
    const quiet = runs.at(-1)!;
    const growth = exponent(
      sizes,
      runs.slice(1).map(({ milliseconds }) => milliseconds),
    );
    const disturbed = await timed(JOBS, async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await sleep(200 + random.integer(Math.max(1, Math.round(quiet.milliseconds / KILLS))));
        if (kill === Math.floor(KILLS / 2)) {
          redis.kill('SIGKILL');
          await sleep(300);
          redis = await startRedis(folder, port);
        }
        const victim = random.integer(WORKERS);
        workers[victim]!.kill('SIGKILL');
        workers = workers.map((one, i) => (i === victim ? worker() : one));
      }
    });
    const cores = Math.min(WORKERS, number('SCALE_CORES', 2));
    const rows = [
      { by: `${WORKERS} workers`, ...quiet, growth },
      { by: `${WORKERS} workers, ${KILLS} of them and Redis killed`, ...disturbed, growth: undefined },
    ].map(
      ({ by, milliseconds, same, growth }): Row => ({
        work: `${JOBS} scorings by ${by}, by the clock`,
        fault: same ? undefined : 'other bytes',
        ours: milliseconds / 1000,
        unit: 's',
        peer: { name: 'one process', cost: here / 1000 },
        exponent: growth,
      }),
    );
    return [
      ...rows,
      { work: 'a job of the queue, by the clock', ours: (quiet.milliseconds * cores - here) / JOBS, unit: 'ms' },
    ];
  } finally {
    for (const one of workers) one.kill('SIGKILL');
    redis.kill('SIGKILL');
  }
}

/**
 * A model with answers after 300 ms, shared by 4 workers, compared with the best time that its limit of concurrent
 * requests allows.
 */
async function model(folder: string): Promise<Row[]> {
  const { server, url, asked } = await slowModel(LATENCY_MILLISECONDS);
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  const redis = await startRedis(folder, port);
  writeDataset(join(folder, 'latency', 'DailyMobility'), LATENCY_PEOPLE);
  const config = writeConfig(folder, url, CONCURRENCY);
  const home = join(folder, 'latency-home');
  const task = [
    'DailyMobility',
    '-d',
    join(folder, 'latency'),
    '-a',
    'diarist',
    '--mode',
    'inference',
    '--allow-problems',
  ];
  // The map is prepared once.
  await ended([...['--home-dir', home, 'run', 'DailyMobility', '-d', join(folder, 'latency')], '--people', '1']);
  const worker = () =>
    spawn(process.execPath, [program, '--home-dir', home, 'runs', 'worker', '--queue', address, '--threads', '1'], {
      stdio: 'ignore',
    });
  const workers = Array.from({ length: 4 }, worker);
  await sleep(4000);
  const sizes = SHARES.map((share) => Math.ceil(LATENCY_PEOPLE * share));
  const costs: number[] = [];
  // In the first, the workers load their programs.
  for (const people of [sizes[0]!, ...sizes]) {
    asked.length = 0;
    const begin = performance.now();
    const words = ['run', ...task, '-c', config, '--people', String(people), '--queue', address];
    await ended(['--home-dir', home, ...words]);
    costs.push((performance.now() - begin) / 1000);
  }
  for (const one of workers) one.kill('SIGKILL');
  redis.kill('SIGKILL');
  server.close();
  const best = (asked.length * LATENCY_MILLISECONDS) / 1000 / CONCURRENCY;
  const work = `${LATENCY_PEOPLE} people, calls of ${LATENCY_MILLISECONDS} ms, ${CONCURRENCY} at once over 4 workers, by the clock`;
  const peer = { name: 'the best possible', cost: best };
  return [{ work, ours: costs.at(-1)!, unit: 's', peer, exponent: exponent(sizes, costs.slice(1)) }];
}

/** Parts that are killed at random and restarted: how many differ, and the share of calls that were paid for twice. */
async function parts(folder: string): Promise<Row[]> {
  const count = 400;
  const { server, url, asked } = await slowModel(20);
  writeDataset(join(folder, 'parts', 'DailyMobility'), count);
  const config = writeConfig(folder, url, 8);
  const random = new RandomStream(number('KILL_SEED', 1), 0);
  const set = (home: string, withModel: boolean) => [
    ...['--home-dir', join(folder, home), 'run', 'DailyMobility', '-d', join(folder, 'parts')],
    ...(withModel ? ['-a', 'diarist', '-c', config] : ['-a', 'commuter']),
    ...['--people', String(count), '--mode', 'inference', '--allow-problems', '--threads', '1'],
  ];
  const rows: Row[] = [];
  for (const withModel of [true, false]) {
    asked.length = 0;
    const begin = performance.now();
    await ended(set(`whole-${withModel}`, withModel));
    const whole = performance.now() - begin;
    const [calls, expected] = [asked.length, digestOf(join(folder, `whole-${withModel}`))];
    let [kills, different, again] = [0, 0, 0];
    for (let trial = 0; trial < TRIALS; trial++) {
      const of = [1, 4, 16][trial % 3]!;
      const home = `trial-${withModel}-${trial}`;
      asked.length = 0;
      const order = Array.from({ length: Math.min(of, Math.ceil(count / 16)) }, (_, i) => i + 1);
      order.sort(() => random.integer(3) - 1);
      const victim = random.choice(order);
      for (const part of order) {
        const args = [...set(home, withModel), '--part', `${part}/${of}`];
        if (part === victim) {
          // With a model, during its calls, so that some are in flight; otherwise at any moment of a run.
          const target = asked.length + 1 + random.integer(Math.max(1, Math.floor(calls / order.length) - 1));
          const late = performance.now() + random.integer(Math.ceil(whole / order.length));
          kills += (await ended(args, () => (withModel ? asked.length >= target : performance.now() >= late))) ? 0 : 1;
        }
        await ended(args);
      }
      await ended([
        '--home-dir',
        join(folder, home),
        'gather',
        readdirSync(join(folder, home, 'runs'))[0]!,
        '--allow-problems',
      ]);
      if (digestOf(join(folder, home)) !== expected) different++;
      again += asked.length - calls;
      rmSync(join(folder, home), { recursive: true, force: true });
    }
    const work = `${TRIALS} runs in parts, ${kills} parts killed, ${withModel ? 'with' : 'without'} a model`;
    rows.push({
      work: `${work}: runs with other bytes`,
      ours: (100 * different) / TRIALS,
      unit: '%',
      fault: different > 0 ? 'other bytes' : kills === 0 ? 'no part was killed' : undefined,
      exponent: 'no size',
    });
    if (withModel) rows.push({ work: `${work}: calls paid twice`, ours: (100 * again) / TRIALS / calls, unit: '%' });
  }
  server.close();
  return rows;
}

/** Runs the command line to its end, or kills it after the given time. @returns false if it was killed. */
async function ended(args: readonly string[], isTime: () => boolean = () => false): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  const timer = setInterval(() => isTime() && child.kill('SIGKILL'), 5);
  const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
  clearInterval(timer);
  return signal === null;
}

/** A digest of the tables and results of the only run in a home folder. */
function digestOf(home: string): string {
  const run = join(home, 'runs', readdirSync(join(home, 'runs'))[0]!);
  const hash = createHash('sha256');
  for (const name of readdirSync(run, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(arrow|pkl)$|^problems/.test(name)) hash.update(name).update(readFileSync(join(run, name)));
  return hash.digest('hex');
}

/** A slow model server on loopback, and the requests it received. */
async function slowModel(milliseconds: number): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      asked.push('');
      const message = { role: 'assistant', content: 'I stay at home.' };
      const text = JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage: {} });
      setTimeout(() => response.setHeader('content-type', 'application/json').end(text), milliseconds);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function writeConfig(folder: string, url: string, concurrency: number): string {
  const path = join(folder, `model-${concurrency}.json`);
  writeFileSync(path, JSON.stringify({ llm: [{ provider: 'vllm', model: 'slow', base_url: url, concurrency }] }));
  return path;
}

function writeSubmissions(folder: string): void {
  const submissions = join(folder, 'submissions');
  mkdirSync(submissions);
  const write = (path: string, off: number) => {
    const rows = Array.from({ length: USERS * 48 }, (_, i) => {
      const [user, slot] = [Math.floor(i / 48), i % 48];
      return `${user},60,${slot},${10 + user + ((slot * off) % 7)},${20 + slot}\n`;
    });
    writeFileSync(path, `uid,d,t,x,y\n${rows.join('')}`);
  };
  for (let n = 0; n < JOBS; n++) write(join(submissions, `${n}.csv`), n);
  write(join(folder, 'truth.csv'), 0);
}

async function startRedis(folder: string, port: number): Promise<ChildProcess> {
  const terms = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const server = spawn('redis-server', terms, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  server.stdout!.on('data', (text) => {
    said += text;
  });
  while (!said.includes('Ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(said);
    await sleep(20);
  }
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
