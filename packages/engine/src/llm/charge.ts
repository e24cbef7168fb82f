import type { CallHead } from '@itinera/run';
import { costOf, type ModelPrice } from './prices.js';
import type { TokenUsage } from './providers/provider.js';

/** The billed tokens of an attempt and their cost, as on a line of the record. */
export type Charge = Pick<CallHead, 'inputTokens' | 'outputTokens' | 'cost'>;

/** @param usage null if the server reported none: then the cost is unknown. */
export function chargeOf(usage: TokenUsage | null | undefined, price: ModelPrice | null): Charge {
  if (!usage) return { inputTokens: 0, outputTokens: 0, cost: null };
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return { inputTokens, outputTokens, cost: price && costOf(price, inputTokens, cachedInputTokens, outputTokens) };
}
