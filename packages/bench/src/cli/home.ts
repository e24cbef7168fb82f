import type { Command } from 'commander';
import type { Config } from './config-file.js';

export const DEFAULT_HOME = './.agentsociety-benchmark';

/** Where datasets and runs are: `--home-dir`, else what the configuration says, else `./.agentsociety-benchmark`. */
export function homeOf(command: Command, config: Config = {}): string {
  const given = command.optsWithGlobals<{ homeDir?: string }>().homeDir;
  return given ?? config.env?.home_dir ?? DEFAULT_HOME;
}
