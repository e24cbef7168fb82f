import { describeFileError, isFileError, UserError } from '@itinera/base';
import { RunBusy } from '@itinera/run';
import type { Batch, BatchFolder, JobOutcome } from './batch-folder.js';

/** The environment in which jobs run. */
export interface WorkPlace {
  readonly home: string;
  readonly threads: number;
  /** When aborted, the running job is abandoned as soon as possible. */
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
  /** Receives the beginning and the end of each job. */
  readonly onJob?: (event: JobEvent) => void;
  /** Reads the `llm` of a configuration file. */
  readonly readModel: (path: string) => unknown;
}

/** Runs one job of a batch. @returns plain data, the same on every worker */
export type RunJob = (number: number) => Promise<unknown>;

/** A kind of jobs: one file, and a line in `job-runner.ts`. */
export interface JobKind {
  /** What a job is about, for the log of a worker: run, setup, seed. @throws if the batch is invalid */
  describe(batch: Batch, number: number): Readonly<Record<string, string | number>>;
  /** Prepares what all jobs of a batch need. @throws UserError when the batch is invalid or something is missing */
  open(batch: Batch, place: WorkPlace, folder: BatchFolder): Promise<RunJob>;
}

/**
 * The outcome of a job: run with a result, run with an error, not run because there is nothing to run, or left to another
 * worker.
 */
export type JobEnd = 'done' | 'failed' | 'nothing to do' | 'given up';

/** One line of a worker's log. */
export interface JobEvent {
  readonly event: 'job started' | `job ${JobEnd}`;
  readonly batch: string;
  /** From 1, as everywhere for readers. */
  readonly job: number;
  /** Jobs of the batch. */
  readonly jobs: number;
  /** Why it failed. */
  readonly error?: string;
  /** Of the kind of job: run, part, task, agent, model, seed, people, submission. */
  readonly [fact: string]: unknown;
}

/** A job that was not finished, because its worker was stopped or another one is still running it. */
export class JobGivenUp extends Error {}

/** The result of a job. Errors that a user can fix also count as outcomes. */
export async function outcomeOf(run: () => Promise<unknown>): Promise<JobOutcome> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof RunBusy) throw new JobGivenUp();
    if (error instanceof UserError) return { error: error.message };
    if (isFileError(error)) return { error: describeFileError(error) };
    throw error;
  }
}
