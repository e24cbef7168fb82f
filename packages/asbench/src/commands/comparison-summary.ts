import { pValueText } from '@itinera/base';
import { type Difference, differenceInWords, explainMetrics } from '@itinera/benchmarks';
import { type Comparison, syntheticNotice } from '@itinera/runner';
import { textTable } from './text-table.js';

const P_DIGITS = 4;

/** Which result is better, and by the original's arithmetic if that differs. */
export function comparisonHeadline({ benchmark, first, second, difference }: Comparison): string[] {
  const [verdict, ...parts] = differenceInWords(benchmark, difference, [first.name, second.name]);
  const [own, other] = [difference.documented.final_score, difference.reference.final_score];
  const points = other?.value ?? null;
  if (points === null || cells(other)[0] === cells(own)[0]) return [verdict!, ...parts];
  const more = points < 0 ? second.name : first.name;
  return [verdict!, ...parts, `By the original's arithmetic, ${more} has ${Math.abs(points).toFixed(1)} points more.`];
}

/** Describes the difference of two results, one metric per line. */
export function describeComparison({ benchmark, first, second, difference, synthetic }: Comparison): string {
  const heading = ['', 'difference', `${100 * difference.level} % interval`, 'p', 'reference', 'better if', ''];
  const rows = Object.entries(difference.documented).map(([metric, value]) => [
    metric,
    ...cells(value),
    cells(difference.reference[metric])[0]!,
    benchmark.metrics[metric]?.better ?? '–',
    benchmark.parts?.[metric]?.words ?? '',
  ]);
  const title = `${benchmark.name}, documented formulas (reference: the original's arithmetic): ${first.name} − ${second.name}`;
  const kinds = explainMetrics(Object.keys(difference.documented));
  const lines = [title, textTable([heading, ...rows]), ...kinds, difference.method];
  return (synthetic ? [...lines, syntheticNotice(benchmark.name)] : lines).join('\n');
}

function cells(difference: Difference | undefined): string[] {
  const { value = null, low = null, high = null, pValue = null } = difference ?? {};
  if (value === null || low === null || high === null) return ['–', '–', '–'];
  return [value.toFixed(4), `${low.toFixed(4)} to ${high.toFixed(4)}`, pValueText(pValue, P_DIGITS)];
}
