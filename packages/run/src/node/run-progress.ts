import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFileError } from '@itinera/base';
import { readWithin, writeDurably } from '@itinera/base/node';
import type { RunFolder } from './run-folder.js';

const WRITE_MILLISECONDS = 2000;
/** Older progress is that of a killed process. */
const VALID_MILLISECONDS = 60_000;
const FILE = /^progress\.[\w-]+\.part$/;

/** The progress of a run that one process simulates, in time steps of all people. */
export interface RunProgress {
  readonly steps: number;
  readonly stepsDone: number;
  /** The steps done before the first ones of this process, which began at `since`, milliseconds since 1970. */
  readonly stepsBefore: number;
  readonly since: number;
  readonly at: number;
}

/** Records the progress of a run in a file that exists only while the run is in progress. */
export class ProgressFile {
  readonly #path: string;
  readonly #clock: () => Date;
  #first: RunProgress | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(folder: RunFolder, clock: () => Date) {
    this.#path = folder.leftoverPath('progress');
    this.#clock = clock;
  }

  readonly write = ({ steps, stepsDone }: Pick<RunProgress, 'steps' | 'stepsDone'>): void => {
    const at = this.#clock().getTime();
    // Preparing the people says nothing about the time left.
    if (this.#first === null || stepsDone === this.#first.stepsBefore)
      this.#first = { steps, stepsDone, stepsBefore: stepsDone, since: at, at };
    if (at - this.#writtenAt < WRITE_MILLISECONDS) return;
    this.#writtenAt = at;
    try {
      writeDurably(this.#path, [`${JSON.stringify({ ...this.#first, stepsDone, at })}\n`]);
    } catch (error) {
      // The progress is not essential to the run.
      if (!isFileError(error)) throw error;
    }
  };

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

/** The latest progress of a run; null if no process has recorded any within a minute. @param now milliseconds since 1970 */
export function readProgress({ path }: RunFolder, now: number): RunProgress | null {
  let latest: RunProgress | null = null;
  for (const name of readdirSync(path).filter((one) => FILE.test(one)))
    try {
      const progress = JSON.parse(readWithin(join(path, name)).toString()) as RunProgress;
      const isValid = Math.abs(now - progress.at) < VALID_MILLISECONDS && progress.steps > 0;
      if (isValid && progress.at > (latest?.at ?? 0)) latest = progress;
    } catch {
      // The run has just ended.
    }
  return latest;
}
