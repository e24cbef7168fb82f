import { existsSync } from 'node:fs';
import { type Benchmark, compareScores, field, gatherRun, type ScoredResults } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { parseJson, RunFolder, type RunManifest, readWithin } from '@itinera/run';
import type { Differences } from '../wire/comparison.js';
import { knownBenchmark, loadBenchmark, truthOf } from './known-benchmark.js';

/** The path of a run folder, and its manifest with the paths of its data on this machine. */
export interface RunToCompare {
  readonly path: string;
  readonly manifest: RunManifest;
}

export interface DifferenceJob {
  readonly runs: readonly [first: RunToCompare, second: RunToCompare];
  /** Folder of decoded maps. */
  readonly cacheFolder: string;
  /** Whether the file of their custom benchmark may be loaded. */
  readonly mayLoad: boolean;
}

/** Runs in a thread: reading and resampling take seconds. */
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

/** Results person by person, so that people can be paired; without the map, those of the results file. */
async function resultsOf(
  { path, manifest }: RunToCompare,
  benchmark: Benchmark,
  cacheFolder: string,
): Promise<ScoredResults> {
  const folder = new RunFolder(path);
  if (!existsSync(manifest.map.path))
    return {
      results: field(
        parseJson(readWithin(folder.resultsJsonPath, undefined, 'results.json').toString(), 'results.json'),
        'results',
      ),
    };
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  return gatherRun(folder, manifest, benchmark, new MapCityView(map));
}
