import type { BenchmarkCore } from '../port/benchmark.js';
import type { Score } from '../port/draws.js';
import type { ScoredResults } from '../port/results.js';
import {
  type Difference,
  differencesOf,
  distributionOf,
  type KeptNoise,
  type NoiseOptions,
  type NoiseReport,
  spreadAround,
} from './noise.js';

export interface NoisyScore extends Score {
  readonly noise: NoiseReport;
}

/** The scale of a score: from chance to the truth itself. */
export interface Calibration {
  /** The score of the random agent with its noise; null without one. */
  readonly floor: NoiseReport | null;
  /** The score of a perfect agent. */
  readonly ceiling: NoiseReport;
}

export interface CalibrationOptions extends NoiseOptions {
  /** Results of an agent that moves at random. */
  readonly random?: ScoredResults;
  /** Results whose size sets the noise of the ceiling if the truth has none; default: those of the random agent. */
  readonly results?: unknown;
  /** The people of these results, if known. */
  readonly people?: ScoredResults['people'];
  /** Where floor and ceiling are looked for first; default: those scored before. */
  readonly kept?: KeptNoise | undefined;
}

/** Scores results in both profiles with the noise of each metric. */
export function scoreNoisily(
  benchmark: BenchmarkCore,
  scored: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
  kept?: KeptNoise,
): NoisyScore {
  const score = benchmark.score(scored.results, truth);
  return { ...score, noise: spreadAround(score, benchmark.noise(scored, truth), benchmark.metrics, options, kept) };
}

/** Returns the difference between two results, first minus second, with its interval and p value. */
export function differenceOf(
  benchmark: BenchmarkCore,
  first: ScoredResults,
  second: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
): NoiseReport<Difference> {
  const scores = [benchmark.score(first.results, truth), benchmark.score(second.results, truth)] as const;
  return differencesOf(scores, benchmark.compare(first, second, truth), options);
}

/** Returns the scale of scores on a dataset. */
export function scaleOf(
  benchmark: BenchmarkCore,
  truth: object,
  { random, results, people, kept, ...options }: CalibrationOptions = {},
): Calibration {
  const floor = random ? scoreNoisily(benchmark, random, truth, options, kept).noise : null;
  const sized = results === undefined ? random : { results, people };
  return { floor, ceiling: distributionOf(benchmark.ceiling(truth, sized?.results, sized?.people), options, kept) };
}
