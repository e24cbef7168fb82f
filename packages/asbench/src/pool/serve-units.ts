import type { Unit, UnitQueue } from './unit-queue.js';

/** Takes units from a queue and has them made, one at a time, until the signal or an empty local queue ends it. */
export async function serveUnits(
  queue: UnitQueue,
  make: (unit: Unit) => Promise<boolean>,
  signal: AbortSignal,
  onUnit: (unit: Unit) => void = () => {},
): Promise<void> {
  for (let unit = await queue.claim(signal); unit !== null; unit = await queue.claim(signal)) {
    let isMade = false;
    try {
      isMade = await make(unit);
    } finally {
      await (isMade ? queue.done(unit) : queue.lost(unit));
    }
    if (isMade) onUnit(unit);
  }
}
