import { UserError } from '@itinera/base';
import { BatchFolder, type JobOutcome } from './batch-folder.js';
import { type JobEnd, JobGivenUp, type JobKind, outcomeOf, type RunJob, type WorkPlace } from './job-kind.js';
import type { Job } from './job-queue.js';

/** The kinds of jobs, by the name in a batch. Each is loaded when it is first used. */
const kinds: Readonly<Record<string, () => Promise<JobKind>>> = {
  humob: async () => (await import('./humob-jobs.js')).humobJobs,
  sweep: async () => (await import('./sweep-jobs.js')).sweepJobs,
  run: async () => (await import('./run-jobs.js')).runJobs,
};

type FoundBatch = NonNullable<ReturnType<typeof BatchFolder.of>>;

/** Runs jobs one after the other, and keeps the data of their batch between them. */
export class JobRunner {
  readonly #place: WorkPlace;
  #open: { readonly id: string; readonly run: RunJob } | null = null;
  #last: { readonly hash: string; readonly found: FoundBatch } | null = null;

  constructor(place: WorkPlace) {
    this.#place = place;
  }

  /** Runs a job and writes its outcome. A job that is done is not repeated. */
  async run(job: Job): Promise<JobEnd> {
    const found = this.#found(job);
    const isOver = () => found === null || !found.folder.exists || found.folder.isDone(job.number);
    if (found === null || isOver()) return 'nothing to do';
    const facts = await factsOf(found, job);
    this.#place.onJob?.({ event: 'job started', ...facts });
    try {
      const outcome = await outcomeOf(async () => {
        const run = await this.#opened(job, found);
        // Opening takes time, in which another worker may have done the job.
        if (isOver()) throw new JobGivenUp();
        return await run(job.number);
      });
      found.folder.write(job.number, outcome);
      const end = 'error' in outcome ? 'failed' : 'done';
      this.#place.onJob?.({ event: `job ${end}`, ...facts, ...countsOf(outcome) });
      return end;
    } catch (error) {
      if (!(error instanceof JobGivenUp)) throw error;
      this.#place.onJob?.({ event: 'job given up', ...facts });
      return 'given up';
    }
  }

  /** Null when there is nothing to do: the batch is finished, or differs from the queue entry. */
  #found(job: Job): FoundBatch | null {
    try {
      // Batches may be long, so the last one is read once.
      if (this.#last?.hash !== job.hash || this.#last.found.folder.id !== job.batch) {
        const found = BatchFolder.of(this.#place.home, job);
        this.#last = found && { hash: job.hash, found };
      }
      if (this.#last === null) return null;
      const { found } = this.#last;
      if (job.number < found.batch.jobs) return found;
      throw new UserError(
        `${found.folder.path} has ${found.batch.jobs} jobs, so there is no job number ${job.number}.`,
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#place.warn(error.message);
      return null;
    }
  }

  async #opened(job: Job, { folder, batch }: FoundBatch): Promise<RunJob> {
    if (this.#open?.id === job.batch) return this.#open.run;
    this.#open = null;
    const load = kinds[batch.kind];
    if (load === undefined) throw new UserError(`${folder.path}: this version does not support "${batch.kind}" jobs.`);
    const run = await (await load()).open(batch, this.#place, folder);
    this.#open = { id: job.batch, run };
    return run;
  }
}

/** What a log says about a job. A batch that is invalid is reported when it is opened. */
async function factsOf({ folder, batch }: FoundBatch, { number }: Job) {
  const common = { batch: folder.id, job: number + 1, jobs: batch.jobs };
  try {
    const kind = await kinds[batch.kind]?.();
    return { ...common, ...kind?.describe(batch, number) };
  } catch {
    return common;
  }
}

/** The numbers of an outcome that say how much was done, and the reason of a failure. */
function countsOf(outcome: JobOutcome): Readonly<Record<string, unknown>> {
  if ('error' in outcome) return { error: outcome.error };
  const result = Object(outcome.result) as Record<string, unknown>;
  const counts = ['people', 'users', 'seconds'].flatMap((name) =>
    typeof result[name] === 'number' ? [[name, result[name]]] : [],
  );
  return Object.fromEntries(counts);
}
