import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '@itinera/base';
import { demoDataset } from '@itinera/benchmarks';
import {
  type DataPlace,
  dataAvailability,
  locateData,
  type RunFolder,
  type RunManifest,
  readManifest,
  rememberedHashes,
} from '@itinera/run';
import { knownBenchmark } from './known-benchmark.js';

/** Folders of a home that are searched for the data of runs. */
const LOOKED_THROUGH = ['datasets', 'demo', 'maps'] as const;

/** The manifests of runs, with the paths of their data on this machine: runs may come from another one. */
export class RunsHere {
  readonly #place: DataPlace;
  /** Whether the given data must belong to the run: true for a single run, false for a folder of runs. */
  readonly #isStrict: boolean;
  readonly #taskFiles: readonly string[];
  readonly #hashOf = rememberedHashes(() => Date.now());
  readonly #known = new Map<string, { readonly stamp: string; readonly manifest: RunManifest }>();

  /** @param taskFiles files of custom benchmarks that the user has passed */
  constructor(place: DataPlace, isStrict: boolean, taskFiles: readonly string[]) {
    this.#place = place;
    this.#isStrict = isStrict;
    this.#taskFiles = taskFiles;
  }

  /** @throws UserError if `run.json` cannot be read, or the given data do not belong to the run */
  manifest(folder: RunFolder): RunManifest {
    const stamp = this.#stampOf(folder);
    return this.#knownAt(stamp, folder) ?? this.#keep(stamp, folder, readManifest(folder));
  }

  /** The same; null if `run.json` cannot be read. @throws UserError if the given data do not belong to the run */
  readable(folder: RunFolder): RunManifest | null {
    const stamp = this.#stampOf(folder);
    const known = this.#knownAt(stamp, folder);
    if (known !== null) return known;
    let written: RunManifest;
    try {
      written = readManifest(folder);
    } catch {
      return null;
    }
    return this.#keep(stamp, folder, written);
  }

  /** Regenerates the demo data of a run if they are missing: they are the same on any machine. */
  prepare(folder: RunFolder): void {
    const manifest = this.manifest(folder);
    const benchmark = knownBenchmark(manifest);
    const { dataset, map } = manifest;
    if (!dataset.synthetic || benchmark === null || (existsSync(dataset.folder) && existsSync(map.path))) return;
    demoDataset(this.#place.home, benchmark);
    this.#known.delete(folder.path);
  }

  #knownAt(stamp: string, folder: RunFolder): RunManifest | null {
    const known = this.#known.get(folder.path);
    return known?.stamp === stamp ? known.manifest : null;
  }

  #keep(stamp: string, folder: RunFolder, written: RunManifest): RunManifest {
    const manifest = this.#locate(withTask(written, folder, this.#taskFiles), folder);
    this.#known.set(folder.path, { stamp, manifest });
    return manifest;
  }

  #locate(written: RunManifest, folder: RunFolder): RunManifest {
    const { home, datasets, map } = this.#place;
    const found = locateData(written, { home }, this.#hashOf);
    if (datasets === undefined && map === undefined) return found;
    const named = locateData(written, this.#place, this.#hashOf);
    const fits = dataAvailability(named, this.#hashOf);
    if (this.#isStrict && datasets !== undefined && !fits.dataset)
      throw otherData(folder, named.dataset.folder, 'dataset of this run', written.dataset.hash, '-d FOLDER');
    if (this.#isStrict && map !== undefined && !fits.map)
      throw otherData(folder, named.map.path, 'map of this run', written.map.hash, '--map FILE');
    return {
      ...found,
      dataset: fits.dataset ? named.dataset : found.dataset,
      map: fits.map ? named.map : found.map,
    };
  }

  /** Changes when the searched folders may have changed. */
  #stampOf(folder: RunFolder): string {
    const paths = [join(folder.path, 'run.json'), ...LOOKED_THROUGH.map((name) => join(this.#place.home, name))];
    return paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? '').join();
  }
}

/** The file of a custom benchmark: as passed by the user, else at its original path, else the copy in the run folder. */
function withTask(manifest: RunManifest, { taskFolder }: RunFolder, named: readonly string[]): RunManifest {
  const { taskFile } = manifest;
  if (taskFile === undefined) return manifest;
  const kept = join(taskFolder, basename(taskFile));
  const found = [taskFile, kept].find((file) => existsSync(file)) ?? taskFile;
  const here = named.includes(found) ? found : (named.find((file) => basename(file) === basename(found)) ?? found);
  return { ...manifest, taskFile: here };
}

function otherData({ name }: RunFolder, path: string, what: string, hash: string, option: string): UserError {
  return new UserError(
    `${name}: ${path} is not the ${what} (SHA-256 ${hash.slice(0, 16)}…). Pass the right one with ${option}`,
  );
}
