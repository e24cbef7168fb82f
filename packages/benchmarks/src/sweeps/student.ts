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

/** @returns null without values. */
export function meanInterval(values: readonly number[]): MeanInterval | null {
  const n = values.length;
  if (n === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { n, mean, deviation: null, low: null, high: null };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = (studentQuantile(n - 1) * deviation) / Math.sqrt(n);
  return { n, mean, deviation, low: mean - half, high: mean + half };
}
