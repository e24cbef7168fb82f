import { cosineSimilarity, mape } from '@itinera/metrics';
import { property, toSample } from '../scoring/sample.js';

/** The ground truth of HurricaneMobility, as in `hurricane_groundtruth.json`. */
export interface HurricaneMobilityTruth {
  /** Change of trips against the day before, in percent. */
  readonly relative_changes?: unknown;
  /** Trips by hour for `before`, `during` and `after`. */
  readonly hourly_trips?: unknown;
}

export interface Changes {
  readonly during_vs_before: number | null;
  readonly after_vs_before: number | null;
}

export interface HurricaneMobilityProfile {
  /** 0 to 100: 100 − the mean error of both change rates, in percent of the real ones. */
  readonly change_rate_score: number | null;
  /** 0 to 100: the mean cosine similarity of the hours' profiles, × 100. */
  readonly distribution_score: number | null;
  /** 0.6 × change rates + 0.4 × distribution. */
  readonly final_score: number | null;
  /** In percent and percentage points. */
  readonly detailed_metrics: {
    readonly real_change_rates: Changes;
    readonly generated_change_rates: Changes;
    readonly change_rate_error: Changes;
  };
  /** Reasons of null values by metric. */
  readonly undefined: Readonly<Record<string, string>>;
}

/** The return value of the original: the results again, and the scores. */
export interface HurricaneMobilityReference extends HurricaneMobilityProfile {
  readonly total_travel_times: unknown;
  readonly hourly_travel_times: unknown;
  /** Set if the original would stop with an error although the formula has a value. */
  readonly note?: string;
}

export interface HurricaneMobilityScore {
  /** The headline: the documented final score. */
  readonly final_score: number | null;
  readonly documented: HurricaneMobilityProfile;
  /** The values of the original's code, for comparison with published tables. */
  readonly reference: HurricaneMobilityReference;
}

const PHASES = ['before', 'during', 'after'] as const;
const CHANGE_RATE_WEIGHT = 0.6;
const DISTRIBUTION_WEIGHT = 0.4;
/** Added to divisors by the original. */
const EPSILON = 1e-8;

/**
 * Scores results of HurricaneMobility against the truth, in both profiles.
 *
 * @param results as gathered, or as read from a results file: `total_travel_times`, `hourly_travel_times` of 3 days
 * @returns never throws: a value that cannot be computed is null, with the reason
 */
export function scoreHurricaneMobility(results: unknown, truth: HurricaneMobilityTruth): HurricaneMobilityScore {
  const totals = property(results, 'total_travel_times');
  const hourly = property(results, 'hourly_travel_times');
  const rates = changeRates(totals, truth);
  const days = hourlyPairs(hourly, truth);
  const documented = profileOf(rates, documentedChangeRateScore(rates), documentedDistributionScore(days));
  const reference = profileOf(rates, referenceChangeRateScore(rates), referenceDistributionScore(days));
  const stops = typeof rates !== 'string' && rates.before === 0;
  return {
    final_score: documented.final_score,
    documented,
    reference: {
      total_travel_times: asJsonValue(totals),
      hourly_travel_times: asJsonValue(hourly),
      ...reference,
      ...(stops && {
        note: 'No trips on the day before: the original divides by zero and stops, unless the counts are numpy numbers.',
      }),
    },
  };
}

interface Rates {
  /** Trips on the day before. */
  readonly before: number;
  /** Change rates in percent, during and after the storm. */
  readonly real: readonly [number, number];
  readonly generated: readonly [number, number];
}

/** Returns the rates, which may be NaN if a count or the truth is not finite; or the reason why there are none. */
function changeRates(totals: unknown, truth: unknown): Rates | string {
  const counts = numbersOf(totals, 'total_travel_times');
  if (typeof counts === 'string') return counts;
  const [before, during, after] = counts;
  if (before === undefined || during === undefined || after === undefined)
    return `total_travel_times has ${counts.length} days, and 3 are needed`;
  const changes = property(truth, 'relative_changes');
  const realDuring = property(changes, 'during_vs_before');
  const realAfter = property(changes, 'after_vs_before');
  if (typeof realDuring !== 'number' || typeof realAfter !== 'number') {
    return 'the truth has no relative_changes with during_vs_before and after_vs_before';
  }
  const rate = (trips: number) => ((trips - before) / before) * 100;
  return { before, real: [realDuring, realAfter], generated: [rate(during), rate(after)] };
}

interface DayPair {
  readonly real: Float64Array;
  readonly generated: Float64Array;
}

