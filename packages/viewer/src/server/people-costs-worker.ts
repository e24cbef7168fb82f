import type { PersonCost } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { RunFolder, type RunManifest } from '@itinera/run';
import { gatherRun } from '@itinera/runner';
import { knownBenchmark, loadBenchmark, truthOf } from './known-benchmark.js';
import { findingsOf } from './run-detail.js';
import { readScores } from './run-list.js';

export interface CostsJob {
  /** Path of the folder of a run. */
  readonly path: string;
  readonly manifest: RunManifest;
  /** Folder of decoded maps. */
  readonly cacheFolder: string;
  /** Whether the file of its custom benchmark may be loaded. */
  readonly mayLoad: boolean;
}

/** Points lost per person: from the results if they suffice, else from all rows of the run, which takes seconds. */
export default async function peopleCosts({
  path,
  manifest,
  cacheFolder,
  mayLoad,
}: CostsJob): Promise<readonly PersonCost[]> {
  if (mayLoad) await loadBenchmark(manifest);
  const benchmark = knownBenchmark(manifest);
  const truth = truthOf(manifest);
  const folder = new RunFolder(path);
  const scores = readScores(folder);
  if (truth === null || scores === null || benchmark === null) return [];
  const known = findingsOf(folder, manifest, { scores, truth, people: null })?.people ?? [];
  if (known.length > 0) return known;
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  const { people } = gatherRun(folder, manifest, benchmark, new MapCityView(map));
  return people ? (findingsOf(folder, manifest, { scores, truth, people })?.people ?? []) : [];
}
