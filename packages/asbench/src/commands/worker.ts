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

/** `asbench worker`: makes what others order. */
export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('make what a queue holds, until Ctrl-C: parts of runs, runs of sweeps, scorings')
    .requiredOption('--queue <address>', 'such as redis://127.0.0.1; its units are of this home')
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
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
  note(`Waits for units of ${home}. Ctrl-C gives back what is under way.`);
  const tell = ({ order, number }: { order: string; number: number }) => note(`Unit ${number} of ${order} is made.`);
  await serveUnits(queue, (unit) => maker.make(unit), stop.signal, tell);
  maker.end();
  await queue.close();
}
