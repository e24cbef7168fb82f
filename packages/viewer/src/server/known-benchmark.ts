import { existsSync } from 'node:fs';
import { type Benchmark, benchmarkNamed, openBenchmark } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run';
import { truthFolderOf } from '@itinera/runner';

type Named = Pick<RunManifest, 'task' | 'taskFile'>;

/** Custom benchmarks by file; null if one cannot be loaded. */
const custom = new Map<string, Benchmark | null>();

/**
 * Loads the custom benchmark of a run from the file that its manifest names; `knownBenchmark` then returns it.
 * This runs its code, so call it only for files that the user has passed.
 */
export async function loadBenchmark({ taskFile }: Named): Promise<void> {
  if (taskFile === undefined || custom.has(taskFile) || !existsSync(taskFile)) return;
  custom.set(taskFile, await openBenchmark(taskFile).catch(() => null));
}

/** The benchmark of a run; null if it is not available. */
export function knownBenchmark({ task, taskFile }: Named): Benchmark | null {
  if (taskFile !== undefined) return custom.get(taskFile) ?? null;
  try {
    return benchmarkNamed(task);
  } catch {
    return null;
  }
}

/** The ground truth of a run's dataset; null if it is missing or cannot be read. */
export function truthOf(manifest: RunManifest): object | null {
  const benchmark = knownBenchmark(manifest);
  try {
    const folder = truthFolderOf(manifest.dataset.folder);
    return benchmark && folder !== null ? benchmark.readTruth(folder) : null;
  } catch {
    return null;
  }
}
