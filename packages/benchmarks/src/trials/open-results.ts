import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { type DataPlace, locateData, RunFolder, type RunManifest, readManifest, readResults } from '@itinera/run';
import { demoDataset } from '../datasets/demo/make-demo.js';
import { openBenchmark } from '../list/open-benchmark.js';
import type { Benchmark } from '../port/benchmark.js';
import type { ScoredResults } from '../port/results.js';
import { gatherRun } from './evaluate-run.js';
import { keptFile } from './keep-source.js';

/** Results to score, with their origin. */
export interface OpenedResults extends ScoredResults {
  readonly name: string;
  /** Task according to the file or the run. */
  readonly task: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null for a results file. */
  readonly run: { readonly folder: RunFolder; readonly manifest: RunManifest; readonly benchmark: Benchmark } | null;
}

/**
 * Opens a run by name or folder, or a results file, also one of the Python original.
 * @throws UserError when it does not exist, or the run is not finished.
 */
export async function openResults(place: DataPlace, nameOrPath: string): Promise<OpenedResults> {
  const { home } = place;
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
  const manifest = await manifestHere(folder, place);
  if (!existsSync(folder.resultsJsonPath))
    throw new UserError(`${folder.name} is not finished. Finish it: asbench resume ${folder.name}`);
  const { metadata } = await readResults(folder.path);
  const benchmark = await benchmarkOf(manifest, folder);
  const { map, sha256 } = await readMapFile(manifest.map.path, { cacheFolder: join(home, 'cache') });
  if (sha256 !== manifest.map.hash) throw otherMap(folder, manifest);
  const gathered = gatherRun(folder, manifest, benchmark, new MapCityView(map));
  return { name: folder.name, task: manifest.task, metadata, ...gathered, run: { folder, manifest, benchmark } };
}

/** Reads the manifest of a run and locates its data on this machine. @throws UserError when its map is missing. */
export async function manifestHere(folder: RunFolder, place: DataPlace): Promise<RunManifest> {
  const written = readManifest(folder);
  let manifest = locateData(written, place);
  const isGone = !existsSync(manifest.map.path) || !existsSync(manifest.dataset.folder);
  if (written.dataset.synthetic && isGone) {
    // The same on any machine.
    demoDataset(place.home, await benchmarkOf(written, folder));
    manifest = locateData(written, place);
  }
  if (existsSync(manifest.map.path)) return manifest;
  throw new UserError(
    `${folder.name}: its map ${nameOf(written.map)} (SHA-256 ${short(written.map.hash)}) is neither at ${manifest.map.path} nor under ${place.home}. Pass it: --map FILE`,
  );
}

/** @returns the error for a map that is not that of a run. */
export function otherMap(folder: RunFolder, { map }: RunManifest): UserError {
  return new UserError(
    `${folder.name}: ${map.path} is not the map of the run (${nameOf(map)}, SHA-256 ${short(map.hash)}). Pass that one: --map FILE`,
  );
}

function nameOf({ name, path }: RunManifest['map']): string {
  return name ?? basename(path);
}

function short(hash: string): string {
  return `${hash.slice(0, 16)}…`;
}

/** Opens the benchmark of a run; a custom one from its original place, otherwise from the run folder. */
export function benchmarkOf({ task, taskFile }: RunManifest, folder: RunFolder): Promise<Benchmark> {
  if (taskFile === undefined) return openBenchmark(task);
  return openBenchmark(existsSync(taskFile) ? taskFile : keptFile(folder.taskFolder, taskFile));
}
