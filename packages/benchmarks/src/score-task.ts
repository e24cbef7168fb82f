import { benchmarkNamed } from './list/benchmarks.js';
import type { Benchmark } from './port/benchmark.js';
import type { ScoredResults } from './port/results.js';
import type { Difference, NoiseOptions, NoiseReport } from './scoring/noise.js';
import {
  type Calibration,
  type CalibrationOptions,
  differenceOf,
  type NoisyScore,
  scaleOf,
  scoreNoisily,
} from './scoring/score-with-noise.js';

/** A benchmark, or the name of a built-in one: `DailyMobility`, `HurricaneMobility`. */
export type TaskChoice = string | Benchmark;

/**
 * Scores results in both profiles and says how far chance alone moves each metric.
 *
 * @param truth as the task's score function takes it
 * @throws UserError when there is no task of this name
 */
export function scoreWithNoise(
  task: TaskChoice,
  results: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
): NoisyScore {
  return scoreNoisily(chosen(task), results, truth, options);
}

/**
 * The difference of two results, first minus second, with its interval and p value.
 * @throws UserError when there is no task of this name
 */
export function compareScores(
  task: TaskChoice,
  first: ScoredResults,
  second: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
): NoiseReport<Difference> {
  return differenceOf(chosen(task), first, second, truth, options);
}

/**
 * The scale that scores on a dataset are to be read on.
 *
 * @param truth what `readTruth` of the task gave, such as `readDailyMobilityTruth`
 * @param options `random`: results of an agent that moves at random; `results`: results whose number of trips sets the
 *   noise of HurricaneMobility's ceiling; else the random agent's, else 300 trips before
 * @throws UserError when there is no task of this name
 */
export function calibrate(task: TaskChoice, truth: object, options: CalibrationOptions = {}): Calibration {
  return scaleOf(chosen(task), truth, options);
}

function chosen(task: TaskChoice): Benchmark {
  return typeof task === 'string' ? benchmarkNamed(task) : task;
}
