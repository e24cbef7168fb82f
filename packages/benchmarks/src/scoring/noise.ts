import { Random } from '@itinera/base';
import { type MetricMeta, percentileRange } from '@itinera/metrics';
import type { BothProfiles, Draws, PairDraws, ScorePair } from '../port/draws.js';

/** A metric with its interval due to chance. All null if the metric has no value. */
export interface Spread {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The difference between two results in a metric, the first minus the second. */
export interface Difference extends Spread {
  /** Two-sided probability of a difference this large if both came from the same kind of agent. */
  readonly pValue: number | null;
}

/** Numbers by profile (`documented`, `reference`) and metric, with the method. */
export interface NoiseReport<T extends Spread = Spread> {
  /** Description, such as `bootstrap over 100 people`. */
  readonly method: string;
  /** Share of the distribution between low and high. */
  readonly level: number;
  readonly resamples: number;
  readonly documented: Readonly<Record<string, T>>;
  readonly reference: Readonly<Record<string, T>>;
}

/** Where noise is kept by the text of all that it depends on, for the next score on the same truth. */
export interface KeptNoise {
  get(key: string): NoiseReport | undefined;
  set(key: string, noise: NoiseReport): void;
}

export interface NoiseOptions {
  /** The same seed produces the same report. */
  readonly seed?: number;
  readonly resamples?: number;
  readonly level?: number;
}

type Profile = 'documented' | 'reference';
type Metas = Readonly<Record<string, MetricMeta>>;

const DEFAULT_RESAMPLES = 1000;
const DEFAULT_LEVEL = 0.95;
const MIN_RESAMPLES = 100;
/** Limit of values in all resamples together: a few seconds of work. */
const MAX_WORK = 2e8;
const OF_ONE = 'none, as the spread between people is unknown with one person';
const NOTHING: Spread = { value: null, low: null, high: null };

/**
 * Returns the interval of the draws around the score. A divergence of resampled people is always a little larger than
 * that of the people themselves, so the draws are shifted to have the score as their mean; a plain percentile interval
 * would not contain the score.
 */
export function spreadAround(
  score: BothProfiles,
  draws: Draws,
  metas: Metas,
  options: NoiseOptions,
  kept: KeptNoise | null = null,
): NoiseReport {
  return keptOr(kept, draws, ['spread', options, score, metas], () => newSpread(score, draws, metas, options));
}

function newSpread(score: BothProfiles, draws: Draws, metas: Metas, options: NoiseOptions): NoiseReport {
  const { drawn, level, resamples } = drawAll(draws, options);
  const spread = (profile: Profile) => {
    const metrics = metricsOf(score[profile]);
    return drawn.map(profile, (metric, values) => {
      const value = metrics[metric] ?? Number.NaN;
      if (Number.isNaN(value)) return NOTHING;
      if (draws.isOfOne) return { value, low: null, high: null };
      const shift = value - meanOf(values);
      const [least, most] = metas[metric]?.range ?? [-Infinity, Infinity];
      const { low, high } = percentileRange(values, level);
      const clamp = (end: number) => (Number.isNaN(end) ? null : Math.min(Math.max(least, end + shift), most));
      return { value, low: clamp(low), high: clamp(high) };
    });
  };
  return {
    method: draws.isOfOne ? OF_ONE : `${draws.method}, centred on the score`,
    level,
    resamples,
    documented: spread('documented'),
    reference: spread('reference'),
  };
}

/** What this process has drawn, as the runs of a sweep and those that are verified on one truth have one ceiling. */
const known = new Map<string, NoiseReport>();
const MAX_KNOWN = 32;

/** Returns the mean and percentile interval of the draws, for ceilings. */
export function distributionOf(draws: Draws, options: NoiseOptions, kept?: KeptNoise): NoiseReport {
  return keptOr(kept, draws, ['distribution', options], () => newDistribution(draws, options));
}

/** @param kept null if the draws are not needed again */
function keptOr(
  kept: KeptNoise | null | undefined,
  draws: Draws,
  terms: readonly unknown[],
  make: () => NoiseReport,
): NoiseReport {
  const same = kept === null ? undefined : draws.same;
  if (same === undefined) return make();
  const key = JSON.stringify([draws.method, same, ...terms]);
  const before = kept?.get(key);
  if (before !== undefined) return before;
  const noise = known.get(key) ?? make();
  if (known.size === MAX_KNOWN) known.clear();
  known.set(key, noise);
  kept?.set(key, noise);
  return noise;
}

function newDistribution(draws: Draws, options: NoiseOptions): NoiseReport {
  const { drawn, level, resamples } = drawAll(draws, options);
  const distribution = (profile: Profile) =>
    drawn.map(profile, (_, values) => {
      const mean = meanOf(values);
      return Number.isNaN(mean) ? NOTHING : { value: mean, ...percentileRange(values, level) };
    });
  return {
    method: draws.method,
    level,
    resamples,
    documented: distribution('documented'),
    reference: distribution('reference'),
  };
}

/**
 * Compares the differences of two scores with those due to chance: the p value is the share of these that are at least
 * as far from 0, and the interval contains every difference that is less unusual, so that it excludes 0 exactly when the p
 * value is below 1 − level.
 */
export function differencesOf(
  [first, second]: ScorePair,
  draws: PairDraws,
  options: NoiseOptions,
): NoiseReport<Difference> {
  const { resamples, level, random } = settingsOf(draws, options);
  const byChance = [new ScoreSamples(resamples), new ScoreSamples(resamples)] as const;
  for (let i = 0; i < resamples; i++) setPair(byChance, i, draws.byChance(random));
  const differences = (profile: Profile) => {
    const secondMetrics = metricsOf(second[profile]);
    return Object.fromEntries(
      Object.entries(metricsOf(first[profile])).map(([metric, firstValue]): [string, Difference] => {
        const value = (firstValue ?? Number.NaN) - (secondMetrics[metric] ?? Number.NaN);
        if (Number.isNaN(value)) return [metric, { ...NOTHING, pValue: null }];
        const deltas = deltasOf(byChance, profile, metric);
        const reach = reachOf(deltas, level);
        const bounds = reach === null ? { low: null, high: null } : { low: value - reach, high: value + reach };
        return [metric, { value, ...bounds, pValue: shareAsFar(deltas, value) }];
      }),
    );
  };
  return {
    method: draws.method,
    level,
    resamples,
    documented: differences('documented'),
    reference: differences('reference'),
  };
}

/** Returns the metrics of a profile: its numbers and nulls. */
export function metricsOf(profile: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(profile).filter((entry) => entry[1] === null || typeof entry[1] === 'number'),
  ) as Record<string, number | null>;
}

