import type { Metric } from '@itinera/metrics';

myMetric.meta = {
  takes: 'samples',
  unit: '',
  range: [0, Infinity],
  better: 'lower',
  digits: 4,
  source: 'its definition: authors (year), title, doi',
} satisfies Metric['meta'];

/**
 * Distance between the means of two samples. Describe here what the metric is and how it is computed.
 *
 * @param a numbers
 * @param b numbers in the same unit
 * @returns 0 for equal means, lower is better; NaN if a sample is empty
 */
export function myMetric(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.abs(mean(a) - mean(b));
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
