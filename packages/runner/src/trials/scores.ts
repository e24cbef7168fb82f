import { statSync } from 'node:fs';
import { asUserError, parseJson, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { Doubt, NoiseReport, NoisyScore } from '@itinera/benchmarks';
import type { RunFolder, RunTotals } from '@itinera/run';
import { z } from 'zod';

/** `scores.json`: both profiles with their noise, and the scale. */
export interface Scores extends NoisyScore {
  readonly task: string;
  /** Version of the benchmark. */
  readonly task_version: string;
  /** True if people and truth are synthetic: the score says nothing about reality. */
  readonly synthetic: boolean;
  /** Score of the random agent in the same setup; null if it was not run. */
  readonly floor: NoiseReport | null;
  /** Score of a perfect agent. */
  readonly ceiling: NoiseReport;
  /** Why a score is above the ceiling or below the floor, and what else to know; absent in files of older versions. */
  readonly remarks?: Readonly<Record<'documented' | 'reference', readonly string[]>>;
  /** Data of the run folder; null for a results file. */
  readonly run:
    | (RunSums & {
        /** Warnings about the result; absent in files of older versions. */
        readonly doubts?: readonly Doubt[];
      })
    | null;
}

/** Totals over the people of a run. */
export interface RunSums {
  readonly people: number;
  readonly trips: number;
  /** Trips that failed, without a route or with an unknown AOI. */
  readonly failed_trips: number;
  /** Trips that had not ended with the run, and their minutes; both are among the others, and absent in files of older versions. */
  readonly trips_under_way?: number;
  readonly minutes_under_way?: number;
  readonly minutes: number;
  readonly kilometres: number;
  /** Steps in which an agent failed, and the number of these in which a language model returned nothing usable. */
  readonly problems: number;
  readonly fallbacks: number;
}

export function sumsOf(totals: RunTotals): RunSums {
  const { people, trips, seconds, metres, problemCount, fallbacks, failedTrips, underWay } = totals;
  return {
    people,
    trips,
    failed_trips: failedTrips,
    trips_under_way: underWay.trips,
    minutes_under_way: underWay.seconds / 60,
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
 * Reads a run's `scores.json`, which may have been edited or come from another program.
 * @returns the text; null if there is none.
 * @throws UserError when it cannot be read or is too large.
 */
export function readScoresText({ name, scoresPath }: RunFolder): string | null {
  try {
    const { size } = statSync(scoresPath);
    if (size <= LARGEST_SCORES) return readWithin(scoresPath).toString();
    throw new UserError(`${name}/scores.json: ${size} bytes exceed the limit of this file. Score the run again.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw asUserError(error);
  }
}

/** Returns the floor of the run's first evaluation; null, with a warning, if it cannot be read. */
export function readFloor(folder: RunFolder, warn: (message: string) => void): Scores['floor'] {
  const what = `${folder.name}/scores.json`;
  try {
    const text = readScoresText(folder);
    if (text === null) return null;
    const scores = z.object({ floor: noiseSchema.nullable() }).safeParse(parseJson(text, what));
    if (scores.success) return scores.data.floor;
    warn(`${what} is not a scores file, so the floor of the run is unknown.`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`${error.message} The floor of the run is unknown.`);
  }
  return null;
}
