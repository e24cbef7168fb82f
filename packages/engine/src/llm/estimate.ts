import { studentQuantile } from '@itinera/metrics';
import type { ProviderConfig } from './config.js';
import type { CallTotals } from './language-model.js';
import { costOf, type Prices, priceOf } from './prices.js';

/** Assumptions about a model. */
export interface EstimateAssumptions {
  /** Tokens of an answer. */
  readonly outputTokens: number;
  /** Seconds until an answer starts. */
  readonly secondsToFirstToken: number;
  readonly tokensPerSecond: number;
}

export const assumptions: EstimateAssumptions = { outputTokens: 150, secondsToFirstToken: 0.8, tokensPerSecond: 50 };

export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** The estimated calls of a run, from a sample of its people, with 95 % intervals for the choice of the sample. */
export interface RunEstimate {
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** US dollars, from the cheapest to the most expensive model if there are several; null if a price is unknown. */
  readonly cost: Range | null;
  /** Seconds of waiting for the model, with the concurrency and the limits per minute of the config. */
  readonly seconds: Range;
}

/** The origin of a sample. */
export interface SampleTerms {
  /** True if a real model answered, so that its tokens and its speed are known. */
  readonly measured?: boolean;
  /** What each sampled person calls at least, if that does not follow from the sample: only their first calls are certain. */
  readonly least?: readonly CallTotals[];
}

/**
 * @param sampled totals of each sampled person.
 * @param people number of people of the run.
 */
export function estimateRun(
  sampled: readonly CallTotals[],
  people: number,
  providers: readonly ProviderConfig[],
  prices: Prices = {},
  { measured = false, least = sampled }: SampleTerms = {},
): RunEstimate {
  // Student's distribution only where people differ by what a model answered: a pilot has few of them.
  const width = measured ? studentQuantile(Math.max(1, sampled.length - 1)) : 1.96;
  const range = (figure: (totals: CallTotals) => number): Range => ({
    ...scaled(sampled.map(figure), people, width),
    low: scaled(least.map(figure), people, width).low,
  });
  const calls = range(({ answered }) => answered);
  const inputTokens = range((totals) => totals.inputTokens);
  // An answer has at least one token.
  const outputTokens = measured
    ? range((totals) => totals.outputTokens)
    : { ...times(calls, assumptions.outputTokens), low: calls.low };
  const all = providers.map((config) => priceOf(config, prices));
  const costs = all.flatMap((price) =>
    price ? [eachEnd((end) => costOf(price, inputTokens[end], 0, outputTokens[end]))] : [],
  );
  const cost =
    costs.length < all.length
      ? null
      : {
          low: Math.min(...costs.map(({ low }) => low)),
          expected: costs.reduce((sum, { expected }) => sum + expected, 0) / costs.length,
          high: Math.max(...costs.map(({ high }) => high)),
        };
  const answers = sampled.reduce((sum, { answered }) => sum + answered, 0);
  const latency = measured
    ? sampled.reduce((sum, totals) => sum + totals.seconds, 0) / Math.max(1, answers)
    : assumptions.secondsToFirstToken + assumptions.outputTokens / assumptions.tokensPerSecond;
  // Calls of one person wait for each other.
  const chain = (people: readonly CallTotals[]) => Math.max(0, ...people.map(({ answered }) => answered)) * latency;
  const sum = (limit: (config: ProviderConfig) => number): number =>
    providers.reduce((total, config) => total + limit(config), 0);
  const seconds = eachEnd((end) =>
    Math.max(
      chain(end === 'low' ? least : sampled),
      (calls[end] * latency) / sum(({ concurrency }) => concurrency),
      (60 * calls[end]) / sum(({ requestsPerMinute }) => requestsPerMinute),
      (60 * (inputTokens[end] + outputTokens[end])) / sum(({ tokensPerMinute }) => tokensPerMinute),
    ),
  );
  return { calls, inputTokens, outputTokens, cost, seconds };
}

/** Extrapolates the total of `people` from the sample `values`. @param width of the interval, in standard errors */
function scaled(values: readonly number[], people: number, width: number): Range {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = n > 1 ? values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) : 0;
  const margin = people * width * Math.sqrt((variance / n) * Math.max(0, 1 - n / people));
  const expected = mean * people;
  return { low: Math.max(0, expected - margin), expected, high: expected + margin };
}

function times({ low, expected, high }: Range, factor: number): Range {
  return { low: low * factor, expected: expected * factor, high: high * factor };
}

function eachEnd(value: (end: keyof Range) => number): Range {
  return { low: value('low'), expected: value('expected'), high: value('high') };
}
