import type { Budget } from '../llm/budget.js';
import type { ProviderConfig } from '../llm/config.js';
import { type LanguageModel, unconfiguredLanguageModel } from '../llm/language-model.js';

/** The language model of a run as plain data that can be handed to a thread. Holds keys: never written anywhere. */
export interface ModelSetup {
  readonly providers: readonly ProviderConfig[];
  readonly budget: Budget;
  /** The run's own record of calls. */
  readonly callsPath: string;
}

/** A run without a language model: agents that ask for one are told what to configure. */
export const noModel: LanguageModel = {
  models: [],
  forPerson: unconfiguredLanguageModel,
  stoppedFor: () => null,
  stopped: null,
  usage: () => {
    throw new Error('usage: there is no language model.');
  },
  close: async () => {},
};
