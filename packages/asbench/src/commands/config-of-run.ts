import { readFileSync } from 'node:fs';
import { shellPath } from '@itinera/base';
import type { RunFolder, RunManifest } from '@itinera/run';
import { isVouchedFor, notVouchedFor } from '@itinera/runner';
import { type Config, readConfig, type Warn } from './config-file.js';

/**
 * The configuration of a run.
 * @param command that accepts another one with -c, for messages
 * @throws UserError if the run calls a model, and only its folder names the file with the server
 */
export function configOfRun(
  { name, path }: RunFolder,
  { configPath, models }: RunManifest,
  { config, replay }: { readonly config?: string; readonly replay?: string },
  ownHome: string,
  warn: Warn,
  command: string,
): Config {
  if (config !== undefined) return readConfig(config, warn);
  if (configPath === null || replay !== undefined) return {};
  const named = { use: 'configuration', file: configPath } as const;
  if (isVouchedFor(ownHome, named)) return readConfig(configPath, warn);
  if (models.length === 0) return {};
  const remedy = `It decides which server receives your keys. Pass one: ${command} ${shellPath(path)} -c ${shellPath(configPath)}`;
  throw notVouchedFor(name, named, remedy);
}

/** The configuration with a language model that `asbench new agent --llm` wrote beside an agent, if there is one. */
export function configBeside(agent: string | undefined): string | undefined {
  const path = agent?.replace(/\.\w+$/, '.yml');
  try {
    return path !== undefined && /^llm:/m.test(readFileSync(path, 'utf8')) ? path : undefined;
  } catch {
    return undefined;
  }
}
