import { isAbsolute, join, relative } from 'node:path';
import { counted, shellPath } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import { RunFolder } from '@itinera/run';
import { describeClearance, describeModes, type Scores, syntheticNotice, type TrialReport } from '@itinera/runner';
import { describeCalls } from './call-summary.js';
import type { ShownProfile } from './profile-option.js';
import { realismLines } from './realism-lines.js';
import { describeDoubt, describeScores, describeSums, summarizeScores } from './score-table.js';

/** All metrics if their formulas are chosen; otherwise the score's parts in words. */
function describe(scores: Scores, benchmark: Benchmark, formulas: ShownProfile | undefined): string {
  return formulas === undefined
    ? summarizeScores(scores, benchmark)
    : describeScores(scores, benchmark.metrics, formulas);
}

/** What a run reports in the terminal: doubts, result, problems, calls, and where it lies. */
export function describeRun(
  report: TrialReport,
  benchmark: Benchmark,
  formulas: ShownProfile | undefined,
  config?: string,
): string {
  const { folder, task, stopped, results, synthetic, scores, sums, modes, realism, evacuation } = report;
  const { doubts, problems, problemLines, calls } = report;
  const { typed } = new RunFolder(folder);
  const lines = doubts.map(describeDoubt);
  if (doubts.length > 0) lines.push('');
  if (synthetic && scores === null) lines.push(syntheticNotice(task));
  const configured = config === undefined ? '' : ` -c ${shellPath(config)}`;
  if (stopped !== null) lines.push(`${stopped} To finish it: asbench runs resume ${shellPath(folder)}${configured}`);
  if (scores !== null) lines.push(describe(scores, benchmark, formulas), '');
  else if (sums !== null)
    lines.push(
      ...describeSums(sums),
      ...(modes ? describeModes(modes) : []),
      ...(realism ? realismLines(realism, sums.people) : []),
      ...(evacuation ? [describeClearance(evacuation)] : []),
      '',
    );
  if (problems > 0) {
    lines.push(`${counted(problems, 'step')} had problems (see problems.ndjson), such as:`);
    lines.push(...problemLines.map((line) => `  ${line}`));
    if (problemLines.some((line) => /\.py:\d+\)/.test(line)))
      lines.push(`Tracebacks: ${fromHere(join(folder, 'prints.log'))}`);
    lines.push('');
  }
  if (calls !== null && calls.byModel.size > 0)
    lines.push(describeCalls(calls), `By time step and person: asbench runs calls ${typed}`);
  if (scores !== null && formulas === undefined)
    lines.push(`All metrics: asbench evaluate ${task} ${typed}`, `Where points are lost: asbench explain ${typed}`);
  if (results !== null) lines.push(`Results: ${fromHere(results)}`);
  lines.push(`Run: ${fromHere(folder)}`);
  return lines.join('\n');
}

/** The path from the current folder if it is inside, as users type it. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
