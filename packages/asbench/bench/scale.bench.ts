import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RandomStream } from '@itinera/bench';
import { synthesizeCity, writeMap } from '@itinera/city';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
/** `SCALE_JOBS`, `SCALE_PEOPLE` and `SCALE_KILLS` make it larger or smaller. */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const JOBS = number('SCALE_JOBS', 1000);
const KILLS = number('SCALE_KILLS', 10);
const MOST_PEOPLE = number('SCALE_PEOPLE', 1_000_000);
const SIZES = [1000, 10_000, 100_000, 300_000, 1_000_000];
const WORKERS = 3;
const USERS = 4;

/** A pool whose workers and queue die, then what a person costs from a thousand to a million. */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scale-bench-'));
  try {
    await pool(folder);
    people(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Scorings by workers: what a job costs beside its work, and whether all are there after kills. */
async function pool(folder: string): Promise<void> {
  writeSubmissions(folder);
  const args = ['humob', 'score', join(folder, 'submissions'), '--reference', join(folder, 'truth.csv'), '--json'];
  let begin = performance.now();
  const expected = execFileSync(process.execPath, [program, ...args, '--processes', '1'], { maxBuffer: 2 ** 30 });
  const here = performance.now() - begin;
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  let redis = await startRedis(folder, port);
  const random = new RandomStream(number('KILL_SEED', 1), 0);
  const worker = () =>
    spawn(process.execPath, [program, '--home-dir', folder, 'worker', '--queue', address, '--threads', '1'], {
      stdio: 'ignore',
    });
  let workers: ChildProcess[] = Array.from({ length: WORKERS }, worker);
  await sleep(4000);
  const timed = async (during: () => Promise<void>) => {
    begin = performance.now();
    const child = spawn(process.execPath, [program, '--home-dir', folder, ...args, '--queue', address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await Promise.all([ended, during()]);
    return { milliseconds: performance.now() - begin, same: Buffer.concat(pieces).equals(expected) };
  };
  try {
    const quiet = await timed(async () => {});
    const disturbed = await timed(async () => {
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
    console.table([
      { jobs: JOBS, made: 'by one process', seconds: (here / 1000).toFixed(1), 'as one process': true },
      {
        jobs: JOBS,
        made: `by ${WORKERS} workers`,
        seconds: (quiet.milliseconds / 1000).toFixed(1),
        'as one process': quiet.same,
      },
      {
        jobs: JOBS,
        made: `${KILLS} workers and Redis killed`,
        seconds: (disturbed.milliseconds / 1000).toFixed(1),
        'as one process': disturbed.same,
      },
    ]);
    const beside = (quiet.milliseconds * cores - here) / JOBS;
    console.log(
      `Beside its work a job costs ${beside.toFixed(1)} ms of one core (${cores} cores for ${WORKERS} workers).`,
    );
  } finally {
    for (const one of workers) one.kill('SIGKILL');
    redis.kill('SIGKILL');
  }
}

/** What a person and day costs, scored, with the commuter in an invented town. */
function people(folder: string): void {
  const sizes = SIZES.filter((size) => size <= MOST_PEOPLE);
  writeDataset(join(folder, 'data', 'DailyMobility'), sizes.at(-1)!);
  const rows = sizes.map((size) => {
    const home = join(folder, `home-${size}`);
    const command = [program, '--home-dir', home, 'run', 'DailyMobility', '-d', join(folder, 'data'), '-a', 'commuter'];
    const time = join(folder, 'time');
    const args = [
      '-f',
      '%e %U %M',
      '-o',
      time,
      process.execPath,
      ...command,
      '--people',
      String(size),
      '--allow-problems',
    ];
    execFileSync('/usr/bin/time', [...args, '--mode', 'inference'], { stdio: 'ignore' });
    const [seconds, user, kilobytes] = execFileSync('tail', ['-n', '1', time], { encoding: 'utf8' })
      .split(' ')
      .map(Number);
    rmSync(home, { recursive: true, force: true });
    return { size, seconds: seconds!, user: user!, megabytes: kilobytes! / 1024 };
  });
  const [first] = rows;
  console.table(
    rows.map(({ size, seconds, user, megabytes }) => ({
      people: size,
      seconds: seconds.toFixed(1),
      'ms of a core a person':
        size === first!.size ? '' : ((1000 * (user - first!.user)) / (size - first!.size)).toFixed(2),
      MB: megabytes.toFixed(0),
      'KB a person':
        size === first!.size ? '' : ((1024 * (megabytes - first!.megabytes)) / (size - first!.size)).toFixed(2),
    })),
  );
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

function writeDataset(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  const map = synthesizeCity({ seed: 1, size: 'town' });
  const random = new RandomStream(1, 0);
  writeFileSync(join(folder, 'map.pb'), writeMap(map));
  const path = join(folder, 'profiles.jsonl');
  const lines: string[] = [];
  for (let id = 1; id <= count; id++) {
    lines.push(`${JSON.stringify({ id, home: random.choice(map.aois.id), work: random.choice(map.aois.id) })}\n`);
    if (lines.length < 10_000 && id < count) continue;
    writeFileSync(path, lines.join(''), { flag: 'a' });
    lines.length = 0;
  }
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
