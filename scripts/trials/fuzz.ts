import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FuzzJob } from './fuzz-thread.js';
import { makeHome } from './home.js';
import { makeReaders } from './readers.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** Of the processor: a machine may do other work beside. */
const SECONDS_AN_INPUT = 10;
/** By the clock, for a reader that waits for what never comes. */
const SECONDS_OF_WAITING = 300;
const MEGABYTES_AN_INPUT = 1024;
const LOOK_MILLISECONDS = 50;
/** A reader that fails more often than this is not tried on. */
const MOST_FAILURES = 30;

/** Readers of all formats, given inputs with a few bytes changed: no crash, no stack, none over 10 s of the processor or 1 GB. */
export const fuzz: Trial = {
  name: 'fuzz',
  about: 'readers of every format, with inputs that are nearly right',
  async run({ seed, scale, folder, only }: TrialContext): Promise<Tally> {
    const run = join(await makeHome(folder), 'runs', 'daily-mobility-1');
    const failures: string[] = [];
    const rows: string[] = [];
    let tries = 0;
    for (const { name, times } of await makeReaders(folder, run)) {
      if (only !== undefined && !name.startsWith(only)) continue;
      const count = Math.ceil(times * scale);
      const begun = performance.now();
      const { refused, faults } = await fuzzReader(name, seed, count, run, join(folder, name.replaceAll(/\W/g, '-')));
      failures.push(...faults.map((fault) => `${name}, ${fault} (seed ${seed})`));
      tries += count;
      const seconds = (performance.now() - begun) / 1000;
      console.log(`  ${name}: ${count} inputs, ${refused} refused, ${faults.length} failures, ${seconds.toFixed(0)} s`);
      rows.push(name);
    }
    return { tries, failures, note: `${rows.length} readers` };
  },
};

async function fuzzReader(reader: string, seed: number, to: number, run: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  const state = new Int32Array(new SharedArrayBuffer(8));
  for (let from = 0; from < to && faults.length < MOST_FAILURES; from = state[0]! + 1) {
    state[0] = from;
    const job: FuzzJob = { reader, seed, from, to, folder, run, state: state.buffer as SharedArrayBuffer };
    const end = await runThread(job, state, (fault) => faults.push(fault));
    if (end !== null) faults.push(`input ${state[0]}: ${end}`);
    else if (state[0]! >= to) break;
  }
  return { refused: state[1]!, faults };
}

/** Seconds of the processor that this process has taken; while an input is read, its thread takes them. */
function busySeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** @returns what ended the thread before its work was done, or null. */
function runThread(job: FuzzJob, state: Int32Array, onFault: (fault: string) => void): Promise<string | null> {
  return new Promise((resolve) => {
    let end: string | null = null;
    const worker = new Worker(new URL('./fuzz-thread.js', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES_AN_INPUT },
    });
    let [at, since, busyThen, resident] = [-1, performance.now(), busySeconds(), process.memoryUsage.rss()];
    const timer = setInterval(() => {
      const [now, rss] = [performance.now(), process.memoryUsage.rss()];
      const busy = busySeconds();
      if (state[0] !== at) [at, since, busyThen, resident] = [state[0]!, now, busy, rss];
      // The first one loads all that it needs.
      const patience = at === job.from ? 60 : SECONDS_AN_INPUT;
      if (busy - busyThen > patience) end = `took over ${patience} s`;
      else if (now - since > SECONDS_OF_WAITING * 1000) end = `waited for over ${SECONDS_OF_WAITING} s`;
      else if (rss - resident > MEGABYTES_AN_INPUT * 2 ** 20) end = `took over ${MEGABYTES_AN_INPUT} MB`;
      if (end !== null) void worker.terminate();
    }, LOOK_MILLISECONDS);
    worker.on('message', ({ i, what }: { i: number; what: string }) => onFault(`input ${i}: ${what}`));
    worker.on('error', (error) => {
      end ??= `ended the thread: ${error.message}`;
    });
    worker.on('exit', () => {
      clearInterval(timer);
      resolve(end);
    });
  });
}
