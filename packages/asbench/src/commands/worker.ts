import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { MakerProcess } from '../pool/maker-process.js';
import { openQueue } from '../pool/open-queue.js';
import { serveUnits } from '../pool/serve-units.js';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { Session, type SessionOptions } from './session.js';

interface WorkerOptions extends SessionOptions {
  readonly queue: string;
}

/** `asbench worker`: processes the jobs of a queue. */
export function addWorker(program: Command): void {
  program
    .command('worker')
    .requiredOption('--queue <address>', 'queue such as redis://127.0.0.1; its jobs use this home folder')
    .option('--threads <number>', 'number of threads (default: one per core)', wholeNumber(1))
    .action(worker);
}

async function worker(options: WorkerOptions, command: Command): Promise<void> {
  const { warn, note } = new Session(options);
  const home = homeOf(command);
  const stop = new AbortController();
  const maker = new MakerProcess({ home, threads: options.threads ?? availableParallelism(), warn, note });
  const queue = await openQueue(options.queue, warn);
  stop.signal.addEventListener('abort', () => maker.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  note(`Waiting for jobs of ${home}. Press Ctrl-C to stop and return the current job to the queue.`);
  const onDone = ({ order, number }: { order: string; number: number }) => note(`Job ${number} of ${order} is done.`);
  await serveUnits(queue, (unit) => maker.make(unit), stop.signal, onDone);
  maker.end();
  await queue.close();
}
