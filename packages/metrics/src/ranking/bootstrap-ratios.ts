import { Random } from '@itinera/base';
import { type BootstrapOptions, checkedOptions, type PairedDifference, percentileRange } from '../bootstrap.js';

/**
 * Means over rows with confidence intervals from resampled groups (cluster bootstrap): the rows of one person depend on each
 * other, so that whole people are drawn, and each mean is the sum of the drawn sums over the sum of the drawn counts. All
 * means share their draws.
 *
 * @param sums for each mean, the sum of the rows of each group
 * @param counts number of rows of each group
 * @param options as `bootstrapMean`; 2000 resamples by default
 * @returns for each mean, its percentile interval and the p value of the test that it is 0 (for sums of paired differences:
 *   that both systems are equal); low, high and p are NaN with fewer than two groups
 * @throws RangeError when resamples or level are out of range
 */
export function bootstrapRatios(
  sums: readonly ArrayLike<number>[],
  counts: ArrayLike<number>,
  options: BootstrapOptions = {},
): PairedDifference[] {
  const { seed, resamples, level } = checkedOptions(options);
  const groups = counts.length;
  const width = sums.length + 1;
  // Together in memory: one random access per draw.
  const table = new Float64Array(groups * width);
  for (let group = 0; group < groups; group++) {
    for (let mean = 0; mean < sums.length; mean++) table[group * width + mean] = sums[mean]![group];
    table[group * width + width - 1] = counts[group];
  }
  const random = new Random(seed);
  const drawn = new Uint32Array(groups);
  const total = new Float64Array(width);
  const means = sums.map(() => new Float64Array(resamples));
  for (let r = 0; groups > 1 && r < resamples; r++) {
    total.fill(0);
    random.fillBelow(drawn, groups);
    for (let i = 0; i < groups; i++) {
      const at = drawn[i] * width;
      for (let column = 0; column < width; column++) total[column] += table[at + column];
    }
    for (let mean = 0; mean < sums.length; mean++) means[mean]![r] = total[mean] / total[width - 1];
  }
  let rows = 0;
  for (let group = 0; group < groups; group++) rows += counts[group];
  return sums.map((column, mean) => {
    let sum = 0;
    for (let group = 0; group < groups; group++) sum += column[group];
    const value = sum / rows;
    if (groups < 2) return { value, low: Number.NaN, high: Number.NaN, level, n: groups, pValue: Number.NaN };
    let asFar = 0;
    for (const resampled of means[mean]!) if (Math.abs(resampled - value) >= Math.abs(value)) asFar++;
    return { value, ...percentileRange(means[mean]!, level), level, n: groups, pValue: (asFar + 1) / (resamples + 1) };
  });
}
