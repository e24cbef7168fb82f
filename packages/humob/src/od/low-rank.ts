import { Random } from '@itinera/base';
import { type OdHistory, weekdayFactors, weekdayIndex } from './history.js';

const RANK = 12;
const ITERATIONS = 40;

/**
 * The strongest patterns of all pairs (a truncated SVD of the known days without their weekday pattern), whose strengths
 * over time are smoothed as a level with a slope: a Kalman filter that skips unknown days, and a Rauch–Tung–Striebel
 * pass back. The variances of each are those of a grid with the highest likelihood.
 *
 * @returns the flows of any of the days
 */
export function smoothedFactors(history: OdHistory, days: readonly number[]): (day: number) => Float64Array {
  const factors = weekdayFactors(history);
  const flat = history.rows.map((row, d) => {
    const factor = factors[weekdayIndex(history.days[d]!)]!;
    return row.map((flow, i) => flow / factor[i]!);
  });
  const mean = new Float64Array(history.pairs.length);
  for (const row of flat) for (let i = 0; i < mean.length; i++) mean[i]! += row[i]! / flat.length;
  const centred = flat.map((row) => row.map((flow, i) => flow - mean[i]!));
  const patterns = strongestPatterns(centred, Math.min(RANK, flat.length));
  const [first, last] = [Math.min(history.days[0]!, ...days), Math.max(history.days.at(-1)!, ...days)];
  const levels = patterns.map((pattern) => {
    const series = new Float64Array(last - first + 1).fill(Number.NaN);
    centred.forEach((row, d) => {
      series[history.days[d]! - first] = dot(row, pattern);
    });
    return smoothed(series);
  });
  return (day) => {
    const flows = mean.slice();
    patterns.forEach((pattern, k) => {
      const strength = levels[k]![day - first]!;
      for (let i = 0; i < flows.length; i++) flows[i]! += strength * pattern[i]!;
    });
    const factor = factors[weekdayIndex(day)]!;
    return flows.map((flow, i) => Math.max(0, flow * factor[i]!));
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The first right singular vectors, by orthogonal iteration from a fixed start. */
function strongestPatterns(rows: readonly Float64Array[], count: number): Float64Array[] {
  const random = new Random(1);
  let vectors: Float64Array[] = Array.from({ length: count }, () => rows[0]!.map(() => random.normal()));
  for (let turn = 0; turn < ITERATIONS; turn++) {
    vectors = orthonormal(
      vectors.map((vector) => {
        const product = new Float64Array(vector.length);
        for (const row of rows) {
          const strength = dot(row, vector);
          for (let i = 0; i < product.length; i++) product[i]! += strength * row[i]!;
        }
        return product;
      }),
    );
  }
  return vectors;
}

/** Gram–Schmidt, twice for accuracy; linearly dependent vectors are dropped. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const vector of vectors) {
    const size = Math.sqrt(dot(vector, vector));
    for (const other of [...done, ...done]) {
      const share = dot(vector, other);
      for (let i = 0; i < vector.length; i++) vector[i]! -= share * other[i]!;
    }
    const length = Math.sqrt(dot(vector, vector));
    if (length > 1e-9 * size) done.push(vector.map((value) => value / length));
  }
  return done;
}

/** Variances of the level's steps, of the slope's, and of the observations, relative to that of the series. */
const GRID = [1e-4, 1e-3, 1e-2, 1e-1].flatMap((level) =>
  [1e-6, 1e-5, 1e-4, 1e-3].flatMap((slope) => [0.1, 0.5, 1].map((noise) => [level, slope, noise] as const)),
);

function smoothed(series: Float64Array): Float64Array {
  const known = series.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length || 1;
  let best = filtered(series, variance, GRID[0]!);
  for (const terms of GRID.slice(1)) {
    const found = filtered(series, variance, terms);
    if (found.likelihood > best.likelihood) best = found;
  }
  return smoothedBack(best);
}

/** Level and slope with their covariance, before and after each day's observation. */
interface Filtered {
  readonly likelihood: number;
  /** Per day level, slope, and the variances a, covariance b, c: first as predicted, then as updated. */
  readonly predicted: readonly State[];
  readonly updated: readonly State[];
}
type State = readonly [level: number, slope: number, a: number, b: number, c: number];

function filtered(
  series: Float64Array,
  variance: number,
  [level, slope, noise]: readonly [level: number, slope: number, noise: number],
): Filtered {
  const predicted: State[] = [];
  const updated: State[] = [];
  let likelihood = 0;
  let state: State = [series.find((value) => !Number.isNaN(value)) ?? 0, 0, 1e6 * variance, 0, 1e3 * variance];
  for (const value of series) {
    const [at, change, a, b, c] = state;
    const next: State = [at + change, change, a + 2 * b + c + level * variance, b + c, c + slope * variance];
    predicted.push(next);
    state = next;
    if (!Number.isNaN(value)) {
      const spread = next[2] + noise * variance;
      const miss = value - next[0];
      likelihood -= Math.log(spread) + (miss * miss) / spread;
      const [gain, slopeGain] = [next[2] / spread, next[3] / spread];
      state = [
        next[0] + gain * miss,
        next[1] + slopeGain * miss,
        (1 - gain) * next[2],
        (1 - gain) * next[3],
        next[4] - slopeGain * next[3],
      ];
    }
    updated.push(state);
  }
  return { likelihood, predicted, updated };
}

/** The backward pass, for level and slope only; their smoothed variances are not needed. */
function smoothedBack({ predicted, updated }: Filtered): Float64Array {
  const levels = new Float64Array(updated.length);
  let [level, slope] = updated.at(-1)!;
  levels[updated.length - 1] = level;
  for (let t = updated.length - 2; t >= 0; t--) {
    const [at, change, a, b, c] = updated[t]!;
    const [nextAt, nextChange, p, q, r] = predicted[t + 1]!;
    // Covariance of today and tomorrow, times the inverse of tomorrow's.
    const [up, down] = [a + b, b + c];
    const determinant = p * r - q * q;
    const [dLevel, dSlope] = [level - nextAt, slope - nextChange];
    const first = (r * dLevel - q * dSlope) / determinant;
    const second = (p * dSlope - q * dLevel) / determinant;
    level = at + up * first + b * second;
    slope = change + down * first + c * second;
    levels[t] = level;
  }
  return levels;
}
