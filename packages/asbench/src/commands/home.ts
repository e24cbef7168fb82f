import { basename, dirname } from 'node:path';
import { DEFAULT_HOME, type RunFolder } from '@itinera/run';
import type { Command } from 'commander';
import type { Config } from './config-file.js';

/** The folder of datasets and runs: `--home-dir`, else that of the configuration, else `./.agentsociety-benchmark`. */
export function homeOf(command: Command, config: Config = {}): string {
  const given = command.optsWithGlobals<{ homeDir?: string }>().homeDir;
  return given ?? config.env?.home_dir ?? DEFAULT_HOME;
}

/** The home folder of a run: `--home-dir`, else the one whose `runs` folder contains it. */
export function homeOfRun(command: Command, { path }: RunFolder): string {
  const around = basename(dirname(path)) === 'runs' ? dirname(dirname(path)) : DEFAULT_HOME;
  return command.optsWithGlobals<{ homeDir?: string }>().homeDir ?? around;
}
