import type { MetricMeta } from '@itinera/metrics';
import { sameLength } from './same-length.js';

const size = { range: [0, Infinity], better: 'lower', digits: 3 } as const;

mae.meta = { ...size, unit: "the values'", source: 'mean absolute error' } satisfies MetricMeta;
mse.meta = { ...size, unit: "the values', squared", source: 'mean squared error' } satisfies MetricMeta;
rmse.meta = { ...size, unit: "the values'", source: 'root mean squared error' } satisfies MetricMeta;
maxError.meta = { ...size, unit: "the values'", source: 'greatest absolute error' } satisfies MetricMeta;
nrmse.meta = { ...size, unit: '', source: 'root mean squared error over a named divisor' } satisfies MetricMeta;
smape.meta = {
  unit: '',
  range: [0, 2],
  better: 'lower',
  digits: 3,
  source: 'symmetric mean absolute percentage error',
} satisfies MetricMeta;
rSquared.meta = {
  unit: '',
  range: [-Infinity, 1],
  better: 'higher',
  digits: 3,
  source: 'coefficient of determination',
} satisfies MetricMeta;

/**
 * Mean absolute error.
 *
 * @returns 0 or more, in the values' unit; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * mae([1, 2], [1, 4]); // 1
 * ```
 */
export function mae(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('mae', real, generated);
  let sum = 0;
  for (let i = 0; i < real.length; i++) sum += Math.abs(generated[i] - real[i]);
  return sum / real.length;
}

/**
 * Mean squared error.
 *
 * @returns 0 or more, in the values' unit squared; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * mse([1, 2], [1, 4]); // 2
 * ```
 */
export function mse(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('mse', real, generated);
  let sum = 0;
  for (let i = 0; i < real.length; i++) sum += (generated[i] - real[i]) ** 2;
  return sum / real.length;
}

/**
 * Root mean squared error.
 *
 * @returns 0 or more, in the values' unit; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * rmse([1, 2], [1, 4]); // 1.41421
 * ```
 */
export function rmse(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  return Math.sqrt(mse(real, generated));
}

/**
 * Root mean squared error over the real values' range, mean or standard deviation (of the population). The literature uses
 * one name for all three: state which.
 *
 * @param options `by`: the divisor
 * @returns 0 or more, without unit; NaN when empty or when the divisor is 0
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * nrmse([1, 2], [1, 4], { by: 'mean' }); // 0.942809
 * ```
 */
export function nrmse(
  real: ArrayLike<number>,
  generated: ArrayLike<number>,
  { by }: { by: 'range' | 'mean' | 'std' },
): number {
  const error = rmse(real, generated);
  const divisor = { range: rangeOf, mean: meanOf, std: deviationOf }[by](real);
  return divisor === 0 ? Number.NaN : error / divisor;
}

/**
 * Greatest absolute error.
 *
 * @returns 0 or more, in the values' unit; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * maxError([1, 2], [1, 4]); // 2
 * ```
 */
export function maxError(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('maxError', real, generated);
  let greatest = real.length === 0 ? Number.NaN : 0;
  for (let i = 0; i < real.length; i++) greatest = Math.max(greatest, Math.abs(generated[i] - real[i]));
  return greatest;
}

/**
 * Symmetric mean absolute percentage error: mean of 2 |g − r| / (|g| + |r|); a pair of zeros counts 0.
 *
 * @returns 0 to 2, a share and not a percentage; NaN when empty
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * smape([1, 2], [1, 4]); // 0.333333
 * ```
 */
export function smape(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  sameLength('smape', real, generated);
  let sum = 0;
  for (let i = 0; i < real.length; i++) {
    const error = Math.abs(generated[i] - real[i]);
    if (error !== 0) sum += (2 * error) / (Math.abs(generated[i]) + Math.abs(real[i]));
  }
  return sum / real.length;
}

/**
 * Coefficient of determination: 1 − Σ(r − g)² / Σ(r − mean of r)².
 *
 * @returns 1 (equal) down to −∞; 0 is as good as the mean; NaN when the real values are constant or fewer than two
 * @throws RangeError when the lengths differ
 * @example
 * ```ts
 * rSquared([1, 2], [1, 4]); // -7
 * ```
 */
export function rSquared(real: ArrayLike<number>, generated: ArrayLike<number>): number {
  const deviation = deviationOf(real);
  const error = mse(real, generated);
  return deviation === 0 ? Number.NaN : 1 - error / deviation ** 2;
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

function rangeOf(values: ArrayLike<number>): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return high - low;
}

function deviationOf(values: ArrayLike<number>): number {
  if (rangeOf(values) === 0) return 0;
  const mean = meanOf(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - mean) ** 2;
  return Math.sqrt(sum / values.length);
}
