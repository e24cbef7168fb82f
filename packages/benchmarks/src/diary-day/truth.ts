import { join } from 'node:path';
import { Random } from '@itinera/metrics';
import { DIARIES_FILE, type DiaryPerson, diaryPeople } from '@itinera/mobility';
import { readWithin } from '@itinera/run';
import { DIARY_PARTS, FEATURES, featuresOf, type Vocabulary, vocabularyOf } from './features.js';
import { diaryGroups, type Groups, membershipOf } from './groups.js';
import { randomDay } from './random-day.js';
import { BLOCKS, BlockSums, blockOf, type Moments, productsByPart } from './sums.js';

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
  /** Divergence of random days by group × part: where a score is 0. */
  readonly zero: Float64Array;
}

/** Reads the truth of a dataset: `diaries.csv`. @throws UserError when it is missing or damaged */
export function readDiaryTruth(folder: string): DiaryTruth {
  const path = join(folder, DIARIES_FILE);
  return diaryTruth(diaryPeople(new TextDecoder().decode(readWithin(path)), path));
}

/** Prepares observed days for scoring. */
export function diaryTruth(all: readonly DiaryPerson[]): DiaryTruth {
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
  return { vocabulary, groups, people, moments, zero: zeroOf(moments, vocabulary) };
}

/** The unbiased square of the distance of random days, by group × part. */
function zeroOf({ means, influences, isScored }: Moments, vocabulary: Vocabulary): Float64Array {
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
    for (let block = 0; block < BLOCKS; block++) {
      const row = group * BLOCKS + block;
      productsByPart(influences, row, influences, row, (part, square) => (zero[at + part]! -= square));
    }
  }
  return zero;
}
