import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';
import {
  accuracyAt,
  type BootstrapOptions,
  bootstrapRatios,
  type F1Scores,
  f1Scores,
  ndcgAt,
  type PairedDifference,
  percentileRange,
  type Ranks,
  ranksOf,
  reciprocalRanks,
} from '@itinera/metrics';
import { haversine } from '../distance.js';
import { type CheckIns, startsOf, targetRows } from './check-ins.js';
import { type Leaks, leaksOf } from './leaks.js';
import type { Predictions } from './read-predictions.js';

/** Scores of each target: of ranks 0 to 1, higher is better. */
const RANK_SCORES: Readonly<Record<keyof RankScores, (ranks: Ranks) => Float64Array>> = {
  acc1: (ranks) => accuracyAt(ranks, 1),
  acc5: (ranks) => accuracyAt(ranks, 5),
  acc10: (ranks) => accuracyAt(ranks, 10),
  mrr: (ranks) => reciprocalRanks(ranks),
  mrr5: (ranks) => reciprocalRanks(ranks, 5),
  ndcg5: (ranks) => ndcgAt(ranks, 5),
  ndcg10: (ranks) => ndcgAt(ranks, 10),
};

/** Mean scores of ranks, 0 to 1. */
export interface RankScores {
  readonly acc1: number;
  readonly acc5: number;
  readonly acc10: number;
  /** Over the whole list. */
  readonly mrr: number;
  readonly mrr5: number;
  readonly ndcg5: number;
  readonly ndcg10: number;
}

/** Names of the scores of ranks, in the order of reports. */
export const rankScoreNames = Object.keys(RANK_SCORES) as readonly (keyof RankScores)[];

/** A mean with its 95 % interval; without `low` and `high` (NaN) if there is only one user. */
export interface ScoreInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Scores of some of the targets. */
export interface GroupScores extends RankScores {
  readonly targets: number;
}

/** Scores of a prediction of next places. */
export interface NextPlaceReport {
  readonly targets: number;
  readonly users: number;
  /** Targets without candidates: misses. */
  readonly unanswered: number;
  /** Mean over targets. */
  readonly scores: Readonly<Record<keyof RankScores, ScoreInterval>>;
  /** Mean over users of each user's mean, so that every user counts the same. */
  readonly meanOverUsers: RankScores;
  /** Of the first candidate. */
  readonly f1: F1Scores;
  /** Metres from the first candidate to the true place, over the targets of which both positions are known. */
  readonly distance: ScoreInterval & { readonly median: number; readonly targets: number };
  /** Whether the user visited the true place in an earlier row of the training or test file. */
  readonly novelty: Readonly<Record<'seen' | 'unseen', GroupScores>>;
  /** By hour of the target on the local clock, hours with targets only. */
  readonly hours: readonly (GroupScores & { readonly hour: number })[];
  readonly byUser: readonly (GroupScores & { readonly user: string })[];
  readonly leaks: Leaks;
}

/** A report, and the scores of each target for comparisons. */
export interface ScoredPredictions {
  readonly report: NextPlaceReport;
  /** By score, one entry per target. */
  readonly perTarget: Readonly<Record<keyof RankScores, Float64Array>>;
  /** For each target, the number of its user among the users with targets. */
  readonly userOf: Uint32Array;
}

/**
 * Scores ranked predictions of next places. A target without candidates, or whose true place is not a candidate, is a miss:
 * 0 in every score of ranks. Intervals resample users ({@link bootstrapRatios}).
 *
 * @param predictions for the targets of `test`
 * @param test the true visits
 * @param options `train`: rows that the predictor has learnt from, for novelty and leaks, read with the names of `test`;
 *   options of the bootstrap
 */
