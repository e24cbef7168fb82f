import type { Ranks } from '@itinera/metrics';
import { type CheckIns, startsOf } from './check-ins.js';
import type { Predictions } from './read-predictions.js';

/** Signs that a prediction used what it could not know; counts that require the training rows are NaN without them. */
export interface Leaks {
  /** Targets that are also training rows: same user, time and place. */
  readonly targetsInTraining: number;
  /** Targets of users with training rows at the same time or later. */
  readonly targetsBeforeTraining: number;
  /** Targets with a candidate that first occurs in the test rows, at the time of the target or later. */
  readonly targetsWithFuturePlaces: number;
  /** Hits among these candidates. */
  readonly futureHits: number;
  /** Targets whose place is not in the training rows: out of reach for a predictor that knows only those. */
  readonly targetsAtNewPlaces: number;
  /** Whether all of 20 or more lists contain the true place but not all places: sampled around the truth. */
  readonly truthAlwaysListed: boolean;
}

const ENOUGH_LISTS = 20;

/** Finds leaks between the training rows, the test rows and the candidates. */
export function leaksOf(
  { candidates, starts, listOf }: Predictions,
  test: CheckIns,
  { rows, ranks, train }: { readonly rows: Uint32Array; readonly ranks: Ranks; readonly train: CheckIns | undefined },
): Leaks {
  const listed = rows.filter((_, target) => listOf[target]! >= 0).length;
  const shortest = listOf.reduce(
    (least, list) => (list < 0 ? least : Math.min(least, starts[list + 1]! - starts[list]!)),
    1e9,
  );
  const counts = {
    targetsInTraining: Number.NaN,
    targetsBeforeTraining: Number.NaN,
    targetsWithFuturePlaces: Number.NaN,
    futureHits: Number.NaN,
    targetsAtNewPlaces: Number.NaN,
    truthAlwaysListed:
      listed >= ENOUGH_LISTS &&
      listOf.every((list, target) => list < 0 || ranks.ties[target]! > 0) &&
      shortest < new Set(test.places).size,
  };
  if (!train) return counts;
  const found = {
    targetsInTraining: 0,
    targetsBeforeTraining: 0,
    targetsWithFuturePlaces: 0,
    futureHits: 0,
    targetsAtNewPlaces: 0,
  };
  const isTrained = new Uint8Array(test.names.places.list.length);
  for (const place of train.places) isTrained[place] = 1;
  const firstTime = new Float64Array(isTrained.length).fill(Number.NaN);
  for (const [i, place] of test.places.entries()) {
    if (!(firstTime[place]! <= test.times[i]!)) firstTime[place] = test.times[i]!;
  }
  const trainStarts = startsOf(train);
  // The first training row of the user that is not earlier than the target; targets are in order of user and time.
  let at = 0;
  for (const [target, row] of rows.entries()) {
    const [user, place, time] = [test.users[row]!, test.places[row]!, test.times[row]!];
    const [from, to] = [trainStarts[user]!, trainStarts[user + 1]!];
    if (to > from && train.times[to - 1]! >= time) found.targetsBeforeTraining++;
    at = Math.max(at, from);
    while (at < to && train.times[at]! < time) at++;
    for (let i = at; i < to && train.times[i] === time; i++) {
      if (train.places[i] !== place) continue;
      found.targetsInTraining++;
      break;
    }
    if (isTrained[place] === 0) found.targetsAtNewPlaces++;
    const list = listOf[target]!;
    if (list < 0) continue;
    const future = candidates
      .subarray(starts[list], starts[list + 1])
      .filter((candidate) => isTrained[candidate] === 0 && firstTime[candidate]! >= time);
    if (future.length > 0) found.targetsWithFuturePlaces++;
    if (future.includes(place)) found.futureHits++;
  }
  return { ...counts, ...found };
}

/** Describes the leaks, one sentence each; empty without leaks. */
export function describeLeaks(leaks: Leaks, targets: number): string[] {
  const of = (count: number, one: string, many: string) => `${count} of ${targets} targets ${count === 1 ? one : many}`;
  return [
    leaks.targetsInTraining > 0 &&
      `${of(leaks.targetsInTraining, 'is also a training row', 'are also training rows')}.`,
    leaks.targetsBeforeTraining > 0 &&
      `${of(leaks.targetsBeforeTraining, 'is', 'are')} not later than all training rows of their user: the split is not chronological.`,
    leaks.targetsWithFuturePlaces > 0 &&
      `${of(leaks.targetsWithFuturePlaces, 'has', 'have')} candidates that first occur at or after the target's time; ${leaks.futureHits} of these candidates are hits. A predictor trained on the training rows cannot know them.`,
    leaks.truthAlwaysListed &&
      'Every list contains the true place: the candidates are probably sampled around it, and the scores are not comparable with rankings of all places.',
  ].filter((sentence) => sentence !== false);
}
