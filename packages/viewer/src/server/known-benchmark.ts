import { existsSync } from 'node:fs';
import { type Benchmark, benchmarkNamed, openBenchmark } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run';

type Named = Pick<RunManifest, 'task' | 'taskFile'>;

/** Benchmarks that are not built in, by their file; null for one that cannot be loaded. */
const own = new Map<string, Benchmark | null>();

/**
 * Loads the benchmark of a run that is not built in, from the file where it was when the run began; `knownBenchmark` has it
 * then. This runs its code: only for files that the user has named.
 */
export async function loadBenchmark({ taskFile }: Named): Promise<void> {
  if (taskFile === undefined || own.has(taskFile) || !existsSync(taskFile)) return;
  own.set(taskFile, await openBenchmark(taskFile).catch(() => null));
}

/** The benchmark of a run; null when it is not at hand. */
export function knownBenchmark({ task, taskFile }: Named): Benchmark | null {
  if (taskFile !== undefined) return own.get(taskFile) ?? null;
  try {
    return benchmarkNamed(task);
  } catch {
    return null;
  }
}
