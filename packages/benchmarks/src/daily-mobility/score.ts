import { jensenShannonDivergence } from '@itinera/metrics';
import { binsBetween, countIn, unitBins } from '../scoring/bins.js';
import { property, type Reason, type Sample, toSample } from '../scoring/sample.js';
import { type Tally, tallyOf } from '../scoring/tally.js';

/** The four arrays of a DailyMobility dataset, as nested lists, typed arrays or from .npy files. */
export interface DailyMobilityTruth {
  /** Metres, one per person. */
  readonly gyration_radius?: unknown;
  /** Places per day, mean over several days, one per person. */
  readonly daily_location_numbers?: unknown;
  /** Codes 1 to 7, 48 per person. */
  readonly daily_intentions_2d?: unknown;
  /** Shares, 7 per person. */
  readonly intention_proportions_2d?: unknown;
}

/** The four divergences and the score; null if a value cannot be computed, with the reason under `undefined`. */
export interface DailyMobilityProfile {
  readonly jsd_gyration_radius: number | null;
  readonly jsd_daily_location_numbers: number | null;
  readonly jsd_intention_sequences: number | null;
  readonly jsd_intention_proportions: number | null;
  /** 0 to 100, higher is better: the mean of 1 − JSD of the four, in percent. */
  readonly final_score: number | null;
  /** Reasons by metric. */
  readonly undefined: Readonly<Record<string, string>>;
}

/** The documented formulas: the divergence with base 2, both samples in the same bins. */
export interface DailyMobilityDocumented extends DailyMobilityProfile {
  /** Location counts in 50 bins over their common range, instead of unit bins. */
  readonly jsd_daily_location_numbers_50_bins: number | null;
  /** The divergence over the seven codes themselves. */
  readonly jsd_intention_sequences_categorical: number | null;
  readonly final_score_categorical: number | null;
}

export interface DailyMobilityScore {
  /** The headline: the documented final score. */
  readonly final_score: number | null;
  readonly documented: DailyMobilityDocumented;
  /** The values of the original's code, for comparison with published tables. NaN if it returns NaN. */
  readonly reference: DailyMobilityProfile;
}

const BINS = 50;
const TOO_WIDE = 'range too wide';

/** Metric, list of the results, array of the truth. */
const SOURCES = [
  ['jsd_gyration_radius', 'gyration_radius', 'gyration_radius'],
  ['jsd_daily_location_numbers', 'daily_location_numbers', 'daily_location_numbers'],
  ['jsd_intention_sequences', 'intention_sequences', 'daily_intentions_2d'],
  ['jsd_intention_proportions', 'intention_proportions', 'intention_proportions_2d'],
] as const;

/** Names of the lists of results, each with an entry per person. */
export const RESULT_LISTS = SOURCES.map(([, list]) => list);

type Metric = (typeof SOURCES)[number][0];

type Pairs<T> = Readonly<Record<Metric, Readonly<{ truth: T; generated: T }> | Reason>>;

/** Both samples of each metric, or the reason why they cannot be compared. */
export type DailyMobilitySamples = Pairs<Sample>;
/** Tallies of both samples, from which the scores are computed. */
export type DailyMobilityTallies = Pairs<Tally>;

/**
 * Scores results of DailyMobility against the truth, in both profiles.
 *
 * @param results as gathered, or as read from a results file: `gyration_radius`, `daily_location_numbers`,
 *   `intention_sequences`, `intention_proportions`; other entries are ignored
 * @returns never throws: a value that cannot be computed is null, with the reason
 */
export function scoreDailyMobility(results: unknown, truth: DailyMobilityTruth): DailyMobilityScore {
  const samples = dailyMobilitySamples(results, truth);
  return scoreTallies(
    mapPairs(samples, (pair) => ({ truth: tallyOf(pair.truth), generated: tallyOf(pair.generated) })),
  );
}

export function scoreTallies(tallies: DailyMobilityTallies): DailyMobilityScore {
  const documented = documentedProfile(tallies);
  return { final_score: documented.final_score, documented, reference: referenceProfile(tallies) };
}

