import { UserError } from '@itinera/base';
import { BatchFolder } from './batch-folder.js';
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
    try {
      const outcome = await outcomeOf(async () => {
        const run = await this.#opened(job, found);
        // Opening takes time, in which another worker may have done the job.
        if (isOver()) throw new JobGivenUp();
        return await run(job.number);
      });
      found.folder.write(job.number, outcome);
      return 'error' in outcome ? 'failed' : 'done';
    } catch (error) {
      if (error instanceof JobGivenUp) return 'given up';
      throw error;
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
