import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shellPath, UserError } from '@itinera/base';
import {
  type Benchmark,
  benchmarkNamed,
  demoDataset,
  openBenchmark,
  requireScored,
  type ScoredResults,
  SIMULATION,
} from '@itinera/benchmarks';
import { readMapFile } from '@itinera/city';
import { MapCityView } from '@itinera/engine';
import {
  type DataPlace,
  locateData,
  openRun,
  type RunFolder,
  type RunManifest,
  readManifest,
  readResults,
  requireFinished,
} from '@itinera/run';
import { gatherRun } from './evaluate-run.js';
import { keptCopy } from './keep-source.js';
import { isVouchedFor, notVouchedFor } from './vouched.js';

/** Locations of the data and the benchmark of a run. */
export interface RunPlace extends DataPlace {
  /** The benchmark that the user has named. Default: that of the run, if the user has vouched for its file. */
  readonly benchmark?: Benchmark | undefined;
  /** The home in which the user has vouched for files; default: that of the data. */
  readonly ownHome?: string | undefined;
}

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
 * Opens a run by name or folder, or a results file, including one of the Python original.
 * @throws UserError when it does not exist, or the run is not finished.
 */
export async function openResults(place: RunPlace, nameOrPath: string): Promise<OpenedResults> {
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
  const folder = await openRun(home, nameOrPath);
  const manifest = await manifestHere(folder, place);
  requireFinished(folder, existsSync(folder.resultsJsonPath));
  const { metadata } = await readResults(folder.path);
  const benchmark = await benchmarkOf(manifest, folder, place);
  const { map, sha256 } = await readMapFile(manifest.map.path, { cacheFolder: join(home, 'cache') });
  if (sha256 !== manifest.map.hash) throw otherMap(folder, manifest);
  const gathered = gatherRun(folder, manifest, benchmark, new MapCityView(map));
  return { name: folder.name, task: manifest.task, metadata, ...gathered, run: { folder, manifest, benchmark } };
}

/** Reads the manifest of a run and locates its data on this machine. @throws UserError when its map is missing. */
export async function manifestHere(folder: RunFolder, place: RunPlace): Promise<RunManifest> {
  const written = readManifest(folder);
  let manifest = locateData(written, place);
  const isGone = !existsSync(manifest.map.path) || !existsSync(manifest.dataset.folder);
  if (written.dataset.synthetic && isGone) {
    // The same on any machine.
    demoDataset(place.home, await benchmarkOf(written, folder, place));
    manifest = locateData(written, place);
  }
  if (existsSync(manifest.map.path)) return manifest;
  throw new UserError(
    `${folder.name}: its map ${nameOf(written.map)} (SHA-256 ${short(written.map.hash)}) is neither at ${manifest.map.path} nor under ${place.home}. Pass it: --map FILE`,
  );
}

/** @returns the error for a map that does not belong to the run. */
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

/** Opens the benchmark of a run. @throws UserError when it is in a file that the user has not vouched for. */
export async function benchmarkOf(manifest: RunManifest, folder: RunFolder, place: RunPlace): Promise<Benchmark> {
  const { home, ownHome = home, benchmark = null } = place;
  if (benchmark?.name === manifest.task) return benchmark;
  if (benchmark !== null) {
    // Evaluating it as what it is would not help.
    if (manifest.task.startsWith(SIMULATION)) requireScored({ name: manifest.task, metrics: {} });
    throw new UserError(
      `${folder.name} contains results of ${manifest.task}, not ${benchmark.name}. Try: asbench evaluate ${manifest.task} ${folder.typed}`,
    );
  }
  const file = benchmarkFileOf(manifest, folder, ownHome);
  // Never openBenchmark for a name from a run or a results file: it could be that of a file in the working folder.
  return file === null ? benchmarkNamed(manifest.task) : openBenchmark(file);
}

/**
 * The file of a run's custom benchmark: the original, otherwise the copy in the run folder; null for a built-in one.
 * @throws UserError when the user has not vouched for it.
 */
export function benchmarkFileOf(
  { taskFile }: RunManifest,
  { name, taskFolder }: RunFolder,
  home: string,
): string | null {
  if (taskFile === undefined) return null;
  const files = [taskFile, keptCopy(taskFolder, taskFile)].filter((path) => existsSync(path));
  const vouched = files.find((file) => isVouchedFor(home, { use: 'benchmark', file }));
  if (vouched !== undefined) return vouched;
  const file = files[0] ?? taskFile;
  throw notVouchedFor(
    name,
    { use: 'benchmark', file },
    `Read it, then allow it: asbench --home-dir ${shellPath(home)} list-tasks ${shellPath(file)}`,
  );
}
