import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasRedis, TestRedis } from '../../packages/asbench/src/commands/redis.fixture.js';
import {
  asbench,
  bytesOf,
  differences,
  type Ended,
  everyLine,
  faultOf,
  firstLine,
  type Started,
  start,
} from './asbench.js';
import { makeHome } from './home.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const KILLS_OF_GATHER = 20;
const KILLS_OF_UI = 12;
const PAIRS = 4;
/** Longer than a queue waits for a sign of life. */
const STOPPED_SECONDS = 60;
const RUN = ['run', 'DailyMobility', '--people', '60', '-a', 'day-pattern', '--seed', '5'];
/** Each of its groups is a unit of work. */
const PARTS = 2;

interface Work extends TrialContext {
  readonly home: string;
  readonly dice: Dice;
  readonly failures: string[];
}

/** Stopped workers, two workers on one part, and merging, viewer and replays killed at any moment and repeated. */
export const stops: Trial = {
  name: 'stops',
  about: 'a worker stopped for 60 s, two on one part, gather, ui and replays killed and repeated: the same bytes',
  async run(context: TrialContext): Promise<Tally> {
    const home = await makeHome(context.folder);
    const failures: string[] = [];
    const work: Work = { ...context, home, dice: new Dice(context.seed), failures };
    let tries = 0;
    const notes: string[] = [];
    for (const [name, kind] of Object.entries({ gather, ui, pairs, stopped })) {
      if (context.only !== undefined && !name.startsWith(context.only)) continue;
      const count = await kind(work);
      notes.push(`${name} ${count ?? 'omitted: no redis-server'}`);
      tries += count ?? 0;
    }
    return { tries, failures, note: notes.join(', ') };
  },
};

/** A run whose parts are done but not merged, and its final bytes. */
async function partsOf({ home, folder }: Work, name: string) {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  cpSync(home, join(own, 'home'), { recursive: true });
  rmSync(join(own, 'home', 'runs'), { recursive: true });
  const at = ['--home-dir', join(own, 'home')];
  const part = (number: number) => start([...at, ...RUN, '--part', `${number}/${PARTS}`], { cwd: own });
  const runs = join(own, 'home', 'runs');
  const path = () => join(runs, readdirSync(runs)[0]!);
  return { own, at, part, path };
}

async function calmRun(work: Work): Promise<Map<string, Buffer>> {
  const { at, part, path, own } = await partsOf(work, `calm-${work.dice.below(1e9)}`);
  for (let number = 1; number <= PARTS; number++) await expectDone(part(number));
  await expectDone(start([...at, 'runs', 'gather', path()], { cwd: own }));
  return bytesOf(path());
}

async function expectDone({ ended }: Started): Promise<Ended> {
  const end = await ended;
  if (end.code !== 0) throw new Error(firstLine(end.errors));
  return end;
}

