import { basename } from 'node:path';
import { counted, csvCell, grouped, pValueText, signed, withMinus } from '@itinera/base';
import { metricsOf } from '@itinera/benchmarks';
import { syntheticNotice } from '@itinera/runner';
import { type MeanInterval, nameOfCell, pairsOf, type Sweep, type SweepCell, sweepVerdicts } from '@itinera/studies';
import { dollars } from './call-summary.js';
import { warningsOf } from './print-result.js';
import { textTable } from './text-table.js';

const FAILURES_SHOWN = 10;

/** Describes a sweep, one setup per row: its mean over the seeds with interval, and its distance to the best. */
export function describeSweep({ task, seeds, synthetic, rows, runs, stopped }: Sweep): string {
  const failed = runs.filter(({ error }) => error !== null);
  const baseline = rows[0]?.cell.condition?.name ?? 'best';
  const setups = setupsIn(rows);
  const name = namesIn(rows);
  const lines = [
    ...(synthetic ? [syntheticNotice(task)] : []),
    `${basename(task)}${baseline === 'best' || setups.size > 1 ? '' : `, ${[...setups]}`}: final_score${seeds.length === 1 ? ` of seed ${seeds[0]} with the 95 % interval over people` : `, mean of ${counted(seeds.length, 'seed')} with the 95 % interval over seeds and people`}`,
    textTable([
      ['', 'score', '95 %', 'reference', `vs ${baseline}`, '95 %', 'p', 'seeds', 'calls', 'cost', 'problems'],
      ...rows.map(({ cell, score, reference, toBest, calls, cost, problems, missing }) => [
        name(cell),
        score === null ? '–' : plain(score.mean),
        interval(score, plain),
        reference === null ? '–' : plain(reference),
        toBest === null ? '–' : change(toBest.mean),
        interval(toBest, change),
        pValueText(toBest?.correctedPValue),
        `${seeds.length - missing.length}`,
        grouped(calls),
        calls === 0 ? '–' : dollars(cost),
        grouped(problems),
      ]),
    ]),
    ...(seeds.length < 2 ? ['One seed does not show the effect of chance. Use more, such as "seeds: 5".'] : []),
    ...sweepVerdicts({ rows }, name),
    ...rows
      .filter(({ score }) => score !== null && score.n > 1 && score.deviation === 0)
      .map(({ cell, score }) => `${name(cell)}: all ${score!.n} seeds gave the same score.`),
    ...describeCorrection(rows),
    ...describeFailures(failed, (cell) => name(rows[cell]!.cell)),
    ...(stopped === null ? [] : [`${stopped} Repeat the command to continue.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function setupsIn(rows: Sweep['rows']): ReadonlySet<string> {
  return new Set(rows.map(({ cell }) => nameOfCell({ ...cell, condition: undefined })));
}

/** How the setups of a sweep are called; of one setup, only conditions differ. */
function namesIn(rows: Sweep['rows']): (cell: SweepCell) => string {
  const isOne = setupsIn(rows).size === 1;
  return (cell) => (cell.condition && isOne ? cell.condition.name : nameOfCell(cell));
}

/** Runs that failed in the same way share a line. */
function describeFailures(failed: Sweep['runs'], name: (cell: number) => string): string[] {
  const alike = [...new Set(failed.map(({ error }) => error))].map((kind) =>
    failed.filter(({ error }) => error === kind),
  );
  return [
    ...alike.slice(0, FAILURES_SHOWN).map((runs) => `Failed: ${firstOf(runs, name)}: ${runs[0]!.error}`),
    ...(alike.length > FAILURES_SHOWN ? [`and ${alike.length - FAILURES_SHOWN} more`] : []),
  ];
}

/** States what p values and intervals include. */
function describeCorrection(rows: Sweep['rows']): string[] {
  const compared = rows.filter(({ toBest }) => toBest?.pValue != null);
  if (compared.length === 0) return [];
  const pairs = pairsOf(rows);
  const unpaired = compared.filter(({ toBest }) => !toBest!.isPaired).length;
  return [
    `p accounts for the choice of ${compared.every(({ toBest }) => toBest!.n < 2) ? 'people only' : 'seeds and of people'}${unpaired === 0 ? ', who are compared in pairs' : unpaired === compared.length ? ', who are treated as independent' : ''}` +
      `${pairs > 1 ? `, and is corrected for ${pairs} pairs of setups (Holm); intervals are not` : ''}.`,
  ];
}

/** One row per run. */
export function sweepAsCsv({ rows, runs }: Sweep): string {
  const names = [...new Set(rows.flatMap(({ cell }) => Object.keys({ ...cell.params, ...cell.sampling })))];
  const documented = runs.flatMap(({ report }) =>
    report?.scores ? Object.keys(metricsOf(report.scores.documented)) : [],
  );
  const metrics = [...new Set(documented)].filter((metric) => metric !== 'final_score');
  const head = [
    'agent',
    'model',
    'map',
    ...names,
    'seed',
    'final_score',
    'calls',
    'cost',
    'problems',
    'synthetic',
    'run',
    'error',
    'low',
    'high',
    ...metrics,
    'input_tokens',
    'output_tokens',
    'seconds',
  ];
  const lines = runs.map(({ cell, seed, report, error }) => {
    const { agent, model, map, params, sampling } = rows[cell]!.cell;
    return [
      basename(agent),
      model && basename(model),
      map && basename(map),
      ...names.map((name) => ({ ...params, ...sampling })[name]),
      seed,
      report?.scores?.final_score,
      report?.calls?.calls ?? 0,
      report?.calls?.cost ?? 0,
      report?.problems,
      report?.synthetic,
      report?.folder,
      error,
      report?.scores?.noise.documented.final_score?.low,
      report?.scores?.noise.documented.final_score?.high,
      ...metrics.map((metric) => report?.scores && metricsOf(report.scores.documented)[metric]),
      report?.calls?.inputTokens ?? 0,
      report?.calls?.outputTokens ?? 0,
      report?.seconds,
    ];
  });
  return [head, ...lines].map((line) => `${line.map(csvCell).join(',')}\n`).join('');
}

/** The sweep as JSON, without the details in the run folders. */
export function sweepAsJson({ runs, ...sweep }: Sweep): object {
  const plain = runs.map(({ report, ...run }) => ({
    ...run,
    run: report?.run ?? null,
    folder: report?.folder ?? null,
    final_score: report?.scores?.final_score ?? null,
    problems: report?.problems ?? null,
    warnings: warningsOf(report?.doubts ?? []),
  }));
  const verdicts = sweepVerdicts(sweep, namesIn(sweep.rows));
  return { ...sweep, verdicts, runs: plain, warnings: warningsOfSweep({ ...sweep, runs }) };
}

/** What makes runs invalid or limits them, each once, with the setup and the seed where not all runs share it. */
export function warningsOfSweep({ rows, runs }: Pick<Sweep, 'rows' | 'runs'>): string[] {
  const name = namesIn(rows);
  const warned = runs.map(({ report }) => warningsOf(report?.doubts ?? []));
  return [...new Set(warned.flat())].map((warning) => {
    const its = runs.filter((_, i) => warned[i]!.includes(warning));
    return its.length === runs.length ? warning : `${firstOf(its, (cell) => name(rows[cell]!.cell))}: ${warning}`;
  });
}

/** Names the first of some runs. */
function firstOf([first, ...others]: Sweep['runs'], name: (cell: number) => string): string {
  const { cell, seed } = first!;
  return `${name(cell)}, seed ${seed}${others.length > 0 ? ` and ${counted(others.length, 'other run')}` : ''}`;
}

const plain = (value: number): string => value.toFixed(2);
const change = (value: number): string => withMinus(signed(value, 2));

function interval(of: MeanInterval | null, show: (value: number) => string): string {
  return of?.low == null || of.high === null ? '–' : `${show(of.low)} to ${show(of.high)}`;
}
