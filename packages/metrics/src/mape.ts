import type { Metric } from './meta.js';

mape.meta = {
  takes: 'bins',
  unit: 'percent',
  range: [0, Infinity],
  better: 'lower',
  digits: 2,
  source: 'J. S. Armstrong (1985), Long-range forecasting, 2nd edition',
} satisfies Metric['meta'];

/**
 * Mean absolute percentage error: the mean of |actual − predicted| / |actual| × 100.
 *
 * @param actual the true values, none of them 0
 * @param predicted in the same order
 * @returns 0 or more, in percent; NaN when empty or when an actual value is 0
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * mape([100, 200], [110, 180]); // 10
 * ```
 */
export function mape(actual: ArrayLike<number>, predicted: ArrayLike<number>): number {
  if (actual.length !== predicted.length) {
    throw new RangeError(`mape: ${actual.length} actual values against ${predicted.length} predicted.`);
  }
  let sum = 0;
  for (let i = 0; i < actual.length; i++) {
    sum += actual[i] === 0 ? Number.NaN : (Math.abs(actual[i] - predicted[i]) / Math.abs(actual[i])) * 100;
  }
  return sum / actual.length;
}
