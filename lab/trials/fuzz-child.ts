import { writeSync } from 'node:fs';
import { UserError } from '@itinera/base';
import { Dice, mutate } from './mutate.js';
import { makeReaders } from './readers.js';
import { forgetPeak, peakMegabytes } from './usage.js';
import { type ChildJob, STATE_FD } from './watched-child.js';

/** The inputs of a child: mutations of one reader's inputs, by number. */
export interface FuzzJob extends ChildJob {
  readonly reader: string;
  readonly seed: number;
  /** Folder of a finished run. */
  readonly run: string;
}

/** A report of a child: an input that failed or needed many resources, or its end. */
export type Found =
  | { readonly i: number; readonly what: string }
  | { readonly i: number; readonly seconds: number; readonly megabytes: number }
  | { readonly refused: number; readonly seconds: number; readonly megabytes: number };

/** Limits for one input; the parent tests inputs beyond them alone. */
const [SUSPECT_SECONDS, SUSPECT_MEGABYTES] = [1, 150];

const job = JSON.parse(process.argv[2]!) as FuzzJob;
const tell = (found: Found) => process.send!(found);
const { inputs, read, hostile } = (await makeReaders(job.folder, job.run)).find(({ name }) => name === job.reader)!;
// The first one loads what all need.
await (async () => read(inputs[0]!, -1))().catch(() => undefined);
let [refused, mostSeconds, mostMegabytes] = [0, 0, 0];
for (let i = job.from; i < job.to; i++) {
  writeSync(STATE_FD, String(i).padEnd(16), 0);
  const dice = new Dice(Math.imul(job.seed, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b));
  const input = dice.choice(inputs);
  const bytes = hostile && dice.next() < 0.8 ? hostile(input, dice) : mutate(input, inputs, dice);
  const [then, before] = [process.cpuUsage(), forgetPeak()];
  try {
    await read(bytes, i);
  } catch (error) {
    // An input that is rejected with a message is fine.
    if (error instanceof UserError || (error as Error)?.name === 'UserError') refused++;
    else
      tell({ i, what: error instanceof Error ? (error.stack ?? '').split('\n').slice(0, 3).join(' ') : String(error) });
  }
  const { user, system } = process.cpuUsage(then);
  const [seconds, megabytes] = [(user + system) / 1e6, peakMegabytes() - before];
  if (seconds > SUSPECT_SECONDS || megabytes > SUSPECT_MEGABYTES) tell({ i, seconds, megabytes });
  mostSeconds = Math.max(mostSeconds, seconds);
  mostMegabytes = Math.max(mostMegabytes, megabytes);
}
tell({ refused, seconds: mostSeconds, megabytes: mostMegabytes });
process.disconnect();
