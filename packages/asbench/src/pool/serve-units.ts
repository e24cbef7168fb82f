import type { Claim, Unit, UnitQueue } from './unit-queue.js';

/** Takes units from a queue and has them made, one at a time, until the signal or an empty local queue ends it. */
export async function serveUnits(
  queue: UnitQueue,
  make: (claim: Claim) => Promise<boolean>,
  signal: AbortSignal,
  onUnit: (unit: Unit) => void = () => {},
): Promise<void> {
  for (let claim = await queue.claim(signal); claim !== null; claim = await queue.claim(signal)) {
    let isMade = false;
    try {
      isMade = await make(claim);
    } finally {
      await (isMade ? queue.done(claim) : queue.lost(claim));
    }
    if (isMade) onUnit(claim.unit);
  }
}
