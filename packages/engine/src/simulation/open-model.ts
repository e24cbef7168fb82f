import type { Budget } from '../llm/budget.js';
import type { ProviderConfig } from '../llm/config.js';
import { type LanguageModel, unconfiguredLanguageModel } from '../llm/language-model.js';
import type { Prices } from '../llm/prices.js';
import type { RateMemories } from '../llm/rate-book.js';

/** The language model of a run as plain data that can be handed to a thread. Holds keys: never written anywhere. */
export interface ModelSetup {
  readonly providers: readonly ProviderConfig[];
  readonly budget: Budget;
  /** The user's own prices, by model. */
  readonly prices?: Prices;
  /** The run's own record of calls; null when each group of people has one of its own. */
  readonly callsPath: string | null;
  /** Records of groups that are there already and count for the budget. */
  readonly recorded?: readonly string[];
  /** The record of a finished run: all answers come from it. */
  readonly replayPath?: string;
  /** A file of answers shared between runs. */
  readonly cachePath?: string;
  /** What runs before this one sent, by provider. */
  readonly rates?: readonly RateMemories[];
}

/** @throws UserError when a record cannot be opened, or a cost limit is set and a price is not known. */
export async function openModel(
  setup: ModelSetup,
  seed: number,
  warn: (message: string) => void,
): Promise<LanguageModel> {
  // Only now: most runs have none, and it takes its time to load.
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

/** A run without a language model: agents that ask for one are told what to configure. */
export const noModel: LanguageModel = {
  models: [],
  forPerson: unconfiguredLanguageModel,
  keepApart: () => {},
  stoppedFor: () => null,
  stopped: null,
  usage: () => {
    throw new Error('usage: there is no language model.');
  },
  toCome: () => null,
  close: async () => {},
};
