import { normalCdf, studentQuantile } from '@itinera/metrics';

/** The mean of independent, identically distributed values, with its 95 % interval. */
export interface MeanInterval {
  readonly n: number;
  readonly mean: number;
  /** Null if there are fewer than two values. */
  readonly deviation: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The distances from a mean to the ends of its interval that are due to the choice of people. */
export interface PeopleSpread {
  readonly below: number;
  readonly above: number;
}

/**
 * Widens an interval over seeds by the spread over people, which more seeds do not reduce: all of them have the same people.
 * Without it, a model that answers alike for all seeds would have an interval of width 0.
 */
export function widened(interval: MeanInterval, people: PeopleSpread): MeanInterval {
  const { mean, low, high } = interval;
  return {
    ...interval,
    low: mean - Math.hypot(people.below, mean - (low ?? mean)),
    high: mean + Math.hypot(people.above, (high ?? mean) - mean),
  };
}

/** @returns null without values. */
export function meanInterval(values: readonly number[]): MeanInterval | null {
  const n = values.length;
  if (n === 0) return null;
  // Exactly the value if all are equal, without the rounding of a sum.
  const isSame = values.every((value) => value === values[0]);
  const mean = isSame ? values[0]! : values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { n, mean, deviation: null, low: null, high: null };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = (studentQuantile(n - 1) * deviation) / Math.sqrt(n);
  return { n, mean, deviation, low: mean - half, high: mean + half };
}

/** A value with the interval for the choice of people; null where it is not known. */
interface PeopleInterval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The mean distance to the ends of intervals for the choice of people; null without any. */
export function peopleSpread(scores: readonly PeopleInterval[]): PeopleSpread | null {
  const spreads = scores.flatMap(({ value, low, high }) =>
    value === null || low === null || high === null ? [] : [{ below: value - low, above: high - value }],
  );
  if (spreads.length === 0) return null;
  const mean = (of: (spread: PeopleSpread) => number) =>
    spreads.reduce((sum, one) => sum + of(one), 0) / spreads.length;
  return { below: mean(({ below }) => below), above: mean(({ above }) => above) };
}

/**
 * The mean score of runs that differ in the seed only, with an interval for the choice of seeds and of people.
 * @returns null without values
 */
export function meanOverSeeds(scores: readonly PeopleInterval[]): MeanInterval | null {
  const interval = meanInterval(scores.flatMap(({ value }) => value ?? []));
  const people = peopleSpread(scores);
  return interval && people ? widened(interval, people) : interval;
}

/**
 * The two-sided p value of a mean over seeds: the level at which its interval, widened by the spread over people as in
 * {@link widened}, ends at 0. Few seeds have heavy tails (Student's distribution), the choice of people has normal ones.
 * @param spread distance from the mean to the end of the 95 % interval for people on the side of 0
 * @returns null without any spread
 */
export function pValueOfMean({ n, mean, deviation }: MeanInterval, spread: number): number | null {
  const error = (deviation ?? 0) / Math.sqrt(n);
  if (mean === 0) return 1;
  if (spread === 0 && error === 0) return null;
  const reachOf = (p: number) =>
    Math.hypot(
      spread === 0 ? 0 : (solve((z) => 2 * normalCdf(-z), p) * spread) / 1.96,
      error === 0 ? 0 : solve((t) => studentTails(t, n - 1), p) * error,
    );
  return solve(reachOf, Math.abs(mean), 1);
}

/** The positive number, up to `most`, at which a decreasing function has this value. */
function solve(decreasing: (x: number) => number, value: number, most = 1e13): number {
  let [low, high] = [-30, Math.log(most)];
  for (let round = 0; round < 45; round++) {
    const middle = (low + high) / 2;
    if (decreasing(Math.exp(middle)) > value) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

/**
 * The probability that a variable with Student's distribution is farther from 0 than t (Abramowitz and Stegun 1964, 26.7.3
 * and 26.7.4).
 * @param freedom degrees of freedom, a whole number from 1
 */
export function studentTails(t: number, freedom: number): number {
  const isOdd = freedom % 2 === 1;
  const angle = Math.atan(t / Math.sqrt(freedom));
  const square = Math.cos(angle) ** 2;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (square * (k - 1)) / k;
    sum += term;
  }
  const within = Math.sin(angle) * sum;
  return 1 - (isOdd ? (2 / Math.PI) * (angle + within) : within);
}
