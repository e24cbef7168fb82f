import type { CallTotals, Usage } from '@itinera/engine';
import { expect, test } from 'vitest';
import { callsAsJson, describeCalls } from './call-summary.js';

const totals = (change: Partial<CallTotals>): CallTotals => ({
  calls: 2,
  answered: 2,
  retries: 0,
  refused: 0,
  filtered: 0,
  cut: 0,
  failed: 0,
  abandoned: 0,
  fallbacks: 0,
  replayed: 0,
  cached: 0,
  inputTokens: 10,
  outputTokens: 5,
  cost: 0,
  unpriced: 0,
  seconds: 1,
  ...change,
});

const usage = (change: Partial<CallTotals>): Usage => ({
  ...totals(change),
  inFlight: 0,
  queued: 0,
  tokensPerSecond: 0,
  changedPrompts: 0,
  byModel: new Map([['m', totals(change)]]),
  byStep: new Map(),
  byPerson: new Map(),
});

test('an unknown price is shown as unknown, not as zero', () => {
  const cost = (change: Partial<CallTotals>) =>
    /m +2 .*?(unknown|over \$\S+|\$\S+)/.exec(describeCalls(usage(change)))?.[1];
  expect(cost({ cost: 0.5 })).toBe('$0.5000');
  expect(cost({ unpriced: 2 })).toBe('unknown');
  expect(cost({ cost: 0.5, unpriced: 1 })).toBe('over $0.5000');
  expect(callsAsJson(usage({ unpriced: 2 }))).toMatchObject({ total: { cost: null }, by_model: { m: { cost: null } } });
  expect(callsAsJson(usage({ cost: 0.5 }))).toMatchObject({ total: { cost: 0.5 } });
});

test('answers that an agent no longer waited for are counted', () => {
  expect(describeCalls(usage({ abandoned: 16 }))).toContain('16 requests were abandoned');
  expect(describeCalls(usage({}))).not.toContain('abandoned');
});
