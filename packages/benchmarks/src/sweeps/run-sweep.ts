import { RateBook } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { describeFileError, isFileError } from '@itinera/run';
import { estimateTrial, type TrialEstimate } from '../trials/estimate-trial.js';
import { openTrial, runAndScore, type TrialOptions } from '../trials/run-and-score.js';
import { summariseScores, type TrialReport } from '../trials/trial-report.js';
import { type MeanInterval, meanInterval } from './student.js';
import type { SweepCell, SweepPlan } from './sweep-plan.js';

/** The report of one run of a sweep: plain data. */
export interface SweepReport extends Omit<TrialReport, 'calls' | 'problemLines'> {
  /** Requests to models, and US dollars. */
  readonly calls: Pick<NonNullable<TrialReport['calls']>, 'calls' | 'cost'> | null;
}

/** A run of a sweep, or its error. */
export interface SweepRun {
  readonly cell: number;
  readonly seed: number;
  /** Null if it failed. */
  readonly report: SweepReport | null;
  /** Null if it succeeded. */
  readonly error: string | null;
}

/** A setup of a sweep, over its seeds. */
export interface SweepRow {
  readonly cell: SweepCell;
  /** Final scores by seed; null without any. */
  readonly score: MeanInterval | null;
  /** Mean final score by the original's arithmetic; null without any. */
  readonly reference: number | null;
  /** Differences to the row with the best mean, seed by seed; null for that row and without common seeds. */
  readonly toBest: MeanInterval | null;
  /** Requests to models, and US dollars, of all its runs. */
  readonly calls: number;
  readonly cost: number;
  readonly problems: number;
  /** Seeds without a score. */
  readonly missing: readonly number[];
}

/** The outcome of a sweep. */
export interface Sweep {
  readonly task: string;
  readonly seeds: readonly number[];
  /** True if any of its people are synthetic. */
  readonly synthetic: boolean;
  /** Rows in the order of the plan. */
  readonly rows: readonly SweepRow[];
  readonly runs: readonly SweepRun[];
  /** Why it ended early; null if it did not. */
  readonly stopped: string | null;
}

/** The common settings of the runs of a sweep. */
export interface SweepPlace extends Omit<TrialOptions, 'task' | 'agent' | 'seed' | 'llm' | 'once'> {
  /** The `llm` of a cell's configuration file. */
  readonly readModel: (path: string) => unknown;
}

/** The settings of a sweep with a listener. */
export interface SweepContext extends SweepPlace {
  readonly onRun?: (run: SweepRun, cell: SweepCell) => void;
}

/**
 * Executes a plan, one run after another, each on all threads. Existing runs are kept, so that the same plan resumes where
 * it stopped. A failed run is reported, and the rest continues.
 */
export async function runSweep(plan: SweepPlan, { onRun, ...place }: SweepContext): Promise<Sweep> {
  const runs: SweepRun[] = [];
  const rates = new RateBook();
  let stopped: string | null = null;
  for (const number of runsOfSweep(plan).keys()) {
    // After an exhausted budget or Ctrl-C, the next run would stop too.
    if (stopped !== null || place.signal?.aborted) break;
    const run = await tried(plan, number, { ...place, rates });
    runs.push(run);
    stopped = run.report?.stopped ?? null;
    onRun?.(run, plan.cells[run.cell]!);
  }
  return sumUpSweep(plan, runs, stopped);
}

/** Returns the runs of a plan, in order: each cell with each seed. */
export function runsOfSweep(plan: SweepPlan): Pick<SweepRun, 'cell' | 'seed'>[] {
  return Array.from({ length: plan.cells.length * plan.seeds.length }, (_, number) => runOfSweep(plan, number));
}

function runOfSweep({ seeds }: SweepPlan, number: number): Pick<SweepRun, 'cell' | 'seed'> {
  return { cell: Math.floor(number / seeds.length), seed: seeds[number % seeds.length]! };
}

/**
 * Starts or continues one run of a plan.
 * @param number index in `runsOfSweep`.
 * @throws UserError when the run fails.
 */
