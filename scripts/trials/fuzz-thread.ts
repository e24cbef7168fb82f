import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '@itinera/metrics';
import { Dice, mutate } from './mutate.js';
import { makeReaders } from './readers.js';

/** What a thread reads: mutations of one reader's inputs, by their numbers. */
export interface FuzzJob {
  readonly reader: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly folder: string;
  /** Folder of a finished run. */
  readonly run: string;
  /** The number of the input at hand, and how many were refused. */
  readonly state: SharedArrayBuffer;
}

const job = workerData as FuzzJob;
const state = new Int32Array(job.state);
const readers = await makeReaders(job.folder, job.run);
const { inputs, read } = readers.find(({ name }) => name === job.reader)!;
state[0] = job.from;
for (let i = job.from; i < job.to; i++) {
  Atomics.store(state, 0, i);
  const dice = new Dice(Math.imul(job.seed, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b));
  const bytes = mutate(dice.choice(inputs), inputs, dice);
  try {
    await read(bytes, i);
  } catch (error) {
    // What was refused in words is well.
    if (error instanceof UserError || (error as Error)?.name === 'UserError') state[1]!++;
    else
      parentPort!.postMessage({
        i,
        what: error instanceof Error ? (error.stack ?? '').split('\n').slice(0, 3).join(' ') : String(error),
      });
  }
}
Atomics.store(state, 0, job.to);
