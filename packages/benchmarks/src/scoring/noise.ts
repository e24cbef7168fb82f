import { percentileRange, type Random } from '@itinera/metrics';

/** A metric with the range that chance alone gives it. All null where the metric has no value. */
export interface Spread {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The difference of two results in a metric, the first minus the second. */
export interface Difference extends Spread {
  /** Two-sided probability of a difference this large if both came from the same kind of agent. */
  readonly pValue: number | null;
}

/** Numbers by profile (`documented`, `reference`) and metric, with how they were found. */
export interface NoiseReport<T extends Spread = Spread> {
  /** In words, such as `bootstrap over 100 people`. */
  readonly method: string;
  /** How much of the distribution lies between low and high. */
  readonly level: number;
  readonly resamples: number;
  readonly documented: Readonly<Record<string, T>>;
  readonly reference: Readonly<Record<string, T>>;
}

export interface NoiseOptions {
  /** The same seed gives the same report. */
  readonly seed?: number;
  readonly resamples?: number;
  readonly level?: number;
}

/** A score of either benchmark. */
export interface BothProfiles {
  readonly documented: object;
  readonly reference: object;
}

type Profile = 'documented' | 'reference';

export const DEFAULT_RESAMPLES = 1000;
export const DEFAULT_LEVEL = 0.95;
const LEAST_RESAMPLES = 100;
/** Values to go through in all resamples together: some seconds of work. */
const MOST_WORK = 2e8;

/** As many resamples as asked for, or as large data leave time for. */
export function affordableResamples(asked: number, valuesEach: number): number {
  return Math.min(asked, Math.max(LEAST_RESAMPLES, Math.floor(MOST_WORK / valuesEach)));
}

/** Every metric of many scores, resample by resample; NaN where it has no value. */
export class ScoreSamples {
  readonly #values = { documented: new Map<string, Float64Array>(), reference: new Map<string, Float64Array>() };

  constructor(readonly resamples: number) {}

  set(resample: number, score: BothProfiles): void {
    for (const profile of ['documented', 'reference'] as const) {
      for (const [metric, value] of Object.entries(metricsOf(score[profile]))) {
        let values = this.#values[profile].get(metric);
        if (!values) {
          values = new Float64Array(this.resamples).fill(Number.NaN);
          this.#values[profile].set(metric, values);
        }
        values[resample] = value ?? Number.NaN;
      }
    }
  }

  get(profile: Profile, metric: string): Float64Array {
    return this.#values[profile].get(metric) ?? new Float64Array(this.resamples).fill(Number.NaN);
  }

  /** One report entry for each metric. */
  map<T>(profile: Profile, entry: (metric: string, values: Float64Array) => T): Record<string, T> {
    return Object.fromEntries(
      Array.from(this.#values[profile], ([metric, values]) => [metric, entry(metric, values)] as const),
    );
  }
}

/** The metrics of a profile: its numbers and nulls. */
export function metricsOf(profile: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(profile).filter((entry) => entry[1] === null || typeof entry[1] === 'number'),
  ) as Record<string, number | null>;
}

/** The mean of the samples and their middle part: for floors and ceilings. */
export function distributionOf(samples: ScoreSamples, profile: Profile, level: number): Record<string, Spread> {
  return samples.map(profile, (_, values) => {
    const mean = meanOf(values);
    return Number.isNaN(mean) ? NOTHING : { value: mean, ...percentileRange(values, level) };
  });
}

/**
 * The samples' width around the score. A divergence of resampled people is always a little larger than that of the
 * people themselves, so the samples are shifted to have the score as their mean; a plain percentile interval would
 * miss the score it belongs to.
 */
export function spreadAround(
  score: BothProfiles,
  samples: ScoreSamples,
  profile: Profile,
  level: number,
): Record<string, Spread> {
  const metrics = metricsOf(score[profile]);
  return samples.map(profile, (metric, values) => {
    const value = metrics[metric] ?? Number.NaN;
    if (Number.isNaN(value)) return NOTHING;
    const shift = value - meanOf(values);
    const most = metric.includes('score') ? 100 : 1;
    const { low, high } = percentileRange(values, level);
    const clamp = (end: number) => (Number.isNaN(end) ? null : Math.min(Math.max(0, end + shift), most));
    return { value, low: clamp(low), high: clamp(high) };
  });
}

/** Differences of two scores: the width from resampled pairs, the p value from pairs that differ by chance alone. */
export function differencesOf(
  [first, second]: readonly [BothProfiles, BothProfiles],
  resampled: readonly [ScoreSamples, ScoreSamples],
  byChance: readonly [ScoreSamples, ScoreSamples],
  profile: Profile,
  level: number,
): Record<string, Difference> {
  const of = ([a, b]: readonly [ScoreSamples, ScoreSamples], metric: string) => {
    const others = b.get(profile, metric);
    return a.get(profile, metric).map((value, i) => value - others[i]!);
  };
  const secondMetrics = metricsOf(second[profile]);
  return Object.fromEntries(
    Object.entries(metricsOf(first[profile])).map(([metric, firstValue]) => {
      const value = (firstValue ?? Number.NaN) - (secondMetrics[metric] ?? Number.NaN);
      if (Number.isNaN(value)) return [metric, { ...NOTHING, pValue: null }];
      const deltas = of(resampled, metric);
      const shift = value - meanOf(deltas);
      const { low, high } = percentileRange(deltas, level);
      return [metric, { value, low: low + shift, high: high + shift, pValue: shareAsFar(of(byChance, metric), value) }];
    }),
  );
}

const NOTHING: Spread = { value: null, low: null, high: null };

function meanOf(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** The observed value counts as one of the samples, so that no p value is 0; a hair of rounding counts as equal. */
function shareAsFar(values: Float64Array, observed: number): number | null {
  const limit = Math.abs(observed) * (1 - 1e-12);
  let asFar = 1;
  let count = 1;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (Math.abs(value) >= limit) asFar++;
    count++;
  }
  return count === 1 ? null : asFar / count;
}

/** Which of two rows to take at each place, by tossing a coin: 0 or 1. */
export function coins(random: Random, count: number): Uint32Array {
  return random.fillBelow(new Uint32Array(count), 2);
}

/** The numbers from 0 to count − 1 in random order. */
export function shuffled(random: Random, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
  return order;
}
