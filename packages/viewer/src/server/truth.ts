import { truthFolderOf } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run';
import { knownBenchmark } from './known-benchmark.js';

/** The ground truth of a run's dataset; null when it is not there any more, or cannot be read. */
export function truthOf(manifest: RunManifest): object | null {
  const benchmark = knownBenchmark(manifest);
  try {
    const folder = truthFolderOf(manifest.dataset.folder);
    return benchmark && folder !== null ? benchmark.readTruth(folder) : null;
  } catch {
    return null;
  }
}