export function scoreNextPlace(
  predictions: Predictions,
  test: CheckIns,
  { train, ...bootstrap }: BootstrapOptions & { readonly train?: CheckIns } = {},
): ScoredPredictions {
  const rows = targetRows(test);
  const truth = rows.map((row) => test.places[row]!);
  const { listOf, candidates, starts } = predictions;
  const ranks = ranksOf(truth, predictions, listOf);
  const perTarget = eachScore((name) => RANK_SCORES[name](ranks));
  const users = groupsOf(rows, (row) => test.users[row]!);
  const grouped = users.names.map((_, group) => rowsOfGroup(users.groupOf, group));
  const sums = rankScoreNames.map((name) => Float64Array.from(grouped, (targets) => sumOf(perTarget[name], targets)));
  const counts = Float64Array.from(grouped, (targets) => targets.length);
  const intervals = bootstrapRatios(sums, counts, bootstrap);
  const first = Int32Array.from(listOf, (list) => (list < 0 ? -1 : candidates[starts[list]!]!));
  const groupScores = (targets: readonly number[]): GroupScores => ({
    targets: targets.length,
    ...eachScore((name) => sumOf(perTarget[name], targets) / targets.length),
  });
  const byUser = grouped.map((targets, group) => ({
    user: test.names.users.list[users.names[group]!]!,
    ...groupScores(targets),
  }));
  const isSeen = seenPlaces(test, rows, train);
  const hours = groupsOf(rows, (row) =>
    Math.floor((((test.times[row]! % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY) / SECONDS_PER_HOUR),
  );
  const report: NextPlaceReport = {
    targets: rows.length,
    users: users.names.length,
    unanswered: listOf.filter((list) => list < 0).length,
    scores: eachScore((name) => rangeOf(intervals[rankScoreNames.indexOf(name)]!)),
    meanOverUsers: eachScore((name) => byUser.reduce((sum, user) => sum + user[name], 0) / byUser.length),
    f1: f1Scores(truth, first),
    distance: distances(test, train, truth, first, users, bootstrap),
    novelty: { seen: groupScores(rowsOfGroup(isSeen, 1)), unseen: groupScores(rowsOfGroup(isSeen, 0)) },
    hours: hours.names
      .map((hour, group) => ({ hour, ...groupScores(rowsOfGroup(hours.groupOf, group)) }))
      .sort((a, b) => a.hour - b.hour),
    byUser,
    leaks: leaksOf(predictions, test, { rows, ranks, train }),
  };
  return { report, perTarget, userOf: users.groupOf };
}

/**
 * Compares two predictions of the same targets: the paired differences a − b with intervals and p values, from the same
 * resampled users for both.
 *
 * @throws RangeError when they are not scores of the same test file
 */
export function compareNextPlace(
  a: ScoredPredictions,
  b: ScoredPredictions,
  options: BootstrapOptions = {},
): Record<keyof RankScores, PairedDifference> {
  if (a.userOf.length !== b.userOf.length) throw new RangeError('compareNextPlace: the targets differ.');
  const grouped = Array.from({ length: a.report.users }, (_, group) => rowsOfGroup(a.userOf, group));
  const sums = rankScoreNames.map((name) => {
    const differences = a.perTarget[name].map((value, target) => value - b.perTarget[name][target]!);
    return Float64Array.from(grouped, (targets) => sumOf(differences, targets));
  });
  const counts = Float64Array.from(grouped, (targets) => targets.length);
  const found = bootstrapRatios(sums, counts, options);
  return eachScore((name) => found[rankScoreNames.indexOf(name)]!);
}

function eachScore<T>(scoreOf: (name: keyof RankScores) => T): Record<keyof RankScores, T> {
  return Object.fromEntries(rankScoreNames.map((name) => [name, scoreOf(name)])) as Record<keyof RankScores, T>;
}

const rangeOf = ({ value, low, high }: ScoreInterval): ScoreInterval => ({ value, low, high });

/** Numbers the keys of the rows from 0. */
function groupsOf(rows: Uint32Array, keyOf: (row: number) => number) {
  const numbers = new Map<number, number>();
  const groupOf = rows.map((row) => {
    const key = keyOf(row);
    const known = numbers.get(key) ?? numbers.size;
    if (known === numbers.size) numbers.set(key, known);
    return known;
  });
  return { groupOf, names: [...numbers.keys()] };
}

/** The positions of each group, found once for all groups. */
const members = new WeakMap<ArrayLike<number>, number[][]>();

function rowsOfGroup(groupOf: Uint32Array, group: number): readonly number[] {
  let found = members.get(groupOf);
  if (!found) {
    found = [];
    for (let i = 0; i < groupOf.length; i++) {
      const list = found[groupOf[i]!];
      if (list) list.push(i);
      else found[groupOf[i]!] = [i];
    }
    members.set(groupOf, found);
  }
  return found[group] ?? [];
}

function sumOf(values: Float64Array, targets: readonly number[]): number {
  let sum = 0;
  for (const target of targets) sum += values[target]!;
  return sum;
}

/** 1 for each target whose place the user visited in an earlier row. */
function seenPlaces(test: CheckIns, rows: Uint32Array, train: CheckIns | undefined): Uint32Array {
  const sides = [test, ...(train ? [train] : [])].map((visits) => ({ visits, starts: startsOf(visits) }));
  const firstVisit = new Map<number, number>();
  let known = -1;
  return rows.map((row) => {
    const user = test.users[row]!;
    if (user !== known) {
      known = user;
      firstVisit.clear();
      for (const { visits, starts } of sides)
        for (let i = starts[user]!; i < starts[user + 1]!; i++) {
          const place = visits.places[i]!;
          firstVisit.set(place, Math.min(firstVisit.get(place) ?? Number.POSITIVE_INFINITY, visits.times[i]!));
        }
    }
    return firstVisit.get(test.places[row]!)! < test.times[row]! ? 1 : 0;
  });
}

/** Positions of places: means over the rows of both files. */
function positionsOf(sides: readonly CheckIns[], count: number) {
  const lons = new Float64Array(count);
  const lats = new Float64Array(count);
  const rows = new Uint32Array(count);
  for (const side of sides)
    for (const [i, place] of side.places.entries()) {
      if (Number.isNaN(side.lons[i]!)) continue;
      lons[place]! += side.lons[i]!;
      lats[place]! += side.lats[i]!;
      rows[place]!++;
    }
  return { lon: (place: number) => lons[place]! / rows[place]!, lat: (place: number) => lats[place]! / rows[place]! };
}

function distances(
  test: CheckIns,
  train: CheckIns | undefined,
  truth: Uint32Array,
  first: Int32Array,
  { groupOf, names }: ReturnType<typeof groupsOf>,
  bootstrap: BootstrapOptions,
): NextPlaceReport['distance'] {
  const { lon, lat } = positionsOf(train ? [test, train] : [test], test.names.places.list.length);
  const sums = new Float64Array(names.length);
  const counts = new Float64Array(names.length);
  const metres: number[] = [];
  for (const [target, place] of truth.entries()) {
    const candidate = first[target]!;
    const far = candidate < 0 ? Number.NaN : haversine(lon(place), lat(place), lon(candidate), lat(candidate));
    if (Number.isNaN(far)) continue;
    metres.push(far);
    sums[groupOf[target]!]! += far;
    counts[groupOf[target]!]!++;
  }
  const [mean] = bootstrapRatios([sums], counts, bootstrap);
  return {
    ...rangeOf(mean!), // Both ends of an empty range.
    median: percentileRange(metres, 0).low,
    targets: metres.length,
  };
}
