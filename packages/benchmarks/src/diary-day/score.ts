import { counted, UserError } from '@itinera/base';
import { type DiaryDay, type NearDays, parseDay } from '@itinera/mobility';
import { percent } from '../findings/words.js';
import type { Score } from '../port/draws.js';
import { property } from '../scoring/sample.js';
import { DIARY_PARTS, type DiaryPart, FEATURES, featuresOf } from './features.js';
import { BlockSums, type Moments, unbiasedSquares } from './sums.js';
import type { DiaryTruth } from './truth.js';

/** The days of a run, submitted and scored. */
export interface DiaryResults {
  /** `sequence` in the format of diary tables, see `parseDay`; `trip_factor` for days as people reported them. */
  readonly days: readonly { readonly id: number; readonly sequence: string; readonly trip_factor?: number }[];
  /** Omitted people with the reason; absent if there are none. */
  readonly left_out?: readonly { readonly id: number; readonly reason: string }[];
}

const MOST_TRIP_FACTOR = 10;
/** The lowest score of a part. Below 0, which is that of random days, scores fall slowly, so that one part cannot outweigh all others. */
const LOWEST = -10;
/** The highest, as far above 100 as random days are below it: a good agent is above 100 by chance in every second part. */
const HIGHEST = 200;
export const RANGE: readonly [number, number] = [LOWEST, HIGHEST];

/** The parts of a score: each for everybody, then each by group. */
export const METRICS: readonly string[] = [...DIARY_PARTS, ...DIARY_PARTS.map((part) => `${part}_by_group`)];

/**
 * Weights of parts in the final score, 1 if not listed: chains are scored twice, with and without order, and the share of
 * days at home is one number, which trips and time use contain too.
 */
const WEIGHTS: Readonly<Partial<Record<DiaryPart, number>>> = { immobile: 0.25, chains: 0.5, place_sets: 0.5 };

/** The weight of a metric in the final score. */
export const weightOf = (metric: string): number =>
  WEIGHTS[DIARY_PARTS[METRICS.indexOf(metric) % DIARY_PARTS.length]!] ?? 1;

/** The weight of each group in a metric's divergence: `weights[metric][group]`. */
export type GroupWeights = readonly Float64Array[];

/** Days compared with a truth. */
export interface DayComparison {
  readonly moments: Moments;
  readonly truth: DiaryTruth;
  readonly weights: GroupWeights;
  /** Divergence of random days by metric. */
  readonly zero: Float64Array;
  /** Unbiased divergence by metric. */
  readonly divergence: Float64Array;
  readonly people: number;
  /** Days that are near to days of the training split. */
  readonly near: NearDays | null;
}

const compared = new WeakMap<object, { truth: DiaryTruth; comparison: DayComparison | string }>();

/** Compares days with a truth; once for the same results. @returns the reason if there is nothing to compare */
export function compareDays(results: unknown, truth: DiaryTruth): DayComparison | string {
  if (typeof results !== 'object' || results === null) return 'expected results with a list of days';
  const known = compared.get(results);
  if (known?.truth === truth) return known.comparison;
  const comparison = compareAnew(results, truth);
  compared.set(results, { truth, comparison });
  return comparison;
}

