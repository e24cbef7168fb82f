import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BatchFolder } from './batch-folder.js';
import type { JobEnd, JobEvent } from './job-kind.js';
import type { Job, JobQueue } from './job-queue.js';
import type { FromJobProcess, ToJobProcess } from './run-jobs-for-parent.js';

/** A job that has ended this many processes is not retried. */
const MOST_TRIES = 3;

export interface JobProcessOptions {
  /** URL of a module that calls `runJobsForParent`. */
  readonly module: string;
  readonly home: string;
  readonly threads: number;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
  /** Receives the beginning and the end of each job. */
  readonly onJob?: (event: JobEvent) => void;
}

/**
 * A second process that runs jobs: this one renews the queue's locks even if the other is busy, and replaces it when it
 * ends.
 */
export class JobProcess {
  readonly #options: JobProcessOptions;
  readonly #ends = new Map<string, number>();
  #child: ChildProcess | null = null;

  constructor(options: JobProcessOptions) {
    this.#options = options;
  }

  async run(job: Job): Promise<JobEnd> {
    const child = this.#running();
    const end = await new Promise<JobEnd | null>((resolve) => {
      const settle = (end: JobEnd | null) => {
        child.off('message', heard).off('exit', died);
        resolve(end);
      };
      const heard = (message: FromJobProcess) => message.kind === 'end' && settle(message.end);
      const died = () => settle(null);
      child.on('message', heard).on('exit', died);
      send(child, { kind: 'job', job });
    });
    return end ?? this.#ended(job);
  }

  /** Abandons the running job. */
  stop(): void {
    if (this.#child) send(this.#child, { kind: 'stop' });
  }

  end(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #running(): ChildProcess {
    if (this.#child) return this.#child;
    const { module, home, threads, warn, note, onJob } = this.#options;
    const child = fork(fileURLToPath(module), { execArgv: [] });
    child.on('message', (message: FromJobProcess) => {
      if (message.kind === 'warning') warn(message.message);
      else if (message.kind === 'note') note(message.message);
      else if (message.kind === 'event') onJob?.(message.event);
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    // A message to a process that is ending fails; `exit` reports the end.
    child.on('error', () => {});
    send(child, { kind: 'place', home, threads });
    this.#child = child;
    return child;
  }

  #ended(job: Job): JobEnd {
    const name = `${job.batch}-${job.number}`;
    const ends = (this.#ends.get(name) ?? 0) + 1;
    this.#ends.set(name, ends);
    this.#options.warn(
      `The process that ran job ${job.number + 1} of ${job.batch} ended unexpectedly: attempt ${ends} of ${MOST_TRIES}.`,
    );
    if (ends < MOST_TRIES) return 'given up';
    const error = `${MOST_TRIES} processes ended while they ran it, due to lack of memory or a bug; see the output of the worker.`;
    BatchFolder.of(this.#options.home, job)?.folder.write(job.number, { error });
    return 'failed';
  }
}

function send(child: ChildProcess, message: ToJobProcess): void {
  if (child.connected) child.send(message, () => {});
}

/** Pause after a job that another worker is running: the queue would return it at once. */
const PAUSE_MILLISECONDS = 500;

/** Claims jobs from a queue and runs them one at a time, until the signal ends it. */
export async function serveJobs(
  queue: JobQueue,
  run: (job: Job) => Promise<JobEnd>,
  signal: AbortSignal,
): Promise<void> {
  for (let job = await queue.claim(signal); job !== null; job = await queue.claim(signal)) {
    let end: JobEnd = 'given up';
    try {
      end = await run(job);
    } finally {
      await (end === 'given up' ? queue.lost(job) : queue.done(job));
    }
    if (end === 'given up' && !signal.aborted) await sleep(PAUSE_MILLISECONDS);
  }
}
