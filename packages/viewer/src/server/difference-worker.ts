import { existsSync, readFileSync } from 'node:fs';
import { compareScores, field } from '@itinera/benchmarks';
import { RunFolder, type RunManifest } from '@itinera/run';
import type { Differences } from '../wire/comparison.js';
import { knownBenchmark, loadBenchmark } from './known-benchmark.js';
import { truthOf } from './truth.js';

export interface DifferenceJob {
  /** Paths of the folders of two runs. */
  readonly folders: readonly [first: string, second: string];
  /** What the first says of itself, with its data where they are here. */
  readonly manifest: RunManifest;
  /** Whether the file of their benchmark may be loaded, when it is not built in. */
  readonly mayLoad: boolean;
}

/** Resampling takes seconds, in which the server goes on answering. */
export default async function differencesOf(job: DifferenceJob): Promise<Differences> {
  const [one, other] = job.folders.map((path) => new RunFolder(path)) as [RunFolder, RunFolder];
  if (!existsSync(one.resultsJsonPath) || !existsSync(other.resultsJsonPath)) return null;
  const { manifest } = job;
  if (job.mayLoad) await loadBenchmark(manifest);
  const benchmark = knownBenchmark(manifest);
  const truth = truthOf(manifest);
  if (truth === null || benchmark === null) return null;
  const results = (folder: RunFolder) => field(JSON.parse(readFileSync(folder.resultsJsonPath, 'utf8')), 'results');
  const { method, level, documented } = compareScores(
    benchmark,
    { results: results(one) },
    { results: results(other) },
    truth,
  );
  return {
    method,
    level,
    metrics: Object.entries(documented).map(([key, { value, low, high, pValue }]) => ({
      key,
      spread: { value, low, high },
      pValue: pValue ?? null,
    })),
  };
}
