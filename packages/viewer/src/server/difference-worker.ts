import { existsSync, readFileSync } from 'node:fs';
import { type Benchmark, compareScores, field, gatherRun, type ScoredResults } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { RunFolder, type RunManifest } from '@itinera/run';
import type { Differences } from '../wire/comparison.js';
import { knownBenchmark, loadBenchmark } from './known-benchmark.js';
import { truthOf } from './truth.js';

/** A run: the path of its folder, and what it says of itself with its data where they are here. */
export interface RunToCompare {
  readonly path: string;
  readonly manifest: RunManifest;
}

export interface DifferenceJob {
  readonly runs: readonly [first: RunToCompare, second: RunToCompare];
  /** Where opened maps are kept. */
  readonly cacheFolder: string;
  /** Whether the file of their benchmark may be loaded, when it is not built in. */
  readonly mayLoad: boolean;
}

/** Gathering and resampling take seconds, in which the server goes on answering. */
export default async function differencesOf({ runs, cacheFolder, mayLoad }: DifferenceJob): Promise<Differences> {
  if (!runs.every(({ path }) => existsSync(new RunFolder(path).resultsJsonPath))) return null;
  const [{ manifest }] = runs;
  if (mayLoad) await loadBenchmark(manifest);
  const benchmark = knownBenchmark(manifest);
  const truth = truthOf(manifest);
  if (truth === null || benchmark === null) return null;
  const [one, other] = [
    await resultsOf(runs[0], benchmark, cacheFolder),
    await resultsOf(runs[1], benchmark, cacheFolder),
  ];
  const { method, level, documented } = compareScores(benchmark, one, other, truth);
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

/** Person by person, so that people can be paired; where the map is gone, what the file of results holds. */
async function resultsOf(
  { path, manifest }: RunToCompare,
  benchmark: Benchmark,
  cacheFolder: string,
): Promise<ScoredResults> {
  const folder = new RunFolder(path);
  if (!existsSync(manifest.map.path))
    return { results: field(JSON.parse(readFileSync(folder.resultsJsonPath, 'utf8')), 'results') };
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  return gatherRun(folder, manifest, benchmark, new MapCityView(map));
}
