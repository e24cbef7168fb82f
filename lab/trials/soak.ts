import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis, TestRedis } from '../../packages/asbench/src/commands/redis.fixture.js';
import { chromiumPath, openBrowser } from '../../packages/viewer/src/browser/chromium.fixture.js';
import { asbench, type Ended, faultOf, firstLine, start } from './asbench.js';
import { shimmed } from './faults.js';
import { makeHome } from './home.js';
import { openViewer } from './stops.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** Jobs of the pool, and days of the run, at the usual scale. */
const JOBS = 10_000;
const DAYS = 365;

/** Resources of one process, second by second. */
interface Sample {
  readonly pid: number;
  readonly seconds: number;
  /** Megabytes. */
  readonly rss: number;
  readonly held: number;
  readonly descriptors: number;
  readonly listeners: number;
  readonly handles: number;
}

/** Permitted growth of each figure over the soak: relative to its mean, plus an absolute amount. */
const GROWTH = {
  held: [0.1, 10],
  rss: [0.25, 40],
  descriptors: [0, 3],
  listeners: [0, 2],
  handles: [0, 4],
} as const satisfies Partial<Record<keyof Sample, readonly [share: number, more: number]>>;
/** Memory grows at startup, so this share of the samples is omitted; with fewer samples the test is inconclusive. */
const WARM_UP = 0.3;
const LEAST_SAMPLES = 20;
/** Pause between runs, and between rounds of the viewer: a soak takes time, not the processor. */
const PAUSE_MILLISECONDS = 8_000;

/** Long work: memory, descriptors and listeners, second by second, do not grow. */
export const soak: Trial = {
  name: 'soak',
  about: 'the viewer with pages opened and closed during a run, a pool of 10,000 jobs, a run of 365 days',
  async run(context: TrialContext): Promise<Tally> {
    const home = await makeHome(context.folder);
    const failures: string[] = [];
    const notes: string[] = [];
    let tries = 0;
    for (const [name, kind] of Object.entries({ ui, pool, days })) {
      if (context.only !== undefined && !name.startsWith(context.only)) continue;
      const samples = join(context.folder, `${name} samples`);
      const { count, what, end } = await kind(home, shimmed('sample', samples), context);
      tries += count;
      notes.push(`${count} ${what}`);
      const fault = end === null ? null : (faultOf(end) ?? (end.code === 0 ? null : firstLine(end.errors)));
      if (fault !== null) failures.push(`${name}: ${fault}`);
      if (end !== null && /MaxListenersExceededWarning/.test(end.errors))
        failures.push(`${name}: ${firstLine(end.errors)}`);
      if (existsSync(samples)) failures.push(...judged(name, samples));
    }
    return { tries, failures, note: notes.join(', ') };
  },
};

/** Prints the figures of each process over time, and names those that grew. */
function judged(name: string, path: string): string[] {
  const all = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const failures: string[] = [];
  for (const [pid, own] of byProcess(all)) {
    const kept = own.slice(Math.floor(own.length * WARM_UP));
    if (kept.length < LEAST_SAMPLES) continue;
    const minutes = ((kept.at(-1)!.seconds - kept[0]!.seconds) / 60).toFixed(1);
    console.log(`  ${name}, process ${pid}, ${kept.length} samples over ${minutes} min`);
    for (const [figure, [share, more]] of Object.entries(GROWTH)) {
      const points = kept.map((sample) => [sample.seconds, sample[figure as keyof Sample]] as const);
      const values = points.map(([, value]) => value);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const growth = slopeOf(points) * (kept.at(-1)!.seconds - kept[0]!.seconds);
      const words = `${figure} ${values[0]!.toFixed(0)} to ${values.at(-1)!.toFixed(0)}, at most ${Math.max(...values).toFixed(0)}, growth ${growth.toFixed(1)}`;
      console.log(`    ${words}`);
      if (growth > share * mean + more) failures.push(`${name}, process ${pid}: ${words}`);
    }
  }
  return failures;
}

function byProcess(all: readonly Sample[]): Map<number, Sample[]> {
  const found = new Map<number, Sample[]>();
  for (const sample of all) {
    if (!found.has(sample.pid)) found.set(sample.pid, []);
    found.get(sample.pid)!.push(sample);
  }
  return found;
}

