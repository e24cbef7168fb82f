import type { HumobComparison, HumobScore, MeanScore, Validation } from '@itinera/humob';
import { grouped } from './grouped.js';

/** The figures of a scoring as plain data. */
export function humobScoreAsJson(score: HumobScore, comparison: HumobComparison | undefined, synthetic: boolean) {
  const { rules, geobleu, dtw, users, days, steps, level, seed } = score;
  return {
    rules,
    geobleu: geobleu.value,
    dtw: dtw.value,
    users,
    days,
    steps,
    intervals: { level, seed, geobleu: [geobleu.low, geobleu.high], dtw: [dtw.low, dtw.high] },
    ...(synthetic && { synthetic }),
    ...(comparison && {
      comparison: {
        other: { geobleu: comparison.other.geobleu.value, dtw: comparison.other.dtw.value },
        ...Object.fromEntries(
          (['geobleu', 'dtw'] as const).map((metric) => {
            const { value, low, high, pValue } = comparison[metric];
            return [metric, { difference: value, interval: [low, high], pValue }];
          }),
        ),
      },
    }),
  };
}

/** The same in words. */
export function describeHumobScore(
  score: HumobScore,
  comparison: HumobComparison | undefined,
  synthetic: boolean,
  { generated, compare }: { readonly generated?: string; readonly compare?: string },
): string {
  const range = ({ low, high }: MeanScore, digits: number) =>
    `${score.level * 100} % interval ${low.toFixed(digits)} to ${high.toFixed(digits)}`;
  const lines = [
    `${score.rules}: ${grouped(score.users)} users, ${grouped(score.days)} days, ${grouped(score.steps)} steps` +
      (synthetic ? ' of the SYNTHETIC sample' : ''),
    `GEO-BLEU  ${score.geobleu.value.toFixed(6)}  (${range(score.geobleu, 4)}; higher is better)`,
    `DTW       ${score.dtw.value.toFixed(6)} km  (${range(score.dtw, 3)}; lower is better)`,
  ];
  if (comparison !== undefined) {
    lines.push('', `${generated} minus ${compare}, user by user:`);
    for (const [name, { value, low, high, pValue }, digits] of [
      ['GEO-BLEU', comparison.geobleu, 4],
      ['DTW     ', comparison.dtw, 3],
    ] as const) {
      const sign = value > 0 ? '+' : '';
      lines.push(
        `${name}  ${sign}${value.toFixed(6)}  (${range({ value, low, high }, digits)}; p = ${pValue.toPrecision(2)})`,
      );
    }
  }
  return lines.join('\n');
}

/** What is wrong with a submission. */
export function describeValidation(path: string, { problems, people, steps, compared }: Validation): string {
  const found = `${grouped(people)} users, ${grouped(steps)} steps`;
  const caveat = compared ? '' : '\nSteps were not compared with what is asked for: give DATASET too.';
  if (problems.length === 0) return `${path}: no problem found (${found}).${caveat}`;
  const all = problems.reduce((sum, { count }) => sum + count, 0);
  const lines = [`${path}: ${grouped(all)} ${all === 1 ? 'problem' : 'problems'} (${found} are fit to read).`];
  for (const { title, count, examples } of problems) {
    lines.push('', `${title}: ${grouped(count)}`, ...examples.map((example) => `  ${example}`));
    if (count > examples.length) lines.push(`  and ${grouped(count - examples.length)} more`);
  }
  return lines.join('\n') + caveat;
}
