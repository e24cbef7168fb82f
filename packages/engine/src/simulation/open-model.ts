import type { Budget } from '../llm/budget.js';
import type { ProviderConfig } from '../llm/config.js';
import type { LanguageModel } from '../llm/language-model.js';
import type { Prices } from '../llm/prices.js';
import type { RateMemories } from '../llm/rate-book.js';

/** The language model of a run as plain data for a thread. Contains keys, so it is never written to disk. */
export interface ModelSetup {
  readonly providers: readonly ProviderConfig[];
  readonly budget: Budget;
  /** Custom prices by model. */
  readonly prices?: Prices;
  /** The run's record of calls; null if each group of people has its own. */
  readonly callsPath: string | null;
  /** Existing records of groups that count towards the budget. */
  readonly recorded?: readonly string[];
  /** The record of a finished run to replay: the source of all answers. */
  readonly replayPath?: string;
  /** A cache of answers shared between runs. */
  readonly cachePath?: string;
  /** Recent requests of earlier runs by provider. */
  readonly rates?: readonly RateMemories[];
}

/** @throws UserError when a record cannot be opened, or a cost limit is set and a price is unknown. */
export async function openModel(
  setup: ModelSetup,
  seed: number,
  warn: (message: string) => void,
): Promise<LanguageModel> {
  // Loaded on demand: it is slow to load and most runs need none.
  const { createLanguageModel } = await import('../llm/create-language-model.js');
  const {
    providers,
    budget,
    prices = {},
    callsPath,
    recorded = [],
    replayPath = null,
    cachePath = null,
    rates = [],
  } = setup;
  return createLanguageModel(providers, {
    seed,
    budget,
    prices,
    record: callsPath,
    recorded,
    replay: replayPath,
    cache: cachePath,
    rates,
    warn,
  });
}
