import { describeFileError, isFileError, UserError } from '@itinera/base';
import { metricsOf } from '@itinera/benchmarks';
import { type ModelFaults, RateBook } from '@itinera/engine';
import { RunFolder, readManifest } from '@itinera/run';
import {
  compare,
  type EvaluationPlace,
  estimateTrial,
  openTrial,
  runAndScore,
  summariseScores,
  type TrialEstimate,
  type TrialOptions,
  type TrialReport,
} from '@itinera/runner';
import {
  type MeanInterval,
  meanInterval,
  meanOverSeeds,
  type PeopleSpread,
  peopleSpread,
  pValueOfMean,
  widened,
} from './student.js';
import { nameOfCell, type SweepCell, type SweepPlan } from './sweep-plan.js';

/** The report of one run of a sweep: plain data. */
export interface SweepReport extends Omit<TrialReport, 'calls' | 'problemLines'> {
  /** Requests to models, and US dollars. */
  readonly calls: Pick<NonNullable<TrialReport['calls']>, 'calls' | 'cost' | 'inputTokens' | 'outputTokens'> | null;
  /** Seconds that the simulation took. */
  readonly seconds: number;
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

/** A difference over seeds and people. */
export interface SweepDifference extends MeanInterval {
  /** Two-sided, not corrected for the number of setups; null without an interval. */
  readonly pValue: number | null;
  /** Corrected for the number of pairs of setups (Holm), because the best one is only known from its score. */
  readonly correctedPValue: number | null;
  /** Whether people are compared in pairs; otherwise, they are treated as independent, which is wider. */
  readonly isPaired: boolean;
}

/** A setup of a sweep, over its seeds. */
export interface SweepRow {
  readonly cell: SweepCell;
  /** Mean of the final scores, with an interval for the choice of seeds and of people; null without any. */
  readonly score: MeanInterval | null;
  /** Mean final score by the original's arithmetic; null without any. */
  readonly reference: number | null;
  /** Number of the row with the best mean, or of the same setup under the first condition; null for that row itself. */
  readonly baseline: number | null;
  /** Mean difference to the baseline; null for that row and without common seeds. */
  readonly toBest: SweepDifference | null;
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
  /** Settings of the next run, such as what is left of a budget. */
  readonly beforeRun?: () => Pick<TrialOptions, 'budget' | 'signal'>;
  readonly onRun?: (run: SweepRun, cell: SweepCell) => void;
}

/**
 * Executes a plan, one run after another, each on all threads. Existing runs are kept, so that the same plan resumes where
 * it stopped. A failed run is reported, and the rest continues.
 */
export async function runSweep(plan: SweepPlan, { onRun, beforeRun, ...place }: SweepContext): Promise<Sweep> {
  const runs: SweepRun[] = [];
  const { rates = new RateBook() } = place;
  let stopped: string | null = null;
  for (const number of runsOfSweep(plan).keys()) {
    // After an exhausted budget or Ctrl-C, the next run would stop too.
    if (stopped !== null || place.signal?.aborted) break;
    const run = await tried(plan, number, { ...place, rates, ...beforeRun?.() });
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
  const { problemLines, calls: usage, ...report } = made;
  const { seconds } = readManifest(new RunFolder(made.folder));
  const calls = usage && {
    calls: usage.calls,
    cost: usage.cost,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
  };
  return { cell, seed, report: { ...report, seconds, calls }, error: null };
}

/** Sums up the runs of a plan. @param runs in the order of `runsOfSweep`; some may be missing. */
export function sumUpSweep(plan: SweepPlan, runs: readonly SweepRun[], stopped: string | null): Sweep {
  return { task: plan.task, seeds: plan.seeds, ...summed(plan, runs), runs, stopped };
}

/** Returns the settings of the runs of a cell. */
function optionsOf(plan: SweepPlan, cell: number, { readModel, ...terms }: SweepPlace): TrialOptions {
  const { agent, model, map, params, sampling, condition } = plan.cells[cell]!;
  const { faults, movement, scenario } = condition ?? {};
  return {
    ...terms,
    ...plan.terms,
    ...(map !== null && { map }),
    ...(model !== null && { llm: withFaults(withSampling(readModel(model), sampling), faults) }),
    ...(movement && { movement }),
    ...(scenario && { scenario }),
    task: plan.task,
    agent,
    agentParams: params,
  };
}

/** The `llm` of a configuration with the settings of a cell in each entry. */
export function withSampling(llm: unknown, sampling: SweepCell['sampling']): unknown {
  if (sampling === undefined) return llm;
  return (Array.isArray(llm) ? llm : [llm]).map((entry: { readonly extra_body?: object }) => ({
    ...entry,
    ...sampling,
    // Fields of the body would take precedence.
    ...(entry.extra_body && { extra_body: { ...entry.extra_body, ...sampling } }),
  }));
}

/** The same with simulated faults. */
function withFaults(llm: unknown, faults: ModelFaults | undefined): unknown {
  return faults === undefined ? llm : (Array.isArray(llm) ? llm : [llm]).map((entry) => ({ ...entry, faults }));
}

/**
 * Estimates the calls of one run per setup of a plan.
 * @param pilot number of people for whom the models are called; default: scripted answers
 * @throws UserError when a run fails.
 */
export async function estimateSweep(plan: SweepPlan, context: SweepPlace, pilot?: number): Promise<TrialEstimate[]> {
  const estimates: TrialEstimate[] = [];
  for (const cell of plan.cells.keys()) {
    const opened = await openTrial({ ...optionsOf(plan, cell, context), seed: plan.seeds[0]! });
    estimates.push(await estimateTrial(opened.plan, opened.context, opened.context.model, { pilot }));
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
  const baselines = cells.map((_, i) => baselineOf(cells, i) ?? best);
  const rows = cells.map((cell, i): SweepRow => {
    const own = scores[i]!;
    const reports = reportsOf(runs, i);
    const total = (of: (report: SweepReport) => number) => reports.reduce((sum, report) => sum + of(report), 0);
    const baseline = baselines[i]!;
    const shared = [...own.keys()].filter((seed) => scores[baseline]!.has(seed));
    return {
      cell,
      score: meanOverSeeds(scoresOf(reports)),
      reference: summariseScores(reports)?.reference ?? null,
      baseline: i === baseline ? null : baseline,
      toBest:
        i === baseline
          ? null
          : differenceOver(
              shared.map((seed) => own.get(seed)! - scores[baseline]!.get(seed)!),
              independent(peopleSpread(scoresOf(reports)), peopleSpread(scoresOf(reportsOf(runs, baseline)))),
              false,
            ),
      calls: total(({ calls }) => calls?.calls ?? 0),
      cost: total(({ calls }) => calls?.cost ?? 0),
      problems: total(({ problems }) => problems),
      missing: seeds.filter((seed) => !own.has(seed)),
    };
  });
  return { rows: corrected(rows), synthetic: runs.some(({ report }) => report?.synthetic === true) };
}

function reportsOf(runs: readonly SweepRun[], cell: number): SweepReport[] {
  return runs.flatMap((run) => (run.cell === cell && run.report !== null ? [run.report] : []));
}

/** The scores of runs in a metric, with their intervals for the choice of people. */
function scoresOf(reports: readonly SweepReport[], metric = 'final_score') {
  return reports.flatMap(({ scores }) => {
    if (scores === null) return [];
    const value = metric === 'final_score' ? scores.final_score : metricsOf(scores.documented)[metric];
    if (value == null) return [];
    const { low = null, high = null } = scores.noise.documented[metric] ?? {};
    return [{ value, low, high }];
  });
}

/** The mean of a metric over the runs of a setup, with an interval for the choice of seeds and of people; null without any. */
export function meanOfMetric(sweep: Sweep, row: number, metric: string): MeanInterval | null {
  return meanOverSeeds(scoresOf(reportsOf(sweep.runs, row), metric));
}

/** The spread of a difference between results whose people are independent. */
function independent(a: PeopleSpread | null, b: PeopleSpread | null): PeopleSpread | null {
  return a && b && { below: Math.hypot(a.below, b.above), above: Math.hypot(a.above, b.below) };
}

/** Not corrected yet. */
function differenceOver(
  bySeed: readonly number[],
  people: PeopleSpread | null,
  isPaired: boolean,
): SweepDifference | null {
  const seeds = meanInterval(bySeed);
  if (seeds === null) return null;
  // The end of the interval that faces 0 determines how unusual the difference is.
  const spread = people === null ? 0 : seeds.mean < 0 ? people.above : people.below;
  const pValue = people === null && seeds.n < 2 ? null : pValueOfMean(seeds, spread);
  const interval = people === null ? seeds : widened(seeds, people);
  return { ...interval, pValue, correctedPValue: pValue, isPaired };
}

/**
 * Corrects p values by Holm's method for all pairs of setups, because the best one was chosen among them; under conditions, for
 * those that are compared. Pairs that are not compared count as p = 1.
 */
function corrected(rows: readonly SweepRow[]): SweepRow[] {
  const pairs = pairsOf(rows);
  const order = rows
    .flatMap(({ toBest }) => (toBest?.pValue == null ? [] : [toBest]))
    .sort((a, b) => a.pValue! - b.pValue!);
  const values = new Map<SweepDifference, number>();
  let least = 0;
  for (const [rank, difference] of order.entries()) {
    least = Math.max(least, Math.min(1, difference.pValue! * (pairs - rank)));
    values.set(difference, least);
  }
  return rows.map((row) =>
    row.toBest === null ? row : { ...row, toBest: { ...row.toBest, correctedPValue: values.get(row.toBest) ?? null } },
  );
}

/** The number of seeds whose people are compared in pairs: each takes about a second of processor time. */
const MOST_PAIRED = 3;

/**
 * Replaces the differences to the best setup, or to the first condition, by those of people in pairs, which are narrower.
 * Setups whose runs cannot be compared keep theirs.
 * @param reachOf how far the difference of two runs would reach by the choice of people alone; null if they cannot be compared
 */
export async function pairPeople(
  sweep: Sweep,
  place: EvaluationPlace,
  reachOf: typeof pairedReach = pairedReach,
): Promise<Sweep> {
  const folders = (cell: number) =>
    new Map(
      sweep.runs.flatMap((run) => (run.cell === cell && run.report?.scores ? [[run.seed, run.report] as const] : [])),
    );
  const rows: SweepRow[] = [];
  for (const [cell, row] of sweep.rows.entries()) {
    const own = folders(cell);
    const ofBest = folders(row.baseline ?? cell);
    // In the order of seeds, so that the same runs have the same interval however they were named.
    const shared = [...own.keys()].filter((seed) => ofBest.has(seed)).sort((a, b) => a - b);
    const reaches: PeopleSpread[] = [];
    for (const seed of row.toBest === null ? [] : shared.slice(0, MOST_PAIRED)) {
      const value = await reachOf(own.get(seed)!.folder, ofBest.get(seed)!.folder, place);
      if (value !== null) reaches.push({ below: value, above: value });
    }
    const bySeed = shared.map((seed) => own.get(seed)!.scores!.final_score! - ofBest.get(seed)!.scores!.final_score!);
    const mean = reaches.reduce((sum, { below }) => sum + below, 0) / reaches.length;
    const toBest = reaches.length === 0 ? row.toBest : differenceOver(bySeed, { below: mean, above: mean }, true);
    rows.push({ ...row, toBest });
  }
  return { ...sweep, rows: corrected(rows) };
}

async function pairedReach(a: string, b: string, place: EvaluationPlace): Promise<number | null> {
  try {
    const { difference } = await compare(a, b, place);
    const { value = null, high = null } = difference.documented.final_score ?? {};
    return value === null || high === null ? null : high - value;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function scoresBySeed(runs: readonly SweepRun[], cell: number): ReadonlyMap<number, number> {
  const scored = runs.filter((run) => run.cell === cell && run.report?.scores?.final_score != null);
  return new Map(scored.map(({ seed, report }) => [seed, report!.scores!.final_score!]));
}

/** The number of comparisons for which p values are corrected. */
export function pairsOf(rows: readonly Pick<SweepRow, 'cell' | 'toBest'>[]): number {
  return rows.some(({ cell }) => cell.condition)
    ? rows.filter(({ toBest }) => toBest !== null).length
    : (rows.length * (rows.length - 1)) / 2;
}

/** The cell with which a cell is compared: the same setup under the first condition; null without conditions. */
function baselineOf(cells: readonly SweepCell[], cell: number): number | null {
  if (cells[cell]!.condition === undefined) return null;
  const setup = (one: SweepCell) => nameOfCell({ ...one, condition: undefined });
  return cells.findIndex((one) => setup(one) === setup(cells[cell]!));
}
