import { availableParallelism } from 'node:os';
import { compiledUrl } from '@itinera/base';
import { JobProcess, openQueue, serveJobs } from '@itinera/pool';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { onInterrupt } from './interrupt.js';
import { threadCount } from './option-values.js';
import { Session, type SessionOptions } from './session.js';

interface WorkerOptions extends SessionOptions {
  readonly queue: string;
}

/** `asbench runs worker`: processes the jobs of a queue. */
export default function addWorker(program: Command): void {
  program
    .command('worker')
    .requiredOption('--queue <address>', 'queue such as redis://127.0.0.1; its jobs use this home folder')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .action(worker);
}

async function worker(options: WorkerOptions, command: Command): Promise<void> {
  const { warn, note } = new Session(options);
  const home = homeOf(command);
  const threads = options.threads ?? availableParallelism();
  const stop = new AbortController();
  const module = compiledUrl('./worker-process.js', import.meta.url);
  const jobs = new JobProcess({ module, home, threads, warn, note });
  const queue = await openQueue(options.queue, warn);
  stop.signal.addEventListener('abort', () => jobs.stop());
  onInterrupt(() => stop.abort());
  note(`Waiting for jobs of ${home}. Press Ctrl-C to stop and return the current job to the queue.`);
  await serveJobs(
    queue,
    (job) => jobs.run(job),
    stop.signal,
    ({ batch, number }, end) => {
      if (end === 'done') note(`Job ${number} of ${batch} is done.`);
      if (end === 'failed')
        note(`Job ${number} of ${batch} has failed; the command that waits for it prints the reason.`);
    },
  );
  jobs.end();
  await queue.close();
}
