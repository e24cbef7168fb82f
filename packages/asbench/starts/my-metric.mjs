myMetric.meta = {
  takes: 'samples',
  unit: '',
  range: [0, Infinity],
  better: 'lower',
  digits: 4,
  source: 'its definition: authors (year), title, doi',
};

/**
 * Distance between the means of two samples. Describe here what the metric is and how it is computed.
 *
 * @param {ArrayLike<number>} a numbers
 * @param {ArrayLike<number>} b numbers in the same unit
 * @returns {number} 0 for equal means, lower is better; NaN if a sample is empty
 */
export function myMetric(a, b) {
  return Math.abs(mean(a) - mean(b));
}

function mean(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