/** The slope of the line of least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (k: 0 | 1) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, [x, y]) => all + of(x - x0, y - y0), 0);
  return sum((x, y) => x * y) / (sum((x) => x * x) || 1);
}

type Soaked = Promise<{ readonly count: number; readonly what: string; readonly end: Ended | null }>;

const DATA = ['', '/people?sort=trips&order=down', '/costs', '/people/3', '/calls', '/replay'];

/** Tests the viewer for the given minutes: runs are in progress, and every page is opened and closed. */
async function ui(home: string, env: NodeJS.ProcessEnv, { folder, minutes }: TrialContext): Soaked {
  const viewer = await openViewer(home, folder, env);
  const browser = chromiumPath === undefined ? null : await openBrowser();
  const until = performance.now() + minutes * 60_000;
  let seed = 100;
  let isOver = false;
  const beside = (async () => {
    while (!isOver) {
      const run = [
        'run',
        'DailyMobility',
        '--people',
        '100',
        '-a',
        'commuter',
        '--threads',
        '1',
        '--seed',
        `${seed++ % 3}`,
      ];
      await asbench(['--home-dir', home, ...run], { cwd: folder });
      await sleep(PAUSE_MILLISECONDS);
    }
  })();
  let pages = 0;
  while (performance.now() < until) {
    const get = async (path: string) => (await fetch(`${viewer.address}${path}`)).arrayBuffer();
    const { runs } = (await (await fetch(`${viewer.address}api/runs`)).json()) as { runs: { name: string }[] };
    const { name } = runs[pages % Math.min(runs.length, 6)]!;
    for (const path of DATA) await get(`api/runs/${name}${path}`);
    for (const path of ['', 'app.js', `api/compare/${name}/daily-mobility-1`]) await get(path);
    for (const path of ['', `run/${name}`, `run/${name}/person/3`, `run/${name}/replay`]) {
      if (browser === null) break;
      const page = await browser.open(`${viewer.address}#/${path}`);
      await sleep(500);
      await page.close();
    }
    pages += 1;
    await sleep(PAUSE_MILLISECONDS);
  }
  isOver = true;
  await beside;
  await browser?.close();
  viewer.child.kill('SIGINT');
  const what = browser === null ? 'rounds of requests' : 'rounds of requests and pages in Chromium';
  return { count: pages, what, end: await viewer.ended };
}

/** One worker and one requester, and a job for each of many submissions. */
async function pool(home: string, env: NodeJS.ProcessEnv, { folder, scale }: TrialContext): Soaked {
  if (!hasRedis) return { count: 0, what: 'jobs: no redis-server', end: null };
  const jobs = Math.ceil(JOBS * scale);
  const submissions = join(folder, 'submissions');
  mkdirSync(submissions);
  const rows = Array.from({ length: 48 }, (_, slot) => `1,60,${slot},${10 + (slot % 7)},${20 + slot}\n`).join('');
  const truth = join(folder, 'truth.csv');
  writeFileSync(truth, `uid,d,t,x,y\n${rows}`);
  for (let n = 0; n < jobs; n++) cpSync(truth, join(submissions, `${n}.csv`));
  const redis = await TestRedis.start(folder);
  const queue = ['--queue', redis.address];
  const at = ['--home-dir', home];
  const worker = start([...at, 'runs', 'worker', ...queue, '--threads', '1'], { cwd: folder, env, seconds: 1e6 });
  const request = ['humob', 'score', submissions, '--reference', truth, '--json'];
  const end = await start([...at, ...request, ...queue], { cwd: folder, env, seconds: 1e6 }).ended;
  worker.child.kill('SIGINT');
  await worker.ended;
  await redis.kill();
  return { count: jobs, what: 'jobs', end };
}

/** Days of people in one run. */
async function days(home: string, env: NodeJS.ProcessEnv, { folder, scale }: TrialContext): Soaked {
  const count = Math.max(1, Math.round(DAYS * scale));
  const data = join(home, 'demo', 'DailyMobility-3.1');
  const profiles = ['--profiles', join(data, 'profiles.json'), '--map', join(data, 'map.pb')];
  const words = ['simulate', ...profiles, '--days', `${count}`, '-a', 'day-pattern', '--threads', '1'];
  const end = await start(['--home-dir', home, ...words], { cwd: folder, env, seconds: 1e6 }).ended;
  return { count, what: 'days', end };
}
