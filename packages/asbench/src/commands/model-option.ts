import { join } from 'node:path';
import { type Budget, parsePrices } from '@itinera/engine';
import { type ModelChoice, modelsOf, type ReplayedRun, type RunTerms, replayOf } from '@itinera/runner';
import type { Command } from 'commander';
import { z } from 'zod';
import { readDocument } from '../documents/read-document.js';
import type { Config, Warn } from './config-file.js';
import { positiveUpTo, wholeNumber } from './option-values.js';

const CACHE_FILE = 'llm-cache.ndjson';

/** Options of the commands that call a language model. */
export interface ModelOptions {
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  /** Minutes. */
  readonly maxTime?: number;
  readonly prices?: string;
  /** A file; true for the one in the home folder. */
  readonly cache?: string | true;
  /** Name or folder of a finished run. */
  readonly replay?: string;
}

export function addModelOptions(command: Command): void {
  command
    .option('--max-calls <number>', 'stop after this many calls (resumable)', wholeNumber(1))
    .option('--max-tokens <number>', 'stop after this many tokens (resumable)', wholeNumber(1))
    .option('--max-cost <dollars>', 'stop at this cost (resumable)', positiveUpTo(1e12))
    .option('--max-time <minutes>', 'stop after this time (resumable)', positiveUpTo(1e6))
    .option('--prices <file>', 'prices of models, YAML or JSON: model: {input, output}, US dollars per million tokens')
    .option('--replay <run>', 'take all model answers from a finished run, offline')
    .option('--cache [file]', 'share answers with runs of the same seed (default file: llm-cache.ndjson)');
}

/** The language models of a configuration, with keys from it or from the environment. */
export function chooseModel(config: Config, options: ModelOptions, home: string, warn: Warn): ModelChoice {
  if (options.replay !== undefined) return replayOf(options.replay, home);
  const { llm, env } = config;
  const { prices, cache } = options;
  const terms = {
    budget: budgetOf(options),
    ...(prices !== undefined && { prices: parsePrices(readDocument(prices), prices) }),
    ...(cache !== undefined && { cachePath: cache === true ? join(home, CACHE_FILE) : cache }),
  };
  const choice = modelsOf(llm, terms, process.env, warn);
  const unused = choice.setup === null ? needModel.filter((name) => options[name] !== undefined) : [];
  if (unused.length > 0)
    warn(`${unused.map(optionName).join(', ')} has no effect: the configuration has no "llm", so no model is called.`);
  const { data: db } = databaseOfOriginals.safeParse(env?.db);
  return { ...choice, publicConfig: { ...choice.publicConfig, ...(db && { env: { db } }) } };
}

/** Results name the database of the originals' configuration, without its address. */
const databaseOfOriginals = z.object({ enabled: z.boolean().default(true), db_type: z.string() });

const needModel = ['maxCalls', 'maxTokens', 'maxCost', 'maxTime', 'prices', 'cache'] as const;

/** `maxCalls` → `--max-calls`. */
function optionName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The options of a replay; those missing from the command line are those of the replayed run. */
export function asReplayed<T extends object>(
  options: T,
  command: Command,
  replayed: ReplayedRun | null,
): T & Partial<Pick<RunTerms, 'agentParams'>> {
  if (replayed === null) return options;
  const isGiven = (name: string) =>
    !['default', undefined].includes(command.getOptionValueSource(name === 'agentParams' ? 'agent' : name));
  return { ...options, ...Object.fromEntries(Object.entries(replayed.terms).filter(([name]) => !isGiven(name))) };
}

function budgetOf({ maxCalls, maxTokens, maxCost, maxTime }: ModelOptions): Budget {
  return {
    ...(maxCalls !== undefined && { maxCalls }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(maxTime !== undefined && { maxSeconds: maxTime * 60 }),
  };
}