export async function makeSweepRun(plan: SweepPlan, number: number, place: SweepPlace): Promise<SweepRun> {
  const { cell, seed } = runOfSweep(plan, number);
  const made = await runAndScore({ ...optionsOf(plan, cell, place), seed, once: true });
  const { problemLines, calls, ...report } = made;
  return { cell, seed, report: { ...report, calls: calls && { calls: calls.calls, cost: calls.cost } }, error: null };
}

/** Sums up the runs of a plan. @param runs in the order of `runsOfSweep`; some may be missing. */
export function sumUpSweep(plan: SweepPlan, runs: readonly SweepRun[], stopped: string | null): Sweep {
  return { task: plan.task, seeds: plan.seeds, ...summed(plan, runs), runs, stopped };
}

/** Returns the settings of the runs of a cell. */
function optionsOf(plan: SweepPlan, cell: number, { readModel, ...terms }: SweepPlace): TrialOptions {
  const { agent, model, map, params } = plan.cells[cell]!;
  return {
    ...terms,
    ...plan.terms,
    ...(map !== null && { map }),
    ...(model !== null && { llm: readModel(model) }),
    task: plan.task,
    agent,
    agentParams: params,
  };
}

/**
 * Estimates the calls of one run per setup of a plan.
 * @param pilot number of people for whom the models are called; default: scripted answers
 * @throws UserError when a run fails.
 */
export async function estimateSweep(plan: SweepPlan, context: SweepPlace, pilot?: number): Promise<TrialEstimate[]> {
  const estimates: TrialEstimate[] = [];
  for (const cell of plan.cells.keys()) {
    const {
      request,
      trial,
      context: run,
    } = await openTrial({ ...optionsOf(plan, cell, context), seed: plan.seeds[0]! });
    estimates.push(await estimateTrial(request, trial, run.model, { pilot }));
  }
  return estimates;
}

/** Starts or continues a run; a user error becomes its outcome. */
async function tried(plan: SweepPlan, number: number, place: SweepPlace): Promise<SweepRun> {
  try {
    return await makeSweepRun(plan, number, place);
  } catch (error) {
    const failed = { ...runOfSweep(plan, number), report: null };
    if (error instanceof UserError) return { ...failed, error: error.message };
    if (isFileError(error)) return { ...failed, error: describeFileError(error) };
    throw error;
  }
}

function summed({ cells, seeds }: SweepPlan, runs: readonly SweepRun[]): Pick<Sweep, 'rows' | 'synthetic'> {
  const scores = cells.map((_, cell) => scoresBySeed(runs, cell));
  const means = scores.map((own) => meanInterval([...own.values()])?.mean ?? Number.NEGATIVE_INFINITY);
  const best = means.indexOf(Math.max(...means));
  const rows = cells.map((cell, i): SweepRow => {
    const own = scores[i]!;
    const reports = runs.flatMap((run) => (run.cell === i && run.report !== null ? [run.report] : []));
    const total = (of: (report: SweepReport) => number) => reports.reduce((sum, report) => sum + of(report), 0);
    const shared = [...own.keys()].filter((seed) => scores[best]!.has(seed));
    return {
      cell,
      score: meanInterval([...own.values()]),
      reference: summariseScores(reports)?.reference ?? null,
      toBest: i === best ? null : meanInterval(shared.map((seed) => own.get(seed)! - scores[best]!.get(seed)!)),
      calls: total(({ calls }) => calls?.calls ?? 0),
      cost: total(({ calls }) => calls?.cost ?? 0),
      problems: total(({ problems }) => problems),
      missing: seeds.filter((seed) => !own.has(seed)),
    };
  });
  return { rows, synthetic: runs.some(({ report }) => report?.synthetic === true) };
}

function scoresBySeed(runs: readonly SweepRun[], cell: number): ReadonlyMap<number, number> {
  const scored = runs.filter((run) => run.cell === cell && run.report?.scores?.final_score != null);
  return new Map(scored.map(({ seed, report }) => [seed, report!.scores!.final_score!]));
}
