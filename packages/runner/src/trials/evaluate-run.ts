import { basename } from 'node:path';
import { describeFileError, isFileError } from '@itinera/base';
import {
  type Benchmark,
  type KeptNoise,
  type NoiseReport,
  remarksOn,
  type ScoredResults,
  scaleOf,
  scoreNoisily,
} from '@itinera/benchmarks';
import type { CityView } from '@itinera/engine';
import type { RunFolder, RunManifest } from '@itinera/run';
import { type Grouping, type RunTotals, readStatuses, readTrips, writeWithChecksum } from '@itinera/run';
import { doubtsOf } from './doubts.js';
import { keptScales } from './kept-scales.js';
import { type Scores, sumsOf } from './scores.js';

/** Gathers the results of a run from its rows. */
export function gatherRun(folder: RunFolder, manifest: Grouping, benchmark: Benchmark, city: CityView): ScoredResults {
  return benchmark.gather(readStatuses(folder, manifest), city, readTrips(folder, manifest));
}

/** A finished run. */
export interface FinishedRun {
  readonly folder: RunFolder;
  readonly manifest: RunManifest;
  readonly benchmark: Benchmark;
}

/** The results and totals of a run. */
export interface RunOutcome {
  readonly results: ScoredResults;
  readonly totals: RunTotals;
}

/** Results of the random agent, their score, or null if it was not run. */
export type Floor = ScoredResults | NoiseReport | null;

/**
 * Scores results against a ground truth.
 * @param synthetic whether the truth is synthetic
 * @param floor results of the random agent in the same setup, or the floor itself.
 * @param kept where floor and ceiling are looked for first
 */
export function evaluateResults(
  benchmark: Benchmark,
  results: ScoredResults,
  truth: object,
  synthetic: boolean,
  floor: Floor = null,
  kept?: KeptNoise,
): Scores {
  const random = floor !== null && 'results' in floor ? { random: floor } : {};
  const scale = scaleOf(benchmark, truth, { ...random, results: results.results, people: results.people, kept });
  const scores = {
    task: benchmark.name,
    task_version: benchmark.version,
    synthetic,
    ...scoreNoisily(benchmark, results, truth),
    ...scale,
    ...(floor !== null && !('results' in floor) && { floor }),
  };
  const own = benchmark.remarks?.(results.results, truth) ?? [];
  const remarks = {
    documented: [...remarksOn(scores), ...own],
    reference: [...remarksOn(scores, 'reference'), ...own],
  };
  return { ...scores, remarks, run: null };
}

/** Scores a finished run. */
export function scoresOfRun(
  { folder, manifest, benchmark }: FinishedRun,
  { results, totals }: RunOutcome,
  truth: object,
  floor: Floor,
  kept?: KeptNoise,
): Scores {
  return {
    ...evaluateResults(benchmark, results, truth, manifest.dataset.synthetic, floor, kept),
    run: { ...sumsOf(totals), doubts: doubtsOf(folder, manifest, benchmark, totals) },
  };
}

/** Scores a finished run and writes its `scores.json`; warns if it cannot be written. Floor and ceiling are kept in the home. */
export async function evaluateRun(
  run: FinishedRun,
  outcome: RunOutcome,
  truth: object,
  floor: Floor,
  { home, warn }: { readonly home: string; readonly warn: (message: string) => void },
): Promise<Scores> {
  const { folder } = run;
  const scores = scoresOfRun(run, outcome, truth, floor, keptScales(home, run.benchmark));
  try {
    await writeWithChecksum(folder, basename(folder.scoresPath), `${JSON.stringify(scores, null, 2)}\n`);
  } catch (error) {
    if (!isFileError(error)) throw error;
    warn(`The scores are not saved with the run. ${describeFileError(error)}`);
  }
  return scores;
}
