import type { ModelSetup } from '../engine/open-model.js';
import { parseLanguageModelConfig, publicLanguageModelConfig } from '../llm/config.js';
import type { Config, Warn } from './config-file.js';

export interface ModelChoice {
  /** Null without a language model. */
  readonly setup: Omit<ModelSetup, 'callsPath'> | null;
  /** As shown and recorded: `deepseek/deepseek-chat`. */
  readonly models: readonly string[];
  /** The configuration without its secrets. */
  readonly publicConfig: unknown;
}

/** The language models that a configuration names, with keys from it or from the environment. */
export function chooseModel(config: Config, warn: Warn): ModelChoice {
  const { llm, env } = config;
  const publicConfig = {
    ...(llm !== undefined && { llm: publicLanguageModelConfig(llm) }),
    ...(env?.db?.db_type !== undefined && {
      env: { db: { enabled: env.db.enabled ?? true, db_type: env.db.db_type } },
    }),
  };
  if (llm === undefined || llm === null) return { setup: null, models: [], publicConfig };
  const providers = parseLanguageModelConfig(llm, { env: process.env, warn });
  const models = [
    ...new Set(providers.map(({ provider, model }) => (provider === model ? provider : `${provider}/${model}`))),
  ];
  return { setup: { providers, budget: {} }, models, publicConfig };
}
