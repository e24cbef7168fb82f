import { BudgetExhausted } from './errors.js';
import type { CallTotals } from './language-model.js';
import type { Unrecorded } from './usage.js';

/** Limits of a run. They include its earlier sessions, except for time, which counts from the start of this session. */
export interface Budget {
  /** Requests sent to providers, retries included. */
  readonly maxCalls?: number;
  /** Input and output tokens together. */
  readonly maxTokens?: number;
  /** US dollars. */
  readonly maxCost?: number;
  /** Seconds. */
  readonly maxSeconds?: number;
}

/** Returns the limit that is reached, or null. A timer of the scheduler watches the time. */
export function spent(budget: Budget, totals: CallTotals, unrecorded: Unrecorded): BudgetExhausted | null {
  const { maxCalls, maxTokens, maxCost } = budget;
  const calls = totals.calls + unrecorded.calls;
  const tokens = totals.inputTokens + totals.outputTokens;
  if (maxCalls !== undefined && calls >= maxCalls) return exhausted('max-calls', `${calls} calls`);
  if (maxTokens !== undefined && tokens >= maxTokens) return exhausted('max-tokens', `${tokens} tokens`);
  if (maxCost !== undefined && totals.cost >= maxCost) return exhausted('max-cost', `$${totals.cost.toFixed(4)}`);
  return null;
}

export function exhausted(
  limit: 'max-calls' | 'max-tokens' | 'max-cost' | 'max-time',
  reached: string,
): BudgetExhausted {
  return new BudgetExhausted(
    limit,
    `Stopped at --${limit} (${reached}). All answers are kept: resume with a higher limit.`,
  );
}
