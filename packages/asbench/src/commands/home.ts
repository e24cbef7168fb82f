import { basename, dirname } from 'node:path';
import { DEFAULT_HOME } from '@itinera/benchmarks';
import type { RunFolder } from '@itinera/run';
import type { Command } from 'commander';
import type { Config } from './config-file.js';

/** Where datasets and runs are: `--home-dir`, else what the configuration says, else `./.agentsociety-benchmark`. */
export function homeOf(command: Command, config: Config = {}): string {
  const given = command.optsWithGlobals<{ homeDir?: string }>().homeDir;
  return given ?? config.env?.home_dir ?? DEFAULT_HOME;
}

/** The home that a run belongs to: `--home-dir`, else the one whose `runs` folder it lies in. */
export function homeOfRun(command: Command, { path }: RunFolder): string {
  const around = basename(dirname(path)) === 'runs' ? dirname(dirname(path)) : DEFAULT_HOME;
  return command.optsWithGlobals<{ homeDir?: string }>().homeDir ?? around;
}
