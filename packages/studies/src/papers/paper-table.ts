import { basename } from 'node:path';
import { counted, csvCell, decimals, didYouMean, latexText, markdownText, UserError, withMinus } from '@itinera/base';
import { explainMetrics, isWithoutWidth, metricsOf, WITHOUT_WIDTH } from '@itinera/benchmarks';
import { meanOfMetric, type SweepReport, type SweepRow } from '../sweeps/run-sweep.js';
import type { MeanInterval } from '../sweeps/student.js';
import type { SweepCell } from '../sweeps/sweep-plan.js';
import type { RunsOfPaper } from './sweep-of-runs.js';
import { latexFrame, markdownFrame } from './table-frame.js';

export const TABLE_FORMATS = ['latex', 'markdown', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

const LEVELS = [0.05, 0.01, 0.001];
const HEADLINE = 'final_score';
/** The name of the stand-in for a model. */
const SCRIPTED = 'scripted';

interface Line {
  readonly name: string;
  readonly row: SweepRow;
  /** By metric, the headline first. */
  readonly values: readonly (MeanInterval | null)[];
  /** Stars for the difference to the best; only of paired tests. */
  readonly stars: string;
  /** Whether the headline is significantly better than that of every other row. */
  readonly isBest: boolean;
  readonly isInvalid: boolean;
}

/** The headline and its parts, without variants of them such as `final_score_categorical`; all of a custom benchmark. */
function usualMetrics({ parts }: RunsOfPaper['benchmark'], all: readonly string[]): readonly string[] {
  return parts === undefined ? all : all.filter((metric) => metric === HEADLINE || metric in parts);
}

/** A table of runs for a paper: headline and sub-scores with intervals, and the significance of differences to the best. @param chosen metrics to show; default: the headline and its parts */
export function paperTable(runs: RunsOfPaper, format: TableFormat, chosen?: readonly string[]): string {
  const { sweep } = runs;
  const names = sweep.runs.flatMap(({ report }) =>
    report?.scores ? Object.keys(metricsOf(report.scores.documented)) : [],
  );
  const all = [HEADLINE, ...new Set(names.filter((name) => name !== HEADLINE))];
  const unknown = chosen?.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new UserError(`--metrics: "${unknown}" is unknown.${didYouMean(unknown, all)} Known: ${all.join(', ')}.`);
  const metrics = chosen ?? usualMetrics(runs.benchmark, all);
  const best = sweep.rows.findIndex(({ score, baseline }) => score !== null && baseline === null);
  const others = sweep.rows.filter((_, i) => i !== best);
  const isProven = others.length > 0 && others.every((row) => levelOf(row) > 0) && !runs.faults.has(best);
  const lines = sweep.rows.map(
    (row, i): Line => ({
      name: labelOf(
        row.cell,
        sweep.rows.map(({ cell }) => cell),
      ),
      row,
      values: metrics.map((metric) => within(meanOfMetric(sweep, i, metric), runs.benchmark.metrics[metric]?.range)),
      stars: '*'.repeat(levelOf(row)),
      isBest: i === best && isProven,
      isInvalid: runs.faults.has(i),
    }),
  );
  if (format === 'csv') return csv(runs, metrics, lines);
  return format === 'latex' ? latex(runs, metrics, lines) : markdown(runs, metrics, lines);
}

/** The interval within the range of its metric. */
function within(
  mean: MeanInterval | null,
  range: readonly [number, number] = [-Infinity, Infinity],
): MeanInterval | null {
  if (mean?.low == null || mean.high === null) return mean;
  return { ...mean, low: Math.max(range[0], mean.low), high: Math.min(range[1], mean.high) };
}

/** Number of levels of significance that the paired difference to the best passes; 0 for an unpaired one. */
function levelOf({ toBest }: SweepRow): number {
  const p = toBest?.isPaired ? (toBest.correctedPValue ?? 1) : 1;
  return LEVELS.filter((level) => p < level).length;
}

/** The agent with its model, and everything in which the rows differ. */
function labelOf(cell: SweepCell, cells: readonly SweepCell[]): string {
  const differs = (of: (cell: SweepCell) => unknown) => new Set(cells.map((one) => JSON.stringify(of(one)))).size > 1;
  const settings = Object.entries({ ...cell.params, ...cell.sampling }).filter(([key]) =>
    differs(({ params, sampling }) => ({ ...params, ...sampling })[key]),
  );
  return [
    basename(cell.agent),
    ...(cell.model === null ? [] : [cell.model]),
    ...(cell.map !== null && differs(({ map }) => map) ? [cell.map] : []),
    ...settings.map(([key, value]) => `${key}=${value}`),
  ].join(', ');
}

function digitsOf({ benchmark }: Pick<RunsOfPaper, 'benchmark'>, metric: string): number {
  return benchmark.metrics[metric]?.digits ?? 2;
}

/** Sentences below a table: what the numbers are. */
function notesOf(
  { sweep, people, benchmark, faults }: RunsOfPaper,
  metrics: readonly string[],
  lines: readonly Line[],
): string[] {
  const isPaired = lines.some(({ row }) => row.toBest?.isPaired);
  const pairs = (lines.length * (lines.length - 1)) / 2;
  const [report] = sweep.runs.flatMap(({ report }) => report ?? []);
  const named = metrics.flatMap((metric) => {
    const words = benchmark.parts?.[metric]?.words;
    return words === undefined ? [] : [`${metric}: ${words}`];
  });
  const isFlat = lines.some(({ values }) =>
    values.some((value, i) => isWithoutWidth(value, digitsOf({ benchmark }, metrics[i]!))),
  );
  return [
    `${sweep.task} ${report?.scores?.task_version ?? ''}: ${counted(people, 'person', 'people')}, ${sweep.seeds.length === 1 ? `seed ${sweep.seeds[0]}` : `mean of ${counted(sweep.seeds.length, 'seed')} (${sweep.seeds.join(', ')})`}, documented formulas; 95 % intervals over ${sweep.seeds.length > 1 ? 'seeds and people' : 'people'}.`,
    ...['higher', 'lower'].flatMap((better) => {
      const own = metrics.filter((metric) => benchmark.metrics[metric]?.better === better);
      return own.length === 0 ? [] : [`Better if ${better}: ${own.join(', ')}.`];
    }),
    ...(named.length === 0 ? [] : [`${named.join('; ')}.`]),
    ...explainMetrics(metrics),
    `reference: ${HEADLINE} by the original's arithmetic, as in published tables.`,
    ...(isFlat ? [WITHOUT_WIDTH] : []),
    ...(isPaired
      ? [
          `${LEVELS.map((level, i) => `${'*'.repeat(i + 1)} p < ${level}`).join(', ')}: ${HEADLINE} against the best, people compared in pairs${pairs > 1 ? `, corrected for ${pairs} pairs of rows (Holm)` : ''}.`,
        ]
      : []),
    ...(lines.length > 1 && !lines.some(({ isBest }) => isBest)
      ? ['No row is significantly better than all others.']
      : []),
    ...(sweep.rows.some(({ cell }) => cell.model?.split('+').includes(SCRIPTED))
      ? [`${SCRIPTED}: answers of a stand-in, which say nothing about a model or prompt.`]
      : []),
    ...(sweep.synthetic ? ['SYNTHETIC data: these scores say nothing about reality.'] : []),
    ...[...faults.values()].map((fault) => `† Invalid result: ${fault}`),
  ];
}

function markdown(runs: RunsOfPaper, metrics: readonly string[], lines: readonly Line[]): string {
  const rows = lines.map(({ name, row, values, stars, isBest, isInvalid }) => [
    `${markdownText(name)}${isInvalid ? ' †' : ''}`,
    ...values.map((value, i) => {
      const [mean, interval] = cellsOf(value, digitsOf(runs, metrics[i]!));
      const shown = metrics[i] === HEADLINE ? `${isBest ? `**${mean}**` : mean}${stars.replaceAll('*', '\\*')}` : mean;
      return interval === '' ? shown : `${shown} (${interval})`;
    }),
    row.reference === null ? '–' : row.reference.toFixed(2),
  ]);
  return markdownFrame({
    align: alignOf(metrics),
    head: ['', ...metrics.map(markdownText), 'reference'],
    rows,
    notes: notesOf(runs, metrics, lines).map(markdownText).join(' '),
  });
}

/** The names of the rows are texts. */
const alignOf = (metrics: readonly string[]) => `l${'r'.repeat(metrics.length + 1)}`;

function latex(runs: RunsOfPaper, metrics: readonly string[], lines: readonly Line[]): string {
  const rows = lines.map(({ name, row, values, stars, isBest, isInvalid }) => [
    `${latexText(name)}${isInvalid ? '\\textsuperscript{\\textdagger}' : ''}`,
    ...values.map((value, i) => {
      const [mean, interval] = cellsOf(value, digitsOf(runs, metrics[i]!)).map((text) => text.replaceAll('−', '$-$'));
      const isHeadline = metrics[i] === HEADLINE;
      const bold = isHeadline && isBest ? `\\textbf{${mean}}` : mean;
      const marked = isHeadline && stars !== '' ? `${bold}\\textsuperscript{${stars}}` : bold;
      return interval === '' ? marked! : `${marked} {\\scriptsize (${interval!.replace(' to ', '--')})}`;
    }),
    row.reference === null ? '--' : row.reference.toFixed(2),
  ]);
  return latexFrame({
    align: alignOf(metrics),
    head: ['', ...metrics, 'reference'].map(latexText),
    rows,
    notes: latexText(notesOf(runs, metrics, lines).join(' ')),
  });
}

/** One line per row with all figures. */
function csv({ sweep, people, faults }: RunsOfPaper, metrics: readonly string[], lines: readonly Line[]): string {
  const ends = metrics.flatMap((metric) => [metric, `${metric}_low`, `${metric}_high`]);
  const head = ['row', ...ends, 'reference', 'to_best', 'to_best_low', 'to_best_high', 'p', 'p_corrected', 'paired'];
  const usage = [
    'seeds',
    'people',
    'calls',
    'input_tokens',
    'output_tokens',
    'cost',
    'seconds',
    'synthetic',
    'invalid',
  ];
  const rows = lines.map(({ name, row, values }, i) => {
    const reports = sweep.runs.flatMap(({ cell, report }) => (cell === i && report !== null ? [report] : []));
    const total = (of: (report: SweepReport) => number | undefined) =>
      reports.reduce((sum, report) => sum + (of(report) ?? 0), 0);
    const { toBest } = row;
    return [
      name,
      ...values.flatMap((value) => [value?.mean, value?.low, value?.high]),
      row.reference,
      ...[toBest?.mean, toBest?.low, toBest?.high, toBest?.pValue, toBest?.correctedPValue, toBest?.isPaired],
      ...[sweep.seeds.length - row.missing.length, people, row.calls],
      ...[total(({ calls }) => calls?.inputTokens), total(({ calls }) => calls?.outputTokens), row.cost],
      ...[total(({ seconds }) => seconds), sweep.synthetic, faults.get(i)],
    ];
  });
  return [[...head, ...usage], ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

/** A mean and its interval as text, the interval empty without one. */
function cellsOf(value: MeanInterval | null, digits: number): [mean: string, interval: string] {
  if (value === null) return ['–', ''];
  const text = (number: number) => withMinus(decimals(number, digits));
  return [
    text(value.mean),
    value.low === null || value.high === null ? '' : `${text(value.low)} to ${text(value.high)}`,
  ];
}