function compareAnew(results: object, truth: DiaryTruth): DayComparison | string {
  const days = property(results, 'days');
  if (!Array.isArray(days)) return 'expected a list of days as `days`';
  const sums = new BlockSums(truth.groups.names.length);
  const features = new Float64Array(FEATURES);
  const seen = new Set<unknown>();
  const read: DiaryDay[] = [];
  for (const [i, entry] of days.entries()) {
    const [id, sequence] = [property(entry, 'id'), property(entry, 'sequence')];
    const person = truth.people.get(id as number);
    if (person === undefined) return `day ${i + 1} is of person ${JSON.stringify(id)}, whom the truth does not contain`;
    if (seen.has(id)) return `person ${id} has two days; expected one`;
    seen.add(id);
    const factor = property(entry, 'trip_factor') ?? 1;
    if (!(typeof factor === 'number' && factor >= 0 && factor <= MOST_TRIP_FACTOR))
      return `person ${id} has trip_factor ${JSON.stringify(factor)}; expected 0 to ${MOST_TRIP_FACTOR}`;
    try {
      const day = parseDay(String(sequence), `the day of person ${id}`);
      read.push(day);
      featuresOf(day, truth.vocabulary, factor, features.fill(0));
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
    sums.add(features, person.weight, person.groups, person.block);
  }
  const moments = sums.moments();
  if (!moments.isScored[0])
    return `${counted(days.length, 'day is', 'days are')} too few; a score requires people of at least 5 households`;
  const scale = metricScale(truth, moments);
  return {
    moments,
    truth,
    ...scale,
    divergence: inMetrics(scale.weights, unbiasedSquares(moments, truth.moments, truth.spread)),
    people: sums.people,
    near: truth.training?.days.count(read) ?? null,
  };
}

/** The groups that count, and the divergences of random days, for a run with these people. */
export function metricScale(truth: DiaryTruth, own: Moments): Pick<DayComparison, 'weights' | 'zero'> {
  const weights = groupWeights(truth, own);
  return { weights, zero: inMetrics(weights, truth.zero) };
}

/** Everybody, and the mean over attributes of the mean over their groups by number of people. */
function groupWeights({ groups, moments }: DiaryTruth, own: Moments): GroupWeights {
  const isScored = (group: number) => own.isScored[group]! && moments.isScored[group]!;
  const all = new Float64Array(groups.names.length);
  all[0] = 1;
  const byGroup = new Float64Array(groups.names.length);
  const attributes = groups.byAttribute.map((list) => list.filter(isScored)).filter((list) => list.length > 0);
  for (const list of attributes) {
    const total = list.reduce((sum, group) => sum + moments.weights[group]!, 0);
    for (const group of list) byGroup[group] = moments.weights[group]! / total / attributes.length;
  }
  return METRICS.map((_, metric) => (metric < DIARY_PARTS.length ? all : byGroup));
}

/** Sums values of group × part up by metric. */
export function inMetrics(weights: GroupWeights, values: Float64Array): Float64Array {
  return Float64Array.from(METRICS, (_, metric) => {
    const value = (group: number) => values[group * DIARY_PARTS.length + (metric % DIARY_PARTS.length)]!;
    return weights[metric]!.reduce((sum, weight, group) => (weight === 0 ? sum : sum + weight * value(group)), 0);
  });
}

/** Scores divergences: 100 at none, 0 at that of random days. */
export function scoreOf({ zero }: Pick<DayComparison, 'zero'>, divergence: ArrayLike<number>): Score {
  const profile: Record<string, number | null> = {};
  let [sum, total] = [0, 0];
  METRICS.forEach((metric, i) => {
    const share = divergence[i]! / zero[i]!;
    const score = share <= 1 ? 100 * (1 - share) : LOWEST * (1 - 1 / share);
    profile[metric] = zero[i]! > 0 ? Math.min(HIGHEST, score) : null;
    const weight = profile[metric] === null ? 0 : weightOf(metric);
    total += weight;
    sum += weight * (profile[metric] ?? 0);
  });
  const final = total > 0 ? sum / total : null;
  const all = { ...profile, distance: final === null ? null : distanceOf(final), final_score: final };
  return { final_score: final, documented: all, reference: all };
}

/** The distance from the truth in percent of that of random days, whose square the score measures. */
const distanceOf = (score: number) => 100 * Math.sqrt(Math.max(0, 1 - score / 100));

/** Scores the days of results. Never throws. */
export function scoreDiaryDay(results: unknown, truth: DiaryTruth): Score {
  const comparison = compareDays(results, truth);
  if (typeof comparison === 'string') {
    const none = Object.fromEntries([...METRICS, 'distance', 'final_score'].map((metric) => [metric, null]));
    const profile = { ...none, undefined: { final_score: comparison } };
    return { final_score: null, documented: profile, reference: profile };
  }
  return scoreOf(comparison, comparison.divergence);
}

/** Copies are named above this share of days, and above this many standard errors beyond chance. */
const [MOST_NEAR, MOST_ERRORS] = [0.05, 5];

/** Says that days are copies of the training split; empty if they are not, or it is unknown. */
export function remarksOnDays(results: unknown, truth: DiaryTruth): string[] {
  const comparison = compareDays(results, truth);
  if (typeof comparison === 'string' || comparison.near === null || truth.training === null) return [];
  const { compared, near } = comparison.near;
  const { chance } = truth.training;
  // One day more, so that no chance is 0.
  const expected = (chance.near + 1) / (chance.compared + 1);
  const most = expected + MOST_ERRORS * Math.sqrt((expected * (1 - expected)) / Math.max(1, compared));
  if (near <= compared * Math.max(MOST_NEAR, most)) return [];
  return [
    `${percent(near / compared)} of the ${counted(compared, 'day')} of three or more trips equal days of the training split within 7.5 minutes, against ${percent(expected)} by chance. They are copies, so the score says nothing about a model of days.`,
  ];
}
