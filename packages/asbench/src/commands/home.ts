import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DEFAULT_HOME, installedFolder } from '@itinera/benchmarks';
import type { RunFolder } from '@itinera/run';
import type { Command } from 'commander';
import type { Config } from './config-file.js';

/** Where datasets and runs are: `--home-dir`, else what the configuration says, else `./.agentsociety-benchmark`. */
export function homeOf(command: Command, config: Config = {}): string {
  const given = command.optsWithGlobals<{ homeDir?: string }>().homeDir;
  return given ?? config.env?.home_dir ?? DEFAULT_HOME;
}

/**
 * The dataset of a task: what `-d` names, else what `clone` put into the home, whatever the configuration says of where runs
 * go; undefined when neither is there.
 */
export function datasetsOf(command: Command, task: string, option: string | undefined): string | undefined {
  const installed = installedFolder(homeOf(command), task);
  return option ?? (existsSync(installed) ? installed : undefined);
}

/** The home that a run belongs to: `--home-dir`, else the one whose `runs` folder it lies in. */
export function homeOfRun(command: Command, { path }: RunFolder): string {
  const around = basename(dirname(path)) === 'runs' ? dirname(dirname(path)) : DEFAULT_HOME;
  return command.optsWithGlobals<{ homeDir?: string }>().homeDir ?? around;
}
