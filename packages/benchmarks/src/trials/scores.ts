import { readFileSync, statSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import { asUserError, parseJson, type RunFolder, type RunTotals } from '@itinera/run';
import { z } from 'zod';
import type { NoiseReport } from '../scoring/noise.js';
import type { NoisyScore } from '../scoring/score-with-noise.js';
import type { Doubt } from './doubts.js';

/** `scores.json`: both profiles with their noise, and the scale that they are to be read on. */
export interface Scores extends NoisyScore {
  readonly task: string;
  /** Version of the benchmark. */
  readonly task_version: string;
  /** True when people and truth are made up: the score says nothing about reality. */
  readonly synthetic: boolean;
  /** What the random agent reaches in the same set-up; null when it was not run. */
  readonly floor: NoiseReport | null;
  /** What the truth reaches against itself. */
  readonly ceiling: NoiseReport;
  /** What only a run's folder knows; null for a results file. */
  readonly run:
    | (RunSums & {
        /** What has to be known before the score; absent in files of older versions. */
        readonly doubts?: readonly Doubt[];
      })
    | null;
}

/** What the people of a run did, all together. */
export interface RunSums {
  readonly people: number;
  readonly trips: number;
  /** Trips that could not be made, for want of a route or because there is no such AOI. */
  readonly failed_trips: number;
  readonly minutes: number;
  readonly kilometres: number;
  /** Steps in which an agent failed, and those among them in which a language model gave nothing usable. */
  readonly problems: number;
  readonly fallbacks: number;
}

export function sumsOf(totals: RunTotals): RunSums {
  const { people, trips, seconds, metres, problemCount, fallbacks, failedTrips } = totals;
  return {
    people,
    trips,
    failed_trips: failedTrips,
    minutes: seconds / 60,
    kilometres: metres / 1000,
    problems: problemCount,
    fallbacks,
  };
}

const LARGEST_SCORES = 20_000_000;
const number = z.number().nullable();
const spreads = z.record(z.string(), z.looseObject({ value: number, low: number, high: number }));
const noiseSchema = z.looseObject({
  method: z.string(),
  level: z.number(),
  resamples: z.number(),
  documented: spreads,
  reference: spreads,
});

/**
 * The text of a run's `scores.json`, which may have been edited or be of another program.
 * @returns null when there is none.
 * @throws UserError when it cannot be read or is larger than scores ever are.
 */
export function readScoresText({ name, scoresPath }: RunFolder): string | null {
  try {
    const { size } = statSync(scoresPath);
    if (size <= LARGEST_SCORES) return readFileSync(scoresPath, 'utf8');
    throw new UserError(`${name}/scores.json: ${size} bytes are more than scores take. Score the run again.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw asUserError(error);
  }
}

/** The floor that was found when the run was first scored; null when there is none that can be read, and then that is told. */
export function readFloor(folder: RunFolder, warn: (message: string) => void): Scores['floor'] {
  const what = `${folder.name}/scores.json`;
  try {
    const text = readScoresText(folder);
    if (text === null) return null;
    const scores = z.object({ floor: noiseSchema.nullable() }).safeParse(parseJson(text, what));
    if (scores.success) return scores.data.floor;
    warn(`${what}: is no file of scores, so the floor of the run is not known.`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`${error.message} The floor of the run is not known.`);
  }
  return null;
}
