import fs from 'node:fs';
import { scanCallFile, uniqueCalls } from '@itinera/run';
import type { Usage } from './language-model.js';
import { UsageMeter } from './usage.js';
import type { WallClock } from './wall-clock.js';

const stillClock: WallClock = { now: () => 0, after: () => () => {} };

/**
 * Sums up the calls of a run in `calls.ndjson`, in total and by model, step of the day and person. `replayed` and `cached`
 * count answers from a replayed run or a shared cache; fallbacks are not in this file.
 * @returns null if the run has no such file.
 */
export function readCallTotals(path: string): Usage | null {
  if (!fs.existsSync(path)) return null;
  const meter = new UsageMeter(stillClock);
  const fd = fs.openSync(path, 'r');
  try {
    const isUnique = uniqueCalls();
    scanCallFile(fd, (head) => {
      if (isUnique(head)) meter.addRecorded(head);
    });
  } finally {
    fs.closeSync(fd);
  }
  return meter.snapshot(0, 0);
}
