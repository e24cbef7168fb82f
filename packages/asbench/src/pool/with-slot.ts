import { setTimeout as sleep } from 'node:timers/promises';
import { lockRun, RunBusy, type RunPart } from '@itinera/run';
import type { OrderFolder } from './order-folder.js';
import { UnitGivenUp } from './unit-kind.js';

const PAUSE_MILLISECONDS = 500;

/**
 * Waits for one of the equal shares in the limits of an order's models, and works with it: all workers together keep within
 * them. Who dies with a share leaves it to others.
 */
export async function withSlot<T>(
  folder: OrderFolder,
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
  throw new UnitGivenUp();
}

function lockIfFree(path: string): (() => void) | null {
  try {
    return lockRun(path, 'share');
  } catch (error) {
    if (error instanceof RunBusy) return null;
    throw error;
  }
}
