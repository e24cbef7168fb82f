import { existsSync } from 'node:fs';
import { UserError } from '@itinera/base';
import type { Budget, ModelSetup, Prices } from '@itinera/engine';
import { parseLanguageModelConfig, publicLanguageModelConfig, RateBook } from '@itinera/engine';
import { RunFolder, readManifest } from '@itinera/run';

/** The language models of a run. */
export interface ModelChoice {
  /** Null without a language model. */
  readonly setup: Omit<ModelSetup, 'callsPath'> | null;
  /** The labels that are shown and recorded: `deepseek/deepseek-chat`. */
  readonly models: readonly string[];
  /** The configuration without its secrets. */
  readonly publicConfig: object;
}

export interface ModelTerms {
  readonly budget?: Budget;
  readonly prices?: Prices;
  /** A cache of answers for runs of the same seed. */
  readonly cachePath?: string;
  /** Shared by consecutive runs. */
  readonly rates?: RateBook;
}

/**
 * Returns the language models of a configuration, with keys from it or from the environment.
 * @param llm the `llm` of a configuration; undefined and null: none
 * @throws UserError when it is invalid, or a key is missing.
 */
export function modelsOf(
  llm: unknown,
  { budget = {}, prices, cachePath, rates = new RateBook() }: ModelTerms,
  environment: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): ModelChoice {
  const publicConfig = llm === undefined ? {} : { llm: publicLanguageModelConfig(llm) };
  if (llm === undefined || llm === null) return { setup: null, models: [], publicConfig };
  const providers = parseLanguageModelConfig(llm, { env: environment, warn });
  const names = providers.map(({ provider, model }) => (provider === model ? provider : `${provider}/${model}`));
  const setup = {
    providers,
    budget,
    rates: rates.of(providers),
    ...(prices !== undefined && { prices }),
    ...(cachePath !== undefined && { cachePath }),
  };
  return { setup, models: [...new Set(names)], publicConfig };
}

/** Takes all answers from a finished run; requires no key and keeps the description of that run. */
export function replayOf(run: string, home: string): ModelChoice {
  const folder = RunFolder.find(home, run);
  const { models, config } = readManifest(folder);
  if (!existsSync(folder.callsPath)) {
    throw new UserError(
      `${folder.name} contains no calls of a language model, so there is nothing to replay. Omit --replay.`,
    );
  }
  return { setup: { providers: [], budget: {}, replayPath: folder.callsPath }, models, publicConfig: config as object };
}
