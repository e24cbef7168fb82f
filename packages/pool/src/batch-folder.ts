import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asUserError, UserError } from '@itinera/base';
import { makeFolder, writeDurably } from '@itinera/base/node';
import type { Job } from './job-queue.js';

/** A request that is processed as jobs: a file in the home folder that all workers share. */
export interface Batch {
  /** The kind of its jobs, as in `job-runner.ts`. */
  readonly kind: string;
  /** Number of jobs. */
  readonly jobs: number;
  /** SHA-256 of the files that workers may use, by path: agents with their imports, submissions. */
  readonly files: Readonly<Record<string, string>>;
  /** The input of this kind of job: names, paths and numbers. */
  readonly what: unknown;
}

export type JobOutcome = { readonly result: unknown } | { readonly error: string };

const FILE = /^(\d{1,8})\.json$/;

/**
 * A batch in the home, `queue/<id>`: the request, and one file with the outcome of each job that is done. The requester
 * writes it and all workers read it; the same request has the same folder.
 */
export class BatchFolder {
  readonly path: string;
  readonly id: string;
  readonly #hash: string;

  private constructor(home: string, id: string, hash: string) {
    this.path = join(home, 'queue', id);
    this.id = id;
    this.#hash = hash;
  }

  /** Writes a batch, if it does not exist. Failed jobs count as not done. */
  static create(home: string, batch: Batch): BatchFolder {
    const text = `${JSON.stringify(batch, null, 2)}\n`;
    const hash = sha256Of(text);
    const folder = new BatchFolder(home, hash.slice(0, 16), hash);
    makeFolder(join(folder.path, 'done'));
    writeDurably(join(folder.path, 'batch.json'), [text]);
    for (const number of folder.done())
      if ('error' in folder.outcome(number)) rmSync(folder.#outcomePath(number), { force: true });
    return folder;
  }

  /**
   * Finds the batch of a job; null when it is finished and removed.
   * @throws UserError when it differs from the job
   */
  static of(home: string, { batch: id, hash }: Omit<Job, 'number'>): { folder: BatchFolder; batch: Batch } | null {
    const folder = new BatchFolder(home, id, hash);
    const path = join(folder.path, 'batch.json');
    if (!existsSync(path)) return null;
    const text = readFileSync(path, 'utf8');
    if (sha256Of(text) !== hash || hash.slice(0, 16) !== id)
      throw new UserError(`${path} differs from the batch that the queue names. None of its jobs are run.`);
    return { folder, batch: JSON.parse(text) as Batch };
  }

  /** False once the requester has all outcomes. */
  get exists(): boolean {
    return existsSync(this.path);
  }

  /** The jobs with these numbers. */
  jobs(numbers: Iterable<number>): Job[] {
    return Array.from(numbers, (number) => ({ batch: this.id, hash: this.#hash, number }));
  }

  /** Numbers of the jobs that are done. */
  done(): number[] {
    return readdirSync(join(this.path, 'done'))
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .map(Number);
  }

  isDone(number: number): boolean {
    return existsSync(this.#outcomePath(number));
  }

  outcome(number: number): JobOutcome {
    return JSON.parse(readFileSync(this.#outcomePath(number), 'utf8')) as JobOutcome;
  }

  /** Writes the outcome of a job. Two workers that ran the same job write the same. */
  write(number: number, outcome: JobOutcome): void {
    try {
      writeDurably(this.#outcomePath(number), [`${JSON.stringify(outcome)}\n`]);
    } catch (error) {
      // The requester has all outcomes and has removed the folder.
      if (this.exists) throw asUserError(error);
    }
  }

  /** The lock file of a share in the limits of a model. */
  slotPath(number: number): string {
    return join(this.path, `slot-${number}.lock`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #outcomePath(number: number): string {
    return join(this.path, 'done', `${number}.json`);
  }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
