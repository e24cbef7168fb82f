import { setTimeout as sleep } from 'node:timers/promises';
import { lockRun, RunBusy, type RunPart } from '@itinera/run';
import type { BatchFolder } from './batch-folder.js';
import { JobGivenUp } from './job-kind.js';

const PAUSE_MILLISECONDS = 500;

/**
 * Waits for one of the equal shares in the limits of a batch's models and works with it, so that all workers together stay
 * within the limits. The share of a worker that dies is free again.
 */
export async function withSlot<T>(
  folder: BatchFolder,
  shares: number,
  signal: AbortSignal,
  work: (share: RunPart) => Promise<T>,
): Promise<T> {
  for (let number = 1; !signal.aborted; number = (number % shares) + 1) {
    const free = lockIfFree(folder.slotPath(number));
    if (free !== null) {
      try {
        return await work({ number, of: shares });
      } finally {
        free();
      }
    }
    if (number === shares) await sleep(PAUSE_MILLISECONDS);
  }
  throw new JobGivenUp();
}

function lockIfFree(path: string): (() => void) | null {
  try {
    return lockRun(path, 'share');
  } catch (error) {
    if (error instanceof RunBusy) return null;
    throw error;
  }
}