/** Maps the samples of each metric; reasons stay. */
export function mapPairs<T extends object, U>(
  pairs: Readonly<Record<Metric, T | Reason>>,
  turn: (pair: T, metric: Metric) => U,
): Readonly<Record<Metric, U | Reason>> {
  const entries = SOURCES.map(([metric]) => {
    const pair = pairs[metric];
    return [metric, typeof pair === 'string' ? pair : turn(pair, metric)];
  });
  return Object.fromEntries(entries) as Record<Metric, U | Reason>;
}

export function dailyMobilitySamples(results: unknown, truth: unknown): DailyMobilitySamples {
  return Object.fromEntries(
    SOURCES.map(([metric, list, array]) => {
      const generated = toSample(property(results, list));
      const real = toSample(property(truth, array));
      if (typeof real === 'string') return [metric, real];
      return [metric, typeof generated === 'string' ? generated : { truth: real, generated }];
    }),
  ) as DailyMobilitySamples;
}

function documentedProfile(tallies: DailyMobilityTallies): DailyMobilityDocumented {
  const reasons: Record<string, string> = {};
  const compute = (name: string, metric: Metric, divergence: (truth: Tally, generated: Tally) => number | string) => {
    const pair = tallies[metric];
    const value = typeof pair === 'string' ? pair : divergence(pair.truth, pair.generated);
    if (typeof value === 'number') return value;
    reasons[name] = value;
    return null;
  };
  const radius = compute('jsd_gyration_radius', 'jsd_gyration_radius', inCommonBins);
  const locations = compute('jsd_daily_location_numbers', 'jsd_daily_location_numbers', inUnitBins);
  const sequences = compute('jsd_intention_sequences', 'jsd_intention_sequences', inCommonBins);
  const proportions = compute('jsd_intention_proportions', 'jsd_intention_proportions', inCommonBins);
  const categorical = compute('jsd_intention_sequences_categorical', 'jsd_intention_sequences', inSevenCodes);
  return {
    jsd_gyration_radius: radius,
    jsd_daily_location_numbers: locations,
    jsd_intention_sequences: sequences,
    jsd_intention_proportions: proportions,
    final_score: finalScore(radius, locations, sequences, proportions),
    jsd_daily_location_numbers_50_bins: compute(
      'jsd_daily_location_numbers_50_bins',
      'jsd_daily_location_numbers',
      inCommonBins,
    ),
    jsd_intention_sequences_categorical: categorical,
    final_score_categorical: finalScore(radius, locations, categorical, proportions),
    undefined: reasons,
  };
}

function referenceProfile(tallies: DailyMobilityTallies): DailyMobilityProfile {
  const reasons: Record<string, string> = {};
  const [radius, locations, sequences, proportions] = SOURCES.map(([metric]) => {
    const pair = tallies[metric];
    if (pair === 'empty') return Number.NaN;
    const value = typeof pair === 'string' ? pair : inOwnBins(pair.truth, pair.generated);
    if (typeof value === 'number') return value;
    reasons[metric] = value;
    return null;
  }) as [number | null, number | null, number | null, number | null];
  return {
    jsd_gyration_radius: radius,
    jsd_daily_location_numbers: locations,
    jsd_intention_sequences: sequences,
    jsd_intention_proportions: proportions,
    final_score: finalScore(radius, locations, sequences, proportions),
    undefined: reasons,
  };
}

export function finalScore(...divergences: (number | null)[]): number | null {
  let sum = 0;
  for (const divergence of divergences) {
    if (divergence === null) return null;
    sum += 1 - divergence;
  }
  return (sum / divergences.length) * 100;
}

/**
 * Caches values computed from the truth, which stays the same while people are resampled. They are properties of the
 * tally: a weak map would take a fifth of the time of a score.
 */
function kept<T>(compute: (tally: Tally) => T): (tally: Tally) => T {
  const key = Symbol();
  return (tally: Tally & { [key]?: T }) => {
    let result = tally[key];
    if (result === undefined) {
      result = compute(tally);
      tally[key] = result;
    }
    return result;
  };
}

const truthCodes = kept(countCodes);
const truthDensities = kept(smoothedDensities);
/** Cached for the last range only. */
const truthBins = kept(() => ({ low: Number.NaN, high: Number.NaN, counts: new Float64Array() }));