async function killed({ child, ended }: Started, milliseconds: number): Promise<boolean> {
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const { signal } = await ended;
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

async function gather(work: Work): Promise<number> {
  const { scale, dice, failures } = work;
  const expected = await calmRun(work);
  const { own, at, part, path } = await partsOf(work, 'gather');
  for (let number = 1; number <= PARTS; number++) await expectDone(part(number));
  const begun = join(own, 'begun');
  cpSync(path(), begun, { recursive: true });
  let kills = 0;
  const wanted = Math.ceil(KILLS_OF_GATHER * scale);
  for (let n = 0; n < 10 * wanted && kills < wanted; n++) {
    const run = path();
    rmSync(run, { recursive: true });
    cpSync(begun, run, { recursive: true });
    while (await killed(start([...at, 'runs', 'gather', run], { cwd: own }), 200 + dice.next() * 3000))
      if (++kills % 3 === 0) break;
    const end = await asbench([...at, 'runs', 'gather', run], { cwd: own });
    const fault = end.code === 0 ? null : (faultOf(end) ?? firstLine(end.errors));
    if (fault !== null) failures.push(`gather killed and repeated: ${fault}`);
    const differ = differences(bytesOf(run), expected);
    if (differ.length > 0) failures.push(`gather killed and repeated: differs in ${differ.join(', ')}`);
  }
  return kills;
}

const TOKEN = 'trials-of-the-viewer';

/** The viewer and its address, once it answers. */
export async function openViewer(home: string, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const viewer = start(['--home-dir', home, 'ui', '--no-open', '--token', TOKEN], { cwd, env, seconds: 1e6 });
  const address = await new Promise<string>((resolve, reject) => {
    viewer.child.stdout!.on('data', (text) => {
      const found = /http:\S+/.exec(String(text))?.[0];
      if (found !== undefined) resolve(found);
    });
    viewer.ended.then(({ errors }) => reject(new Error(firstLine(errors))));
  });
  return { ...viewer, address };
}

/** Prepares a replay; no file of it may be incomplete. */
async function ui({ home, folder, scale, dice, failures }: Work): Promise<number> {
  const cache = join(home, 'cache', 'viewer');
  const makes = async (isCalm: boolean, milliseconds: number): Promise<boolean> => {
    const viewer = await openViewer(home, folder);
    const timer = setTimeout(() => viewer.child.kill('SIGKILL'), milliseconds);
    let state = 'working';
    while (state === 'working') {
      const answer = await fetch(`${viewer.address}api/runs/daily-mobility-1/replay`).catch(() => null);
      state =
        answer === null ? 'gone' : ((await answer.json().catch(() => ({ state: 'gone' }))) as { state: string }).state;
      await sleep(50);
    }
    clearTimeout(timer);
    viewer.child.kill(isCalm ? 'SIGINT' : 'SIGKILL');
    await viewer.ended;
    return state === 'ready';
  };
  if (!(await makes(true, 1e8))) throw new Error('no replay is prepared');
  const expected = bytesOf(cache);
  const wanted = Math.ceil(KILLS_OF_UI * scale);
  for (let n = 0; n < wanted; n++) {
    rmSync(cache, { recursive: true, force: true });
    await makes(false, dice.next() * 1500);
    await makes(false, dice.next() * 1500);
    if (!(await makes(true, 1e8))) failures.push('a replay whose preparation was killed is not prepared again');
    const differ = existsSync(cache) ? differences(bytesOf(cache), expected) : ['all'];
    if (differ.length > 0) failures.push(`a replay whose preparation was killed differs in ${differ.join(', ')}`);
  }
  return 2 * wanted;
}

/** Two processes on one part: one of them does it. */
async function pairs(work: Work): Promise<number> {
  const expected = await calmRun(work);
  const count = Math.ceil(PAIRS * work.scale);
  for (let n = 0; n < count; n++) {
    const { own, at, part, path } = await partsOf(work, `pair-${n}`);
    for (let number = 1; number <= PARTS; number++) {
      const ends = await Promise.all([part(number), part(number)].map(({ ended }) => ended));
      for (const end of ends) {
        const fault =
          end.code === 0 || /is working on this run/.test(end.errors) ? faultOf(end) : firstLine(end.errors);
        if (fault !== null) work.failures.push(`two on one part: ${fault}`);
      }
      if (ends.every(({ code }) => code !== 0)) work.failures.push('two on one part: neither did it');
    }
    const end = await asbench([...at, 'runs', 'gather', path()], { cwd: own });
    if (end.code !== 0) work.failures.push(`two on one part: ${firstLine(end.errors)}`);
    const differ = differences(bytesOf(path()), expected);
    if (differ.length > 0) work.failures.push(`two on one part: differs in ${differ.join(', ')}`);
  }
  return count * PARTS;
}

/** One of two workers is suspended while the other continues, and resumes after its jobs were given to the other. */
async function stopped({ home, folder, dice, failures }: Work): Promise<number | null> {
  if (!hasRedis) return null;
  const redis = await TestRedis.start(folder);
  const queue = ['--queue', redis.address];
  const at = ['--home-dir', home];
  const request = ['run', 'DailyMobility', '--people', '100', '-a', 'day-pattern', '--threads', '1', '--json'];
  const worker = () =>
    start([...at, 'runs', 'worker', ...queue, '--threads', '1'], { cwd: folder, detached: true, seconds: 1e6 });
  const workers = [worker(), worker()];
  const signal = (name: NodeJS.Signals) => process.kill(-workers[0]!.child.pid!, name);
  try {
    await sleep(4000);
    const run = start([...at, ...request, '--seed', '6', ...queue, '--shares', '2'], { cwd: folder, seconds: 600 });
    await sleep(500 + dice.next() * 2500);
    signal('SIGSTOP');
    await sleep(STOPPED_SECONDS * 1000);
    signal('SIGCONT');
    const end = await run.ended;
    if (end.code !== 0) {
      failures.push(`a worker stopped for ${STOPPED_SECONDS} s: ${everyLine(end)}`);
      return 1;
    }
    const own = join(folder, 'alone');
    cpSync(join(home, 'demo'), join(own, 'home', 'demo'), { recursive: true });
    const alone = await asbench(['--home-dir', join(own, 'home'), ...request, '--seed', '6'], { cwd: own });
    const [one, other] = [end, alone].map(({ output }) => bytesOf((JSON.parse(output) as { folder: string }).folder));
    const differ = differences(one!, other!);
    if (differ.length > 0) failures.push(`a worker stopped for ${STOPPED_SECONDS} s: differs in ${differ.join(', ')}`);
    if (readdirSync(join(home, 'queue')).length > 0) failures.push('a worker that was stopped left its jobs');
    return 1;
  } finally {
    for (const { child, ended } of workers) {
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    }
    await redis.kill();
  }
}
