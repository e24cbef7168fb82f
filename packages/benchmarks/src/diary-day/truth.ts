import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import {
  DIARIES_FILE,
  type DiaryDay,
  type DiaryPerson,
  diaryDays,
  diaryPeople,
  KnownDays,
  type NearDays,
  TRAINING_DAYS_FILE,
} from '@itinera/mobility';
import { DIARY_PARTS, FEATURES, featuresOf, type Vocabulary, vocabularyOf } from './features.js';
import { diaryGroups, type Groups, membershipOf } from './groups.js';
import { randomDay } from './random-day.js';
import { BlockSums, blockOf, type Moments, productsByPart, spreadOf } from './sums.js';

const RANDOM_DAYS = 2000;
const SEED = 1;

/** Where a person counts: the numbers of the groups, and the block of the household. */
export interface Membership {
  readonly weight: number;
  readonly groups: readonly number[];
  readonly block: number;
}

/** The observed days, prepared for scoring. */
export interface DiaryTruth {
  readonly vocabulary: Vocabulary;
  readonly groups: Groups;
  readonly people: ReadonlyMap<number, Membership>;
  readonly moments: Moments;
  /** How far chance moves the means: `spreadOf` the moments. */
  readonly spread: Float64Array;
  /** Divergence of random days by group × part: where a score is 0. */
  readonly zero: Float64Array;
  /** The days that agents may have learnt from, and how many of the observed days are near to one; null if unknown. */
  readonly training: { readonly days: KnownDays; readonly chance: NearDays } | null;
}

/**
 * Reads the truth of a dataset: `diaries.csv`, and `training-days.csv` if there is one.
 * @throws UserError when it is missing or damaged
 */
export function readDiaryTruth(folder: string): DiaryTruth {
  const [path, training] = [join(folder, DIARIES_FILE), join(folder, TRAINING_DAYS_FILE)];
  const text = (file: string) => new TextDecoder().decode(readWithin(file));
  return diaryTruth(diaryPeople(text(path), path), existsSync(training) ? diaryDays(text(training), training) : []);
}

/** Prepares observed days for scoring. @param training days that agents may have learnt from */
export function diaryTruth(all: readonly DiaryPerson[], training: readonly DiaryDay[] = []): DiaryTruth {
  const groups = diaryGroups(all.map(({ attributes }) => attributes));
  const vocabulary = vocabularyOf(
    all.map(({ day }) => day),
    all.map(({ weight }) => weight),
  );
  const people = new Map(
    all.map(({ id, weight, household, attributes }): [number, Membership] => [
      id,
      { weight, groups: membershipOf(groups, attributes), block: blockOf(household) },
    ]),
  );
  const sums = new BlockSums(groups.names.length);
  const features = new Float64Array(FEATURES);
  for (const { id, day, tripFactor } of all) {
    const { weight, groups, block } = people.get(id)!;
    featuresOf(day, vocabulary, tripFactor, features.fill(0));
    sums.add(features, weight, groups, block);
  }
  const moments = sums.moments();
  const spread = spreadOf(moments);
  const days = new KnownDays(training);
  return {
    vocabulary,
    groups,
    people,
    moments,
    spread,
    zero: zeroOf(moments, spread, vocabulary),
    training: training.length === 0 ? null : { days, chance: days.count(all.map(({ day }) => day)) },
  };
}

/** The unbiased square of the distance of random days, by group × part. */
function zeroOf({ means, isScored }: Moments, spread: Float64Array, vocabulary: Vocabulary): Float64Array {
  const random = new Random(SEED);
  const centre = new Float64Array(FEATURES);
  const features = new Float64Array(FEATURES);
  for (let i = 0; i < RANDOM_DAYS; i++) {
    featuresOf(randomDay(random), vocabulary, 1, features.fill(0));
    for (let k = 0; k < FEATURES; k++) centre[k]! += features[k]! / RANDOM_DAYS;
  }
  const zero = new Float64Array(isScored.length * DIARY_PARTS.length);
  const apart = new Float64Array(FEATURES);
  for (let group = 0; group < isScored.length; group++) {
    for (let k = 0; k < FEATURES; k++) apart[k] = centre[k]! - means[group * FEATURES + k]!;
    const at = group * DIARY_PARTS.length;
    productsByPart(apart, 0, apart, 0, (part, square) => (zero[at + part]! += square));
    for (let part = 0; part < DIARY_PARTS.length; part++) zero[at + part]! -= spread[at + part]!;
  }
  return zero;
}