/** Returns the divergence on 50 equal bins that span both samples. */
function inCommonBins(truth: Tally, generated: Tally): number | string {
  const [truthLow, truthHigh] = extentOf(truth);
  const [generatedLow, generatedHigh] = extentOf(generated);
  const low = Math.min(truthLow, generatedLow);
  const high = Math.max(truthHigh, generatedHigh);
  if (!Number.isFinite(high - low)) return TOO_WIDE;
  const bins = truthBins(truth);
  if (bins.low !== low || bins.high !== high)
    Object.assign(bins, { low, high, counts: countBetween(truth, low, high) });
  return jensenShannonDivergence(bins.counts, countBetween(generated, low, high));
}

/** Bins are doubles, however the values are stored. */
function countBetween({ values, counts }: Tally, low: number, high: number): Float64Array {
  return countIn(binsBetween(doublesOf(values), BINS, low, high), counts);
}

const inDoubles = new WeakMap<Float32Array, Float64Array>();

function doublesOf(values: Tally['values']): Float64Array {
  if (values instanceof Float64Array) return values;
  let doubles = inDoubles.get(values);
  if (doubles === undefined) {
    doubles = new Float64Array(values);
    inDoubles.set(values, doubles);
  }
  return doubles;
}

/** Returns minimum and maximum of the occurring values; 0 and 1 without any. */
function extentOf({ values, counts }: Tally): [number, number] {
  let first = 0;
  let last = counts.length - 1;
  while (counts[first] === 0) first++;
  while (last > first && counts[last] === 0) last--;
  return first > last ? [0, 1] : [values[first]!, values[last]!];
}

/** Returns the divergence of counts in unit bins centred on integers. */
function inUnitBins(truth: Tally, generated: Tally): number {
  const { bins, first, second } = unitBins(truth.values, generated.values);
  const inBins = (numbers: Uint32Array, counts: Float64Array) => {
    const sums = new Float64Array(bins);
    for (let i = 0; i < counts.length; i++) sums[numbers[i]!]! += counts[i]!;
    return sums;
  };
  return jensenShannonDivergence(inBins(first, truth.counts), inBins(second, generated.counts));
}

function inSevenCodes(truth: Tally, generated: Tally): number | string {
  const p = truthCodes(truth);
  const q = countCodes(generated);
  return p && q ? jensenShannonDivergence(p, q) : 'value outside 1..7';
}

function countCodes({ values, counts }: Tally): Float64Array | null {
  const byCode = new Float64Array(8);
  for (let i = 0; i < values.length; i++) {
    if (counts[i] === 0) continue;
    const code = values[i]!;
    if (!(code >= 1 && code <= 7 && code === Math.trunc(code))) return null;
    byCode[code] = counts[i]!;
  }
  return byCode;
}

/**
 * Returns the original's distance: each sample in 50 bins over its own range, densities plus 1e-10, natural logarithm,
 * square root.
 */
function inOwnBins(truth: Tally, generated: Tally): number | string {
  const p = truthDensities(truth);
  const q = smoothedDensities(generated);
  if (!p || !q) return TOO_WIDE;
  let sum = 0;
  for (let i = 0; i < BINS; i++) {
    const middle = 0.5 * (p[i]! + q[i]!);
    sum += p[i]! * Math.log(p[i]! / middle) + q[i]! * Math.log(q[i]! / middle);
  }
  return Math.sqrt(0.5 * sum);
}

/** @returns null if the values are too far apart for bins */
function smoothedDensities(tally: Tally): Float64Array | null {
  const { values, counts: weights } = tally;
  const [low, high] = extentOf(tally);
  if (!Number.isFinite(high - low)) return null;
  const bins = binsBetween(values, BINS, low, high);
  const { edges } = bins;
  const counts = countIn(bins, weights);
  let count = 0;
  for (let i = 0; i < weights.length; i++) count += weights[i]!;
  let total = 0;
  for (let i = 0; i < BINS; i++) {
    const width = edges[i + 1]! - edges[i]!;
    counts[i] = counts[i]! / (values instanceof Float32Array ? Math.fround(width) : width) / count + 1e-10;
    total += counts[i]!;
  }
  for (let i = 0; i < BINS; i++) counts[i]! /= total;
  return counts;
}
