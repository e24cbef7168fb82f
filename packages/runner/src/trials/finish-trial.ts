import { asUserError, UserError } from '@itinera/base';
import { isScored } from '@itinera/benchmarks';
import { readCallTotals } from '@itinera/engine';
import { type RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { evaluateRun, type RunOutcome } from './evaluate-run.js';
import { firstProblems } from './first-problems.js';
import { type FloorSetup, runFloor } from './floor.js';
import type { RunInputs } from './plan-run.js';
import { RunState } from './registry.js';
import { type Scores, sumsOf } from './scores.js';
import { finishedRecordOf, type RunContext, type RunEnd } from './start-run.js';
import type { TrialReport } from './trial-report.js';

/**
 * Waits for a run, evaluates it if its mode is `test` and there is a truth, and reports the outcome. Its floor is
 * determined meanwhile.
 */
export async function finishTrial(
  running: Promise<RunEnd>,
  plan: FloorSetup & Pick<RunManifest, 'mode'>,
  context: RunContext,
): Promise<TrialReport> {
  const ended = new AbortController();
  let isOver = false;
  const floor =
    isToScore(plan, context) && context.dataset.truthFolder !== null
      ? runFloor(plan, {
          ...context,
          threads: 1,
          onProgress: (progress) => isOver && context.onProgress?.(progress),
          signal: AbortSignal.any([ended.signal, ...(context.signal ? [context.signal] : [])]),
        })
      : null;
  // Its outcome matters only when the run is done.
  floor?.catch(() => {});
  try {
    const end = await running;
    isOver = true;
    return await reportOf(end, floor, context);
  } finally {
    ended.abort();
    await floor?.catch(() => {});
  }
}

/** Returns whether a run is scored if there is a truth. */
function isToScore({ mode }: Pick<RunManifest, 'mode'>, { benchmark }: RunInputs): boolean {
  return mode === 'test' && isScored(benchmark);
}

type Floor = ReturnType<typeof runFloor> | null;

async function reportOf(
  { folder, stopped, results, outcome }: RunEnd,
  floor: Floor,
  context: RunContext,
): Promise<TrialReport> {
  const manifest = readManifest(folder);
  const base = {
    run: folder.name,
    folder: folder.path,
    expId: manifest.expId,
    task: manifest.task,
    seed: manifest.seed,
    synthetic: manifest.dataset.synthetic,
    ...(manifest.traffic && { traffic: manifest.traffic }),
    ...(manifest.modes && { modes: manifest.modes }),
    ...(manifest.realism && { realism: manifest.realism }),
    ...(manifest.scenario?.evacuation && { evacuation: manifest.scenario.evacuation }),
    stopped,
    results,
    calls: readCallTotals(folder.callsPath),
  };
  if (outcome === null) return { ...base, scores: null, sums: null, doubts: [], problems: 0, problemLines: [] };
  const { totals } = outcome;
  const scores = isToScore(manifest, context) ? await scoresOf(folder, manifest, outcome, floor, context) : null;
  const doubts = scores?.run?.doubts ?? manifest.doubts ?? [];
  const problemLines = totals.problemCount === 0 ? [] : firstProblems(folder, manifest);
  return { ...base, scores, sums: sumsOf(totals), doubts, problems: totals.problemCount, problemLines };
}

async function scoresOf(
  folder: RunFolder,
  manifest: RunManifest,
  outcome: RunOutcome,
  floor: Floor,
  context: RunContext,
): Promise<Scores | null> {
  const { benchmark, dataset } = context;
  if (dataset.truthFolder === null) {
    context.onWarning?.(`${dataset.folder} contains no groundtruth, so the run is not scored.`);
    return null;
  }
  const truth = benchmark.readTruth(dataset.truthFolder);
  const warn = context.onWarning ?? (() => {});
  const random = (await floor?.catch((error: unknown) => noFloor(error, warn))) ?? null;
  const scores = await evaluateRun({ folder, manifest, benchmark }, outcome, truth, random, {
    home: context.home,
    warn,
  });
  const evaluated = { state: RunState.EVALUATED, resultInfo: JSON.stringify(scores), finalScore: scores.final_score };
  await context.registry?.save({ ...finishedRecordOf(folder, manifest), ...evaluated });
  return scores;
}

/** If the disk is too full for the run of the random agent, the score has no floor. */
function noFloor(thrown: unknown, warn: (message: string) => void): null {
  const error = asUserError(thrown);
  if (!(error instanceof UserError)) throw error;
  warn(`The floor of this score is unknown. ${error.message}`);
  return null;
}
