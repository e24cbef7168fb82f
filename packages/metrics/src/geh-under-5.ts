import { geh } from './mean-geh.js';
import type { Metric } from './meta.js';

gehUnder5.meta = {
  takes: 'bins',
  unit: '',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source: 'Design Manual for Roads and Bridges, volume 12, section 2, part 1, chapter 4: 0.85 and more',
} satisfies Metric['meta'];

/**
 * Share of counts that match well: a GEH below 5.
 *
 * @param simulated vehicles per hour, by place and hour
 * @param observed in the same order
 * @returns 0 to 1; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * gehUnder5([120, 300], [100, 500]); // 0.5
 * ```
 */
export function gehUnder5(simulated: ArrayLike<number>, observed: ArrayLike<number>): number {
  if (simulated.length !== observed.length)
    throw new RangeError(`gehUnder5: ${simulated.length} simulated counts against ${observed.length} observed.`);
  let good = 0;
  for (let i = 0; i < simulated.length; i++) if (geh(simulated[i], observed[i]) < 5) good++;
  return good / simulated.length;
}
