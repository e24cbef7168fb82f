import { type Comparison, type Difference, syntheticNotice } from '@itinera/benchmarks';
import { textTable } from './text-table.js';

/** States which result is better, if the interval tells. */
export function comparisonHeadline({ first, second, difference }: Comparison): string {
  const score = difference.documented.final_score;
  const [a, b] = [first.name, second.name];
  if (score?.low == null || score.high === null) return `${a} and ${b} cannot be compared: one of them has no score.`;
  const verdict =
    score.low > 0
      ? `${a} is better than ${b}`
      : score.high < 0
        ? `${b} is better than ${a}`
        : `${a} and ${b} cannot be told apart`;
  const [value, interval, p] = cells(score);
  return `${verdict}: final_score ${value} (${100 * difference.level} % interval ${interval}, p = ${p})`;
}

/** Describes the difference of two results, one metric per line. */
export function describeComparison({ benchmark, first, second, difference, synthetic }: Comparison): string {
  const heading = ['', 'difference', `${100 * difference.level} % interval`, 'p', 'better'];
  const rows = Object.entries(difference.documented).map(([metric, value]) => [
    metric,
    ...cells(value),
    benchmark.metrics[metric]?.better ?? '–',
  ]);
  const title = `${benchmark.name}, documented formulas: ${first.name} − ${second.name}`;
  const lines = [title, textTable([heading, ...rows]), difference.method];
  return (synthetic ? [...lines, syntheticNotice(benchmark.name)] : lines).join('\n');
}

function cells({ value, low, high, pValue }: Difference): string[] {
  if (value === null || low === null || high === null) return ['–', '–', '–'];
  return [value.toFixed(4), `${low.toFixed(4)} to ${high.toFixed(4)}`, pValue?.toFixed(4) ?? '–'];
}
