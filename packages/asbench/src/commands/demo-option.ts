import { existsSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { Option } from 'commander';
import type { Config } from './config-file.js';

export function demoOption(): Option {
  return new Option('--demo', 'use SYNTHETIC demo data, even if the dataset is installed').conflicts('datasets');
}

/** Files that exist only in the folder of a dataset. */
const MARKS = ['profiles.json', 'profiles.jsonl', 'groundtruth', 'beijing.pb', 'columbia.pb'];

/**
 * The option that suggests real data, so that demo data must not replace them; null if there is none. A configuration does if it
 * has an `env`, as those of the originals do; one with only language models does not.
 */
export function hintAtRealData(
  options: { readonly config?: string; readonly agent?: string; readonly mode: 'test' | 'inference' },
  config: Config,
): string | null {
  const { agent, mode } = options;
  if (config.env !== undefined) return `--config ${options.config}`;
  if (mode === 'inference') return '--mode inference';
  if (agent === undefined || !existsSync(agent)) return null;
  if (['.yml', '.yaml', '.json'].includes(extname(agent))) return `--agent ${agent}`;
  const folder = dirname(resolve(agent));
  const isOfDataset = [folder, dirname(folder)].some((path) => MARKS.some((mark) => existsSync(join(path, mark))));
  return isOfDataset ? `--agent ${agent} of a dataset` : null;
}
