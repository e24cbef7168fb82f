import { counted, grouped, signed, usersInterval } from '@itinera/base';
import type { HumobComparison, HumobScore, ProblemGroup, Validation } from '@itinera/humob';

/** Describes what was scored, the difference from another prediction, and the scores of that one. */
export function describeHumobScore(
  score: HumobScore,
  comparison: HumobComparison | undefined,
  {
    generated,
    compare,
    sample,
    synthetic,
  }: { readonly generated?: string; readonly compare?: string; readonly sample?: true; readonly synthetic: boolean },
): string {
  const lines = [
    `${score.rules}: ${counted(score.users, 'user')}, ${counted(score.days, 'day')}, ${counted(score.steps, 'step')}` +
      (sample ? ' of the SYNTHETIC sample, predicted by weekday-slot-mode' : synthetic ? ' of SYNTHETIC people' : ''),
  ];
  if (comparison !== undefined) {
    lines.push('', `${generated} minus ${compare}, user by user:`);
    for (const [name, difference, unit, digits] of [
      ['GEO-BLEU', comparison.geobleu, '', 4],
      ['DTW     ', comparison.dtw, ' km', 3],
    ] as const) {
      const { value, pValue } = difference;
      const p = Number.isNaN(pValue) ? '' : `; p = ${pValue.toPrecision(2)}`;
      lines.push(
        `${name}  ${signed(value, 6)}${unit}  (${score.rules}; ${usersInterval(difference, score.level, digits)}${p})`,
      );
    }
    lines.push('', `${compare}:`, humobHeadline(comparison.other));
  }
  return lines.join('\n');
}

/** The two scores, one per line. */
export function humobHeadline({ rules, geobleu, dtw, level }: HumobScore): string {
  return [
    `GEO-BLEU  ${geobleu.value.toFixed(6)}  (${rules}; ${usersInterval(geobleu, level, 4)}; higher is better)`,
    `DTW       ${dtw.value.toFixed(6)} km  (${rules}; ${usersInterval(dtw, level, 3)}; lower is better)`,
  ].join('\n');
}

/** Describes the problems of a submission. @param rules the year whose rules were applied, and its task */
export function describeValidation(
  path: string,
  { problems, people, steps, compared }: Validation,
  rules: string,
): string {
  const found = `${counted(people, 'user')}, ${counted(steps, 'step')}`;
  const caveat = compared
    ? ''
    : '\nThe steps were not compared with the required ones. To compare them, add the dataset.';
  if (problems.length === 0) return `${path}: no problems found by the rules of ${rules} (${found}).${caveat}`;
  const all = problems.reduce((sum, { count }) => sum + count, 0);
  const lines = [`${path}: ${counted(all, 'problem')} by the rules of ${rules} (${found} could be read).`];
  for (const group of problems) lines.push('', ...problemLines(group));
  return lines.join('\n') + caveat;
}

/** A kind of problem with examples. */
export function problemLines({ title, count, examples }: ProblemGroup): string[] {
  const more = count > examples.length ? [`  and ${grouped(count - examples.length)} more`] : [];
  return [`${title}: ${grouped(count)}`, ...examples.map((example) => `  ${example}`), ...more];
}
