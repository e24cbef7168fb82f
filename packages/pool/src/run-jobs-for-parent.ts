import type { JobEnd, JobEvent, WorkPlace } from './job-kind.js';
import type { Job } from './job-queue.js';
import { JobRunner } from './job-runner.js';

/** Messages to the process that runs jobs. */
export type ToJobProcess =
  | { readonly kind: 'place'; readonly home: string; readonly threads: number }
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'stop' };

/** Messages from it. */
export type FromJobProcess =
  | { readonly kind: 'end'; readonly end: JobEnd }
  | { readonly kind: 'warning' | 'note'; readonly message: string }
  | { readonly kind: 'event'; readonly event: JobEvent };

/**
 * Runs the jobs that the parent process sends, until it disconnects.
 * @param readModel reads the `llm` of a configuration file
 */
export function runJobsForParent(readModel: (path: string, warn: WorkPlace['warn']) => unknown): void {
  const stop = new AbortController();
  const send = (message: FromJobProcess) => void process.send?.(message);
  const warn = (message: string) => send({ kind: 'warning', message });
  let runner: JobRunner;
  // Signals are for the worker that started this process; when the worker is gone, nobody waits for this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToJobProcess) => {
    if (message.kind === 'stop') stop.abort();
    else if (message.kind === 'job') void runner.run(message.job).then((end) => send({ kind: 'end', end }), die);
    else
      runner = new JobRunner({
        ...message,
        signal: stop.signal,
        warn,
        note: (text) => send({ kind: 'note', message: text }),
        onJob: (event) => send({ kind: 'event', event }),
        readModel: (path) => readModel(path, warn),
      });
  });
}

/** A bug: the worker sees the process end, and other workers retry the job. */
function die(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
