import { basename } from 'node:path';
import { counted } from '@itinera/base';
import {
  type FlowMatch,
  OD_RULES,
  type OdGroupScore,
  type OdScore,
  type OdScoring,
  type ScoredFlows,
  scoreOdGroups,
} from '@itinera/humob';
import { textTable } from './text-table.js';

const four = (value: number) => value.toFixed(4);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const HEADER = ['combined', 'diagonal', 'off-diagonal'];
const columns = (means: Pick<OdGroupScore, 'combined' | 'diagonal' | 'offDiagonal'>) =>
  [means.combined, means.diagonal, means.offDiagonal].map(four);

function title({ score, interval }: ScoredFlows, synthetic: boolean): string {
  const days = counted(score.days.length, 'day') + (synthetic ? ' of SYNTHETIC people' : '');
  return `${OD_RULES}: ${days}, box x 30–70, y 35–70; intervals over days in blocks of ${interval.block}`;
}

/** One day has no interval. */
const rangeText = ({ low, high }: { readonly low: number; readonly high: number }) =>
  Number.isNaN(low) ? 'unknown' : `${four(low)} to ${four(high)}`;

/** Describes one prediction in full. */
export function describeOdScore(scored: ScoredFlows, { simple, synthetic }: OdScoring): string {
  const { score } = scored;
  const { weekdays, phases } = scoreOdGroups(score);
  const table = (name: string, groups: readonly OdGroupScore[]) =>
    textTable([[name, 'days', ...HEADER], ...groups.map((one) => [one.group, String(one.days), ...columns(one)])]);
  const byDay = score.days.map((day) => [day.date, ...columns(day)]);
  return [
    title(scored, synthetic),
    textTable([
      ['', ...HEADER],
      ['mean over days', ...columns(score)],
    ]),
    table('weekday', weekdays),
    table('phase', phases),
    describeFlows(score),
    textTable([
      ['baseline', 'combined', 'ratio'],
      ...[...simple].map(([name, combined]) => [name, four(combined), four(score.combined / combined)]),
    ]),
    textTable([['day', ...HEADER], ...byDay]),
  ].join('\n\n');
}

function describeFlows(score: OdScore): string {
  const row = (name: string, match: FlowMatch) => {
    const all = match.hitError + match.missError + match.inventionError;
    const cell = (count: number, error: number) => `${count} (${percent(all > 0 ? error / all : 0)})`;
    return [
      name,
      cell(match.hits, match.hitError),
      cell(match.misses, match.missError),
      cell(match.inventions, match.inventionError),
    ];
  };
  return textTable([
    ['flows (share of squared error)', 'in both', 'missed', 'spurious'],
    row('diagonal', score.onDiagonal),
    row('off-diagonal', score.offTheDiagonal),
  ]);
}

/** Describes several predictions in one table. */
export function describeOdScores({ scored, simple, synthetic }: OdScoring): string {
  const rows = scored.map(({ name, score, interval, difference }) => [
    basename(name),
    score.combined.toFixed(6),
    rangeText(interval),
    four(score.diagonal),
    four(score.offDiagonal),
    difference ? `+${four(difference.value)}` : '–',
    difference ? rangeText(difference) : '–',
    difference && !Number.isNaN(difference.pValue) ? difference.pValue.toPrecision(2) : '–',
  ]);
  const baselines = [...simple].map(([name, combined]) => `${name} ${four(combined)}`).join(', ');
  return [
    title(scored[0]!, synthetic),
    textTable([['', 'combined', '95 %', 'diagonal', 'off-diagonal', 'minus best', '95 %', 'p'], ...rows]),
    `Baselines on the same days: ${baselines}`,
  ].join('\n\n');
}

/** The score in one line. */
export function odHeadline({ name, score, interval }: ScoredFlows): string {
  return (
    `${basename(name)}  Combined NRMSE ${score.combined.toFixed(6)} by ${OD_RULES}  ` +
    `(${interval.level * 100} % interval ${rangeText(interval)}; lower is better)`
  );
}
