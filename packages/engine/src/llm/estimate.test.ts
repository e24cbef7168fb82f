import { expect, test } from 'vitest';
import { parseLanguageModelConfig } from './config.js';
import { estimateRun } from './estimate.js';
import type { CallTotals } from './language-model.js';

const asked = (answered: number, inputTokens: number) => ({ answered, inputTokens }) as CallTotals;
const configs = (...entries: object[]) =>
  parseLanguageModelConfig(
    entries.map((entry) => ({ provider: 'x', base_url: 'http://h/v1', model: 'm', ...entry })),
    { env: {}, warn: () => {} },
  );

test('scales the calls of the sample, with a margin for the choice of the sample', () => {
  const { calls, inputTokens, outputTokens } = estimateRun([asked(2, 1000), asked(4, 2000)], 100, configs({}));
  expect(calls.expected).toBe(300);
  // Standard deviation √2, of a mean of two, without replacement: 100 × 1.96 × √(2 / 2 × 0.98).
  expect(calls.high - 300).toBeCloseTo(194.03, 1);
  expect(calls.low).toBeCloseTo(105.97, 1);
  expect(inputTokens.expected).toBe(150_000);
  expect(outputTokens.expected).toBe(45_000);
});

test('an estimate has no margin if the sample is everyone', () => {
  const { calls } = estimateRun([asked(2, 10), asked(4, 20)], 2, configs({}));
  expect(calls).toEqual({ low: 6, expected: 6, high: 6 });
});

test('uses the prices of the config, and has no cost without one', () => {
  const cheap = { price: { input: 1, output: 0 } };
  const dear = { price: { input: 3, output: 0 } };
  expect(estimateRun([asked(1, 1000)], 1000, configs(cheap, dear)).cost).toEqual({ low: 1, expected: 2, high: 3 });
  expect(estimateRun([asked(1, 1000)], 1000, configs(cheap, {})).cost).toBeNull();
});

test('the duration follows the bottleneck: the longest chain, the concurrency or the limits per minute', () => {
  const seconds = (entry: object, people = 100) =>
    estimateRun([asked(10, 1000)], people, configs(entry)).seconds.expected;
  expect(seconds({ concurrency: 1000 })).toBeCloseTo(10 * 3.8);
  expect(seconds({ concurrency: 10 })).toBeCloseTo((1000 * 3.8) / 10);
  expect(seconds({ concurrency: 1000, requests_per_minute: 60 })).toBeCloseTo(1000);
  expect(seconds({ concurrency: 1000, tokens_per_minute: 10_000 })).toBeCloseTo(((100_000 + 150_000) / 10_000) * 60);
});

test('if only the first call of each person is certain, so is only its duration', () => {
  const { calls, seconds } = estimateRun(
    [asked(10, 1000)],
    5,
    configs({ concurrency: 1000 }),
    {},
    { least: [asked(1, 100)] },
  );
  expect([calls.low, seconds.low]).toEqual([5, expect.closeTo(3.8)]);
  expect(seconds.high).toBeCloseTo(38);
});
