import { availableParallelism } from 'node:os';
import { compiledUrl } from '@itinera/base';
import { JobProcess, openQueue, serveJobs } from '@itinera/pool';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { onInterrupt } from './interrupt.js';
import { threadCount } from './option-values.js';
import { workerLog } from './worker-log.js';

interface WorkerOptions {
  readonly queue: string;
  readonly threads?: number;
  readonly jsonLogs?: true;
}

/** `asbench runs worker`: processes the jobs of a queue. */
export default function addWorker(program: Command): void {
  program
    .command('worker')
    .requiredOption('--queue <address>', 'queue such as redis://127.0.0.1; its jobs use this home folder')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json-logs', 'log one JSON object per line')
    .action(worker);
}

async function worker(options: WorkerOptions, command: Command): Promise<void> {
  const log = workerLog(
    (line) => process.stderr.write(`${line}\n`),
    () => new Date(),
    options.jsonLogs === true,
  );
  const warn = (message: string) => log({ event: 'warning', message });
  const note = (message: string) => log({ event: 'note', message });
  const home = homeOf(command);
  const threads = options.threads ?? availableParallelism();
  const stop = new AbortController();
  const module = compiledUrl('./worker-process.js', import.meta.url);
  const jobs = new JobProcess({ module, home, threads, warn, note, onJob: log });
  const queue = await openQueue(options.queue, warn);
  stop.signal.addEventListener('abort', () => jobs.stop());
  onInterrupt(() => stop.abort());
  const next = 'Press Ctrl-C to stop and return the current job to the queue.';
  log({ event: 'waiting', message: `Waiting for jobs of ${home}. ${next}` });
  await serveJobs(queue, (job) => jobs.run(job), stop.signal);
  jobs.end();
  await queue.close();
  log({ event: 'stopped', message: 'Stopped.' });
}
