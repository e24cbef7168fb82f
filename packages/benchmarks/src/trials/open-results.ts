import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { RunFolder, type RunManifest, readManifest, readResults } from '@itinera/run';
import { openBenchmark } from '../list/open-benchmark.js';
import type { Benchmark } from '../port/benchmark.js';
import type { ScoredResults } from '../port/results.js';
import { gatherRun } from './evaluate-run.js';

/** Results to be scored, and what is known of where they come from. */
export interface OpenedResults extends ScoredResults {
  readonly name: string;
  /** What the file or the run says that it is of. */
  readonly task: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null for a results file. */
  readonly run: { readonly folder: RunFolder; readonly manifest: RunManifest; readonly benchmark: Benchmark } | null;
}

/**
 * A run by name or folder, or a results file of ours or of the Python original.
 * @throws UserError when there is no such thing, or the run is not finished.
 */
export async function openResults(home: string, nameOrPath: string): Promise<OpenedResults> {
  const isFile = /\.(json|pkl|pickle)$/i.test(nameOrPath);
  const named = join(home, 'inference_results', nameOrPath);
  if (isFile) {
    const path = !existsSync(nameOrPath) && existsSync(named) ? named : nameOrPath;
    const { results, metadata } = await readResults(path);
    return {
      name: nameOrPath,
      task: typeof metadata.task_name === 'string' ? metadata.task_name : '',
      metadata,
      results,
      run: null,
    };
  }
  const folder = RunFolder.find(home, nameOrPath);
  const manifest = readManifest(folder);
  if (!existsSync(folder.resultsJsonPath))
    throw new UserError(`${folder.name} is not finished. Finish it: asbench resume ${folder.name}`);
  const { metadata } = await readResults(folder.resultsJsonPath);
  const { map, sha256 } = await readMapFile(manifest.map.path, { cacheFolder: join(home, 'cache') });
  if (sha256 !== manifest.map.hash)
    throw new UserError(`${manifest.map.path} has changed since ${folder.name} was run on it.`);
  const benchmark = await benchmarkOf(manifest);
  const gathered = gatherRun(folder, manifest, benchmark, new MapCityView(map));
  return { name: folder.name, task: manifest.task, metadata, ...gathered, run: { folder, manifest, benchmark } };
}

/** The benchmark that a run is of. */
export function benchmarkOf({ task, taskFile }: RunManifest): Promise<Benchmark> {
  return openBenchmark(taskFile ?? task);
}
