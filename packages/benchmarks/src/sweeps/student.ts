import { studentQuantile } from '@itinera/metrics';

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
