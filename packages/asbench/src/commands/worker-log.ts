import type { JobEvent } from '@itinera/pool';

/** What a worker logs: an event with its facts, or a warning or note with a message. */
export type WorkerEvent =
  | JobEvent
  | { readonly event: 'waiting' | 'warning' | 'note' | 'stopped'; readonly message: string };

/** A log with one line per event: the time, then words; as JSON, one object per line. */
export function workerLog(write: (line: string) => void, clock: () => Date, json: boolean) {
  return (event: WorkerEvent): void => {
    const time = clock().toISOString();
    write(json ? JSON.stringify({ time, ...event }) : `${time} ${inWords(event)}`);
  };
}

function inWords({ event, message, ...facts }: WorkerEvent & { readonly message?: unknown }): string {
  if (message !== undefined) return event === 'warning' ? `Warning: ${message}` : String(message);
  const { batch, job, jobs, error, ...more } = facts as Partial<JobEvent>;
  const said = Object.entries(more).map(([name, value]) => `${name} ${value}`);
  const reason = error === undefined ? [] : [String(error)];
  return [`Job ${job} of ${jobs} ${String(event).replace('job ', '')} (${batch})`, ...said, ...reason].join(', ');
}
