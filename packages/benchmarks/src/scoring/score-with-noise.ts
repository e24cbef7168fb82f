import { UserError } from '@itinera/metrics';
import { compareDailyMobility, dailyMobilityCeiling, dailyMobilityNoise } from '../daily-mobility/noise.js';
import { scoreDailyMobility } from '../daily-mobility/score.js';
import type { PersonTrips } from '../hurricane-mobility/gather.js';
import {
  compareHurricaneMobility,
  hurricaneMobilityCeiling,
  hurricaneMobilityNoise,
} from '../hurricane-mobility/noise.js';
import { scoreHurricaneMobility } from '../hurricane-mobility/score.js';
import type { BothProfiles, Difference, NoiseOptions, NoiseReport } from './noise.js';
import { property, toSample } from './sample.js';

/** Results to be scored, and what is known beyond the results file. */
export interface ScoredResults {
  readonly results: unknown;
  /** HurricaneMobility: trips by person, so that people can be resampled. Without them counts are. */
  readonly people?: readonly PersonTrips[] | undefined;
}

export interface NoisyScore extends BothProfiles {
  /** The headline: the documented final score. */
  readonly final_score: number | null;
  readonly noise: NoiseReport;
}

/**
 * Scores results in both profiles and says how far chance alone moves each metric.
 *
 * @param task `DailyMobility` or `HurricaneMobility`
 * @param truth as the task's score function takes it
 * @throws UserError when the task is another
 */
export function scoreWithNoise(
  task: string,
  { results, people }: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
): NoisyScore {
  if (isDaily(task))
    return { ...scoreDailyMobility(results, truth), noise: dailyMobilityNoise(results, truth, options) };
  return {
    ...scoreHurricaneMobility(results, truth),
    noise: hurricaneMobilityNoise(results, truth, { ...options, people }),
  };
}

/** The difference of two results, first minus second, with its interval and p value. @throws UserError on another task */
export function compareScores(
  task: string,
  first: ScoredResults,
  second: ScoredResults,
  truth: object,
  options: NoiseOptions = {},
): NoiseReport<Difference> {
  if (isDaily(task)) return compareDailyMobility(first.results, second.results, truth, options);
  const people = first.people && second.people ? ([first.people, second.people] as const) : undefined;
  return compareHurricaneMobility({ first: first.results, second: second.results, people }, truth, options);
}

/** What a score can be between: that of chance, and that of the truth itself. */
export interface Calibration {
  /** The score of the given random agent with its noise; null without one. */
  readonly floor: NoiseReport | null;
  /** The truth against itself. */
  readonly ceiling: NoiseReport;
}

/**
 * The scale that scores on a dataset are to be read on.
 *
 * @param task DailyMobility or HurricaneMobility
 * @param truth what `readDailyMobilityTruth` or `readHurricaneMobilityTruth` gave
 * @param options `random`: results of an agent that moves at random; `results`: results whose number of trips sets the
 *   noise of HurricaneMobility's ceiling; else the random agent's, else 300 trips before
 * @throws UserError when the task is another
 */
export function calibrate(
  task: string,
  truth: object,
  { random, results, ...options }: NoiseOptions & { readonly random?: ScoredResults; readonly results?: unknown } = {},
): Calibration {
  const floor = random ? scoreWithNoise(task, random, truth, options).noise : null;
  if (isDaily(task)) return { floor, ceiling: dailyMobilityCeiling(truth, options) };
  const trips = toSample(property(results ?? random?.results, 'total_travel_times'));
  const tripsBefore = typeof trips === 'string' || trips.values[0] === 0 ? undefined : trips.values[0];
  return { floor, ceiling: hurricaneMobilityCeiling(truth, { ...options, tripsBefore }) };
}

function isDaily(task: string): boolean {
  if (task !== 'DailyMobility' && task !== 'HurricaneMobility') {
    throw new UserError(`${task}: there is no such scored task. Tasks: DailyMobility, HurricaneMobility.`);
  }
  return task === 'DailyMobility';
}
