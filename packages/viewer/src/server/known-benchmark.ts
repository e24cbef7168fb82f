import { existsSync } from 'node:fs';
import { type Benchmark, benchmarks, openBenchmark } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run';

type Named = Pick<RunManifest, 'task' | 'taskFile'>;

/** Benchmarks that are not built in, by their file; null for one that cannot be loaded. */
const own = new Map<string, Benchmark | null>();

/**
 * Loads the benchmark of a run when it is not built in, from the file where it was when the run began; `knownBenchmark` has it
 * then. A copy that lies in the folder of a run is never loaded: to look at somebody's runs must not run their code.
 */
export async function loadBenchmark({ taskFile }: Named): Promise<void> {
  if (taskFile === undefined || own.has(taskFile) || !existsSync(taskFile)) return;
  own.set(taskFile, await openBenchmark(taskFile).catch(() => null));
}

/** The benchmark of a run; null when it is not at hand. */
export function knownBenchmark({ task, taskFile }: Named): Benchmark | null {
  if (taskFile !== undefined) return own.get(taskFile) ?? null;
  return benchmarks.find(({ name }) => name === task) ?? null;
}
