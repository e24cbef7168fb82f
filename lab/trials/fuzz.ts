import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Found, FuzzJob } from './fuzz-child.js';
import { makeHome } from './home.js';
import { makeReaders } from './readers.js';
import { LIMITS, type Tally, type Trial, type TrialContext } from './trial.js';
import { runChild } from './watched-child.js';

/** Memory of a command before it reads a file, which counts towards its limit. */
export const MEGABYTES_BEFORE = 80;
/** A reader that fails more often than this is not tested further. */
const MOST_FAILURES = 30;

interface Outcome {
  refused: number;
  seconds: number;
  megabytes: number;
  readonly faults: string[];
}

/**
 * Tests readers of all formats with nearly valid inputs, each measured by processor time and memory in a child process.
 */
export const fuzz: Trial = {
  name: 'fuzz',
  about: `readers of every format, with hostile inputs: none needs more than ${LIMITS.seconds} s of the processor or ${LIMITS.megabytes} MB`,
  async run({ seed, scale, folder, only }: TrialContext): Promise<Tally> {
    const run = join(await makeHome(folder), 'runs', 'daily-mobility-1');
    const failures: string[] = [];
    let [tries, readers, most] = [0, 0, { seconds: 0, megabytes: 0 }];
    for (const { name, times } of await makeReaders(folder, run)) {
      if (only !== undefined && !name.startsWith(only)) continue;
      const to = Math.ceil(times * scale);
      const begun = performance.now();
      const own = join(folder, name.replaceAll(/\W/g, '-'));
      mkdirSync(own, { recursive: true });
      const found = await fuzzReader({ reader: name, seed, from: 0, to, folder: own, run });
      failures.push(...found.faults.map((fault) => `${name}, ${fault} (seed ${seed})`));
      tries += to;
      readers++;
      most = {
        seconds: Math.max(most.seconds, found.seconds),
        megabytes: Math.max(most.megabytes, found.megabytes),
      };
      console.log(
        `  ${name}: ${to} inputs, ${found.refused} refused, ${found.faults.length} failures, at most ` +
          `${found.seconds.toFixed(1)} s and ${found.megabytes.toFixed(0)} MB, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
      );
    }
    const note = `${readers} readers; at most ${most.seconds.toFixed(1)} s and ${most.megabytes.toFixed(0)} MB an input`;
    return { tries, failures, note };
  },
};

async function fuzzReader(job: FuzzJob): Promise<Outcome> {
  const outcome: Outcome = { refused: 0, seconds: 0, megabytes: 0, faults: [] };
  const suspects = new Set<number>();
  for (let from = 0; from < job.to && outcome.faults.length < MOST_FAILURES; ) {
    const died = await readInputs({ ...job, from }, (found) => {
      if ('what' in found) outcome.faults.push(`input ${found.i}: ${found.what}`);
      else if ('i' in found) suspects.add(found.i);
      else Object.assign(outcome, worse(outcome, found), { refused: outcome.refused + found.refused });
    });
    if (died === null) break;
    outcome.faults.push(`input ${died.at}: ${died.why}`);
    from = died.at + 1;
  }
  // Alone, in a child that has read nothing before, and whose memory is all for it.
  for (const i of [...suspects].slice(0, 10 * MOST_FAILURES)) {
    const died = await readInputs({ ...job, from: i, to: i + 1 }, (found) => {
      if (!('refused' in found)) return;
      Object.assign(outcome, worse(outcome, found));
      const isOver = found.seconds > LIMITS.seconds || found.megabytes + MEGABYTES_BEFORE > LIMITS.megabytes;
      if (isOver) outcome.faults.push(`input ${i}: ${found.seconds.toFixed(1)} s and ${found.megabytes.toFixed(0)} MB`);
    });
    if (died) outcome.faults.push(`input ${i}, alone: ${died.why}`);
  }
  return outcome;
}

const readInputs = (job: FuzzJob, onFound: (found: Found) => void) =>
  runChild<Found>('fuzz-child.js', job, (found) => 'refused' in found, onFound);

const worse = (a: { seconds: number; megabytes: number }, b: { seconds: number; megabytes: number }) => ({
  seconds: Math.max(a.seconds, b.seconds),
  megabytes: Math.max(a.megabytes, b.megabytes),
});
