import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UserError } from '@itinera/base';
import { importFile, isModule } from '@itinera/engine';
import type { Benchmark } from '../port/benchmark.js';
import { AGENT_KIT } from './agent-kit-address.js';
import { benchmarkNamed } from './benchmarks.js';

/** The required properties of a benchmark with their types. */
const PARTS: Readonly<Record<string, string>> = {
  name: 'string',
  description: 'string',
  version: 'string',
  clock: 'object',
  weather: 'object',
  people: 'number',
  metrics: 'object',
  agentBase: 'function',
  gather: 'function',
  readTruth: 'function',
  score: 'function',
  noise: 'function',
  ceiling: 'function',
  compare: 'function',
  demo: 'object',
};
/** Part of the names of runs and results files. */
const NAME = /^\w[\w .-]{0,99}$/;
const docs = 'See docs/benchmarks.md';

/** Loaded benchmarks: loading a file again returns the same benchmark, with the same class of agents. */
const loaded = new Map<string, Promise<Benchmark>>();

/**
 * Opens a benchmark by name, or by the path of a TypeScript or JavaScript file that exports one; the code of the file
 * runs.
 * @throws UserError when the name is unknown, or the file contains no complete benchmark.
 */
export function openBenchmark(nameOrFile: string): Promise<Benchmark> {
  const path = resolve(nameOrFile);
  if (!isModule(nameOrFile) || !existsSync(path)) return Promise.resolve().then(() => benchmarkNamed(nameOrFile));
  const known = loaded.get(path) ?? load(path);
  loaded.set(path, known);
  return known;
}

async function load(file: string): Promise<Benchmark> {
  const exports = await importFile(file, await import(AGENT_KIT), docs);
  const name = basename(file);
  const whole: object[] = [];
  let nearly: { readonly missing: readonly string[] } | null = null;
  for (const value of new Set(Object.values(exports))) {
    if (typeof value !== 'object' || value === null) continue;
    const parts = value as Readonly<Record<string, unknown>>;
    const missing = Object.keys(PARTS).filter((part) => typeof parts[part] !== PARTS[part] || parts[part] === null);
    if (missing.length === 0) whole.push(value);
    else if (nearly === null || missing.length < nearly.missing.length) nearly = { missing };
  }
  if (whole.length > 1) throw new UserError(`${name}: exports ${whole.length} benchmarks. Keep one per file. ${docs}`);
  if (whole.length === 1 && !NAME.test((whole[0] as Benchmark).name))
    throw new UserError(
      `${name}: the benchmark's name must consist of letters, digits, spaces, dots and dashes. ${docs}`,
    );
  if (whole.length === 1) return { ...(whole[0] as Benchmark), file };
  throw new UserError(
    nearly === null
      ? `${name} does not export a benchmark. ${docs}`
      : `${name}: its benchmark lacks ${nearly.missing.join(', ')}, or the type is wrong. ${docs}`,
  );
}
