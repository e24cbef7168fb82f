import {
  createDayScorer,
  exchangedAxes,
  exchangedAxesWarning,
  type PairedDifference,
  pairedBootstrap,
  pairwiseMean,
  type Rules,
  shiftedCells,
  shiftedCellsWarning,
} from '@itinera/metrics';
import { type DayIndex, indexDays, requireSameSteps } from './align.js';
import { otherDaysWarning } from './other-days.js';
import type { OnProgress } from './progress.js';
import { type MeanScore, meanOverPeople, type ScoreJob, scoreShards } from './score-people.js';
import { SharedMemory, sharedIntegers } from './step-table.js';
import type { Year } from './tasks.js';
import type { StepTrajectories } from './trajectories.js';

export const RULES = ['humob2023', 'humob2024', 'giscup2025'] as const satisfies readonly Rules[];

/** The scores of each person, in ascending order of uid: means over the person's days. */
export interface PersonScores {
  readonly uid: Int32Array;
  /** 0 to 1. */
  readonly geobleu: Float64Array;
  /** Kilometres. */
  readonly dtw: Float64Array;
}

/** The scores of each day of each person, by uid and day. */
export interface DayScores extends PersonScores {
  readonly d: Int32Array;
}

/** The parts of GEO-BLEU, each the mean over people of the mean over their days. */
export interface GeobleuParts {
  /** p₁, p₂ …: how close the n-grams of each length are, 0 to 1. Both sides have the same steps, so brevity is 1. */
  readonly precisions: readonly number[];
  /** Days on which an n-gram of this length exists. */
  readonly days: readonly number[];
}

export interface HumobScore {
  readonly rules: Rules;
  readonly users: number;
  readonly days: number;
  readonly steps: number;
  /** Higher is better, 0 to 1. */
  readonly geobleu: MeanScore;
  /** Lower is better, km. */
  readonly dtw: MeanScore;
  /** Share of the bootstrap distribution inside the intervals. */
  readonly level: number;
  readonly seed: number;
  readonly people: PersonScores;
  readonly byDay: DayScores;
  readonly parts: GeobleuParts;
  /** Doubts about the files, such as exchanged axes. */
  readonly warnings: readonly string[];
}

/** How much higher the first system scores than the second on the same people. */
export interface HumobComparison {
  readonly other: HumobScore;
  readonly geobleu: PairedDifference;
  readonly dtw: PairedDifference;
}

export interface ScoreOptions {
  readonly rules: Rules;
  /** The year whose challenge the files belong to: a warning if their days are not those that it scores. */
  readonly year?: Year | undefined;
  /** Threads; default one per core, or only this one for small files. The result is the same for any number. */
  readonly processes?: number;
  /** Default `auto`: WebAssembly if the engine supports it; both return the same bits. */
  readonly kernel?: ScoreJob['kernel'];
  /** Seed of the bootstrap; default 1. */
  readonly seed?: number;
  /** Receives the bytes that this thread has read, and the people scored. */
  readonly onProgress?: OnProgress;
}

const LEVEL = 0.95;

/** Threads that score in addition to this one, by the functions of `score-worker.ts`. */
export interface ScoringThreads {
  readonly maxThreads: number;
  run(task: unknown, options: { readonly name: string }): Promise<unknown>;
}

/**
 * Scores generated trajectories against the reference under the rules of one year: the mean over people of each
 * person's mean over days, with a bootstrap interval over people.
 *
 * @throws UserError when the two do not have the same people and steps
 */
export async function scoreTrajectories(
  generated: StepTrajectories,
  reference: StepTrajectories,
  options: ScoreOptions,
  pool?: ScoringThreads,
): Promise<HumobScore> {
  const { rules, year, kernel = 'auto', seed = 1, onProgress } = options;
  requireSameSteps(generated, reference);
  const { people } = reference;
  const index = indexDays(reference);
  const days = index.dayOffsets.length - 1;
  const scoresOf = (count: number) => ({ geobleu: sharedScores(count), dtw: sharedScores(count) });
  const { geobleu, dtw } = scoresOf(people.length);
  const byDay = scoresOf(days);
  const { maxN } = createDayScorer({ rules, kernel });
  const precisions = sharedScores(people.length * maxN);
  const cells = ({ x, y }: StepTrajectories) => ({ x, y });
  const taken = sharedIntegers([0]);
  const job = {
    rules,
    kernel,
    generated: cells(generated),
    reference: cells(reference),
    ...index,
    byDay,
    geobleu,
    dtw,
    precisions,
    taken,
  };
  const others = Array.from({ length: pool?.maxThreads ?? 0 }, () => pool?.run(job, { name: scoreShards.name }));
  scoreShards(job, onProgress);
  await Promise.all(others);

  // Columns may be longer than their steps.
  const used = (column: Int16Array) => column.subarray(0, reference.length);
  const both = [used(generated.x), used(generated.y), used(reference.x), used(reference.y)] as const;
  const overPeople = (values: Float64Array) => ({ values, seed, level: LEVEL });
  const dtwMean = pool?.run(overPeople(dtw), { name: meanOverPeople.name }) as Promise<MeanScore> | undefined;
  return {
    rules,
    users: people.length,
    days,
    steps: reference.length,
    geobleu: meanOverPeople(overPeople(geobleu)),
    dtw: (await dtwMean) ?? meanOverPeople(overPeople(dtw)),
    level: LEVEL,
    seed,
    people: { uid: people, geobleu, dtw },
    byDay: { ...personAndDay(reference, index), ...byDay },
    parts: partsOf(precisions, maxN, index),
    warnings: [
      ...(year === undefined ? [] : otherDaysWarning(reference, year)),
      ...exchangedAxesWarning(generated.path, exchangedAxes(...both)),
      ...shiftedCellsWarning(generated.path, shiftedCells(...both)),
    ],
  };
}

function sharedScores(count: number): Float64Array {
  return new Float64Array(new SharedMemory(count * Float64Array.BYTES_PER_ELEMENT));
}

function personAndDay({ people, d }: StepTrajectories, { dayOffsets, firstDay }: DayIndex) {
  const days = dayOffsets.length - 1;
  const uid = new Int32Array(days);
  people.forEach((person, i) => {
    uid.fill(person, firstDay[i], firstDay[i + 1]);
  });
  return { uid, d: Int32Array.from(dayOffsets.subarray(0, days), (row) => d[row] as number) };
}

/** @param precisions p₁ to p_N of each person */
function partsOf(precisions: Float64Array, maxN: number, { dayOffsets }: DayIndex): GeobleuParts {
  const lengths = Array.from({ length: maxN }, (_, k) => k + 1);
  const steps = dayOffsets.subarray(1).map((end, day) => end - (dayOffsets[day] as number));
  return {
    precisions: lengths.map((n) =>
      pairwiseMean(precisions.filter((value, i) => i % maxN === n - 1 && !Number.isNaN(value))),
    ),
    days: lengths.map((n) => steps.reduce((days, count) => days + (count >= n ? 1 : 0), 0)),
  };
}

/** The paired difference of two systems scored on the same people, `score` minus `other`. */
export function compareHumobScores(score: HumobScore, other: HumobScore): HumobComparison {
  const { seed, level } = score;
  return {
    other,
    geobleu: pairedBootstrap(score.people.geobleu, other.people.geobleu, { seed, level }),
    dtw: pairedBootstrap(score.people.dtw, other.people.dtw, { seed, level }),
  };
}