function hourlyPairs(hourly: unknown, truth: unknown): DayPair[] | string {
  const pairs: DayPair[] = [];
  for (const [day, phase] of PHASES.entries()) {
    const generated = numbersOf(property(hourly, String(day)), `hourly_travel_times of day ${day}`);
    if (typeof generated === 'string') return generated;
    const real = numbersOf(property(property(truth, 'hourly_trips'), phase), `hourly_trips.${phase} of the truth`);
    if (typeof real === 'string') return real;
    if (real.length !== generated.length) {
      return `hourly_travel_times of day ${day} has ${generated.length} hours, and the truth ${real.length}`;
    }
    pairs.push({ real, generated });
  }
  return pairs;
}

/** Returns the numbers of a list, which may not be finite; or the reason why it is invalid. */
function numbersOf(list: unknown, name: string): Float64Array | string {
  if (Array.isArray(list) && list.every((value) => typeof value === 'number')) return Float64Array.from(list);
  const sample = toSample(list);
  if (sample === 'empty') return new Float64Array();
  if (typeof sample === 'string') return `${name}: ${sample}`;
  // The original cannot multiply vectors of different shapes, and raises.
  if (sample.rows !== sample.values.length) return `${name}: expected a list of numbers, got lists of numbers`;
  return Float64Array.from(sample.values);
}

/** A value of a results file for JSON, which has no integers above 2⁵³ and no undefined. */
function asJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? value.map(asJsonValue) : (value ?? null);
}

function profileOf(
  rates: Rates | string,
  changeRateScore: number | string,
  distributionScore: number | string,
): HurricaneMobilityProfile {
  const undefinedReasons: Record<string, string> = {};
  const value = (score: number | string, name: string) => {
    if (typeof score === 'number') return score;
    undefinedReasons[name] = score;
    return null;
  };
  const change = value(changeRateScore, 'change_rate_score');
  const distribution = value(distributionScore, 'distribution_score');
  const final =
    change === null || distribution === null ? null : change * CHANGE_RATE_WEIGHT + distribution * DISTRIBUTION_WEIGHT;
  return {
    change_rate_score: change,
    distribution_score: distribution,
    final_score: final,
    detailed_metrics: detailsOf(rates),
    undefined: undefinedReasons,
  };
}

function detailsOf(rates: Rates | string): HurricaneMobilityProfile['detailed_metrics'] {
  const changes = (rateOf: (known: Rates, index: 0 | 1) => number): Changes => {
    const rate = (index: 0 | 1) => (typeof rates === 'string' ? null : rateOf(rates, index));
    return { during_vs_before: rate(0), after_vs_before: rate(1) };
  };
  return {
    real_change_rates: changes(({ real }, i) => real[i]),
    generated_change_rates: changes(({ generated }, i) => generated[i]),
    change_rate_error: changes(({ real, generated }, i) => Math.abs(real[i] - generated[i])),
  };
}

function documentedChangeRateScore(rates: Rates | string): number | string {
  if (typeof rates === 'string') return rates;
  if (rates.before === 0) return 'no trip before, so there is no change rate';
  if (rates.real.includes(0)) return 'a real change rate is 0, so the relative error is undefined';
  const error = mape(rates.real, rates.generated);
  return Number.isFinite(error) ? Math.max(0, 100 - error) : 'a number of trips or a real change rate is not finite';
}

function documentedDistributionScore(days: DayPair[] | string): number | string {
  if (typeof days === 'string') return days;
  const empty = days.findIndex(({ generated }) => generated.every((count) => count === 0));
  if (empty >= 0)
    return (
      `no departure was counted on day ${empty} (${PHASES[empty]!}): nobody departed, or all trips are shorter than the half-hour rows. ` +
      'Use a larger map, or set_aoi_schedules with departure times off the half hour'
    );
  const mean = days.reduce((sum, { real, generated }) => sum + cosineSimilarity(real, generated), 0) / days.length;
  return Number.isFinite(mean)
    ? Math.max(0, mean * 100)
    : 'a day of the truth has no trips in any hour, or an hour is not finite';
}

function referenceChangeRateScore(rates: Rates | string): number | string {
  if (typeof rates === 'string') return rates;
  const [during, after] = [0, 1].map((i) => {
    return (Math.abs(rates.real[i]! - rates.generated[i]!) / (Math.abs(rates.real[i]!) + EPSILON)) * 100;
  }) as [number, number];
  return zeroUnlessMore(100 - (during + after) / 2);
}

function referenceDistributionScore(days: DayPair[] | string): number | string {
  if (typeof days === 'string') return days;
  let sum = 0;
  for (const { real, generated } of days) {
    sum += dot(real, generated) / ((norm(real) + EPSILON) * (norm(generated) + EPSILON));
  }
  return zeroUnlessMore((sum / days.length) * 100);
}

/** Python's max(0, x), which turns NaN into 0. */
function zeroUnlessMore(score: number): number {
  return score > 0 ? score : 0;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}