/** Returns the number of resamples, reduced for large data. */
function settingsOf(
  { work }: { readonly work: number },
  { seed = 1, level = DEFAULT_LEVEL, resamples = DEFAULT_RESAMPLES }: NoiseOptions,
) {
  const affordable = Math.max(MIN_RESAMPLES, Math.floor(MAX_WORK / work));
  return { resamples: Math.min(resamples, affordable), level, random: new Random(seed) };
}

function drawAll(draws: Draws, options: NoiseOptions) {
  const { resamples, level, random } = settingsOf(draws, options);
  const drawn = new ScoreSamples(resamples);
  for (let i = 0; i < resamples; i++) drawn.set(i, draws.draw(random));
  return { drawn, level, resamples };
}

/** Collects every metric of many scores by resample; NaN without a value. */
class ScoreSamples {
  readonly #values = { documented: new Map<string, Float64Array>(), reference: new Map<string, Float64Array>() };

  constructor(readonly resamples: number) {}

  set(resample: number, score: BothProfiles): void {
    for (const profile of ['documented', 'reference'] as const) {
      const metrics = score[profile] as Readonly<Record<string, unknown>>;
      for (const metric in metrics) {
        const value = metrics[metric];
        if (value !== null && typeof value !== 'number') continue;
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

  /** Builds one report entry per metric. */
  map<T>(profile: Profile, entry: (metric: string, values: Float64Array) => T): Record<string, T> {
    return Object.fromEntries(
      Array.from(this.#values[profile], ([metric, values]) => [metric, entry(metric, values)] as const),
    );
  }
}

type Samples = readonly [ScoreSamples, ScoreSamples];

function setPair([a, b]: Samples, resample: number, [first, second]: ScorePair): void {
  a.set(resample, first);
  b.set(resample, second);
}

function deltasOf([a, b]: Samples, profile: Profile, metric: string): Float64Array {
  const others = b.get(profile, metric);
  return a.get(profile, metric).map((value, i) => value - others[i]!);
}

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

/** Returns the distance from 0 within which chance stays with probability `level`; null if there are too few samples. */
function reachOf(values: Float64Array, level: number): number | null {
  const sizes = values
    .filter((value) => !Number.isNaN(value))
    .map(Math.abs)
    .sort();
  // Number of samples that may be as far as a significant difference; the observed one counts too.
  const rare = Math.floor((1 - level) * (sizes.length + 1) + 1e-9) - 1;
  return rare < 0 ? null : (sizes[sizes.length - 1 - rare] ?? null);
}

/**
 * The observed value counts as a sample, so that the p value is never 0; values that differ by rounding errors count as
 * equal.
 */
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
