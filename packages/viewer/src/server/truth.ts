import { benchmarks, truthFolderOf } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run';

/** The ground truth of a run's dataset; null when it is not there any more, or cannot be read. */
export function truthOf({ task, dataset }: RunManifest): unknown {
  const benchmark = benchmarks.find(({ name }) => name === task);
  try {
    const folder = truthFolderOf(dataset.folder);
    return benchmark && folder !== null ? benchmark.readTruth(folder) : null;
  } catch {
    return null;
  }
}
