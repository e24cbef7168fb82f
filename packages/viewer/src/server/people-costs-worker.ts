import { gatherRun, type PersonCost } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { RunFolder, type RunManifest } from '@itinera/run';
import { knownBenchmark, loadBenchmark } from './known-benchmark.js';
import { findingsOf } from './run-detail.js';
import { readScores } from './run-list.js';
import { truthOf } from './truth.js';

export interface CostsJob {
  /** Path of the folder of a run. */
  readonly path: string;
  readonly manifest: RunManifest;
  /** Where opened maps are kept. */
  readonly cacheFolder: string;
  /** Whether the file of its benchmark may be loaded, when it is not built in. */
  readonly mayLoad: boolean;
}

/** What people cost: from the results where they tell, else from all rows of the run, which takes seconds for many people. */
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
  const told = findingsOf(folder, manifest, { scores, truth, people: null })?.people ?? [];
  if (told.length > 0) return told;
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  const { people } = gatherRun(folder, manifest, benchmark, new MapCityView(map));
  return people ? (findingsOf(folder, manifest, { scores, truth, people })?.people ?? []) : [];
}
