import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { demoDataset } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import { type DataPlace, dataAreThere, locateData, type RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { knownBenchmark } from './known-benchmark.js';

/** Folders of a home that data of runs are looked for in. */
const LOOKED_THROUGH = ['datasets', 'demo', 'maps'] as const;

/** What runs say of themselves, with the places of their data on this machine: they may come from another. */
export class RunsHere {
  readonly #place: DataPlace;
  /** Whether what is named has to be what a run was made with: so for one run, but not for a folder of them. */
  readonly #isStrict: boolean;
  readonly #taskFiles: readonly string[];
  readonly #known = new Map<string, { readonly stamp: string; readonly manifest: RunManifest }>();

  /** @param taskFiles files of benchmarks that the user has named */
  constructor(place: DataPlace, isStrict: boolean, taskFiles: readonly string[]) {
    this.#place = place;
    this.#isStrict = isStrict;
    this.#taskFiles = taskFiles;
  }

  /** @throws UserError when `run.json` cannot be read, or the data that are named are others */
  manifest(folder: RunFolder): RunManifest {
    const stamp = this.#stampOf(folder);
    const known = this.#known.get(folder.path);
    if (known?.stamp === stamp) return known.manifest;
    const manifest = this.#locate(withTask(readManifest(folder), folder, this.#taskFiles), folder);
    this.#known.set(folder.path, { stamp, manifest });
    return manifest;
  }

  /** Makes the demo data of a run again when they are gone: they are the same on any machine. */
  prepare(folder: RunFolder): void {
    const manifest = this.manifest(folder);
    const benchmark = knownBenchmark(manifest);
    const { dataset, map } = manifest;
    if (!dataset.synthetic || benchmark === null || (existsSync(dataset.folder) && existsSync(map.path))) return;
    demoDataset(this.#place.home, benchmark);
    this.#known.delete(folder.path);
  }

  #locate(written: RunManifest, folder: RunFolder): RunManifest {
    const { home, datasets, map } = this.#place;
    const found = locateData(written, { home });
    if (datasets === undefined && map === undefined) return found;
    const named = locateData(written, this.#place);
    const fits = dataAreThere(named);
    if (this.#isStrict && datasets !== undefined && !fits.dataset)
      throw otherData(folder, named.dataset.folder, 'dataset that it was run with', written.dataset.hash, '-d FOLDER');
    if (this.#isStrict && map !== undefined && !fits.map)
      throw otherData(folder, named.map.path, 'map that it was run on', written.map.hash, '--map FILE');
    return {
      ...found,
      dataset: fits.dataset ? named.dataset : found.dataset,
      map: fits.map ? named.map : found.map,
    };
  }

  /** Changes when what is looked through may have. */
  #stampOf(folder: RunFolder): string {
    const paths = [join(folder.path, 'run.json'), ...LOOKED_THROUGH.map((name) => join(this.#place.home, name))];
    return paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? '').join();
  }
}

/** The file of a benchmark that is not built in, where it was, else as the user names it, else as the run's folder has it. */
function withTask(manifest: RunManifest, { taskFolder }: RunFolder, named: readonly string[]): RunManifest {
  const { taskFile } = manifest;
  if (taskFile === undefined || existsSync(taskFile)) return manifest;
  const kept = join(taskFolder, basename(taskFile));
  const here = named.find((file) => basename(file) === basename(taskFile)) ?? (existsSync(kept) ? kept : taskFile);
  return { ...manifest, taskFile: here };
}

function otherData({ name }: RunFolder, path: string, what: string, hash: string, option: string): UserError {
  return new UserError(
    `${name}: ${path} is not the ${what} (SHA-256 ${hash.slice(0, 16)}…). Say where that one is: ${option}`,
  );
}
