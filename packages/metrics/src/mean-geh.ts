import type { Metric } from './meta.js';

meanGeh.meta = {
  takes: 'bins',
  unit: '',
  range: [0, Infinity],
  better: 'lower',
  digits: 2,
  source: 'Design Manual for Roads and Bridges, volume 12, section 2, part 1, chapter 4',
} satisfies Metric['meta'];

/**
 * GEH statistic of two vehicle counts per hour, √(2 (m − c)² / (m + c)): between a relative and an absolute error.
 *
 * @param simulated vehicles per hour, 0 or more
 * @param observed vehicles per hour, 0 or more
 * @returns 0 for equal counts, including 0 and 0; below 5 is a good match
 * @example
 * ```ts
 * geh(120, 100); // 1.90693
 * ```
 */
export function geh(simulated: number, observed: number): number {
  const total = simulated + observed;
  return total === 0 ? 0 : Math.sqrt((2 * (simulated - observed) ** 2) / total);
}

/**
 * Mean GEH of counts.
 *
 * @param simulated vehicles per hour, by place and hour
 * @param observed in the same order
 * @returns 0 or more; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * meanGeh([120, 300], [100, 500]); // 5.95346
 * ```
 */
export function meanGeh(simulated: ArrayLike<number>, observed: ArrayLike<number>): number {
  if (simulated.length !== observed.length)
    throw new RangeError(`meanGeh: ${simulated.length} simulated counts against ${observed.length} observed.`);
  let sum = 0;
  for (let i = 0; i < simulated.length; i++) sum += geh(simulated[i], observed[i]);
  return sum / simulated.length;
}
