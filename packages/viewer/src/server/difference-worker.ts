import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type Benchmark, compareScores, field, isScored, type ScoredResults } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { pairedBootstrap } from '@itinera/metrics';
import { RunFolder, type RunManifest } from '@itinera/run';
import { gatherRun } from '@itinera/runner';
import { compareSimulations, differenceMap } from '@itinera/studies';
import type { Differences } from '../wire/comparison.js';
import { knownBenchmark, loadBenchmark, truthOf } from './known-benchmark.js';
import { areSamePeople, type PeopleTable, readPeople } from './people.js';

const LEVEL = 0.95;
/** Characters. */
const LARGEST_DRAWING = 8e6;

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
  const [{ manifest }] = runs;
  if (mayLoad) await loadBenchmark(manifest);
  const benchmark = knownBenchmark(manifest);
  if (benchmark !== null && !isScored(benchmark)) return tripDifferences(runs);
  if (!runs.every(({ path }) => existsSync(new RunFolder(path).resultsJsonPath))) return null;
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

/** Means per person and day of two simulations of the same people, as `asbench runs compare` prints them: second minus first. */
async function tripDifferences(runs: DifferenceJob['runs']): Promise<Differences> {
  const [one, other] = runs.map(({ path, manifest }) => readPeople(new RunFolder(path), manifest)) as [
    PeopleTable,
    PeopleTable,
  ];
  if (!areSamePeople(runs, [one, other])) return null;
  const days = (of: PeopleTable) => of.summary.days;
  const rows = [...one.id].map((id) => other.rowOf.get(id)!);
  const measures: readonly (readonly [key: string, of: (table: PeopleTable, row: number) => number])[] = [
    ['trips', ({ trips }, row) => trips[row]!],
    ['travel time, min', ({ seconds }, row) => seconds[row]! / 60],
    ['distance, km', ({ metres }, row) => metres[row]! / 1000],
  ];
  const metrics = measures.map(([key, of]) => {
    const [a, b] = [
      rows.map((_, row) => of(one, row) / days(one)),
      rows.map((row) => of(other, row) / days(other)),
    ] as const;
    const { value, low, high, pValue } = pairedBootstrap(b, a, { seed: 0, level: LEVEL });
    const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
    return { key, spread: { value, low, high }, pValue, means: [mean(a), mean(b)] as const };
  });
  const flows = await flowsOf(runs);
  return { method: `${rows.length} people in pairs`, level: LEVEL, metrics, ...flows };
}

/** The flows by road that change, and their map; null without routes or map, if a run is not finished, and if it would be too large for a page. */
async function flowsOf([a, b]: DifferenceJob['runs']): Promise<Pick<
  NonNullable<Differences>,
  'flows' | 'roads'
> | null> {
  if (!a.manifest.routes || !b.manifest.routes) return null;
  try {
    const home = join(b.path, '..', '..');
    const compared = await compareSimulations([new RunFolder(a.path), new RunFolder(b.path)], { home });
    const roads = compared.roads?.filter(({ difference }) => difference !== 0) ?? [];
    const flows = differenceMap(compared);
    return flows.length <= LARGEST_DRAWING ? { flows, roads } : null;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
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
