import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { type Benchmark, compareScores, differenceInWords, isScored, type ScoredResults } from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { RunFolder, type RunManifest } from '@itinera/run';
import { gatherRun } from '@itinera/runner';
import { answerOf, compareSimulations, type SimulationComparison } from '@itinera/studies';
import type { Differences } from '../wire/comparison.js';
import { knownBenchmark, loadBenchmark, truthOf } from './known-benchmark.js';
import { resultsIn } from './run-list.js';

const LEVEL = 0.95;

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
  if (benchmark !== null && !isScored(benchmark)) return simulationDifferences(runs);
  if (!runs.every(({ path }) => existsSync(new RunFolder(path).resultsJsonPath))) return null;
  const truth = truthOf(manifest);
  if (truth === null || benchmark === null) return null;
  const [one, other] = [
    await resultsOf(runs[0], benchmark, cacheFolder),
    await resultsOf(runs[1], benchmark, cacheFolder),
  ];
  const difference = compareScores(benchmark, one, other, truth);
  const { method, level, documented } = difference;
  const names = runs.map(({ path }) => basename(path)) as [string, string];
  return {
    says: differenceInWords(benchmark, difference, names),
    method,
    level,
    metrics: Object.entries(documented).map(([key, { value, low, high, pValue }]) => ({
      key,
      spread: { value, low, high },
      pValue: pValue ?? null,
      better: benchmark.metrics[key]?.better ?? null,
    })),
  };
}

/**
 * Two simulations of the same people as `asbench runs compare` prints them: second minus first. Null for other people, a run
 * that is not finished, and without their data or map.
 */
async function simulationDifferences([a, b]: DifferenceJob['runs']): Promise<Differences> {
  try {
    const home = join(b.path, '..', '..');
    const compared = await compareSimulations([new RunFolder(a.path), new RunFolder(b.path)], { home });
    return changeOf(compared);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Two simulations as pages show them. */
export function changeOf(compared: SimulationComparison): NonNullable<Differences> {
  const { people, totals, places, roads, geography } = compared;
  const same = roads?.filter(({ difference }) => difference === 0);
  return {
    says: compared.says,
    method: `${counted(people, 'person', 'people')} in pairs`,
    level: LEVEL,
    metrics: Object.entries(totals).map(([key, { a: before, b: after, difference, low, high }]) => ({
      key,
      spread: { value: difference, low, high },
      pValue: null,
      better: null,
      means: [before, after] as const,
    })),
    change: {
      answer: answerOf(compared),
      drawn: places.map(({ points, ...place }) => ({ ...place, metres: points.map((at) => geography.metres(at)) })),
      sameRoads: same?.flatMap(({ row, b: cars }) => [row, cars]) ?? null,
    },
  };
}

/** Results person by person, so that people can be paired; without the map, those of the results file. */
async function resultsOf(
  { path, manifest }: RunToCompare,
  benchmark: Benchmark,
  cacheFolder: string,
): Promise<ScoredResults> {
  const folder = new RunFolder(path);
  if (!existsSync(manifest.map.path)) return { results: resultsIn(folder).results };
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  return gatherRun(folder, manifest, benchmark, new MapCityView(map));
}
