import { join } from 'node:path';
import { type PreparedCity, type Profile, prepareCity } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { type Dataset, readDataset } from '../datasets/dataset.js';
import { type DemoTerms, findDataset, syntheticNotice } from '../datasets/find-dataset.js';
import { describeRelocation, relocateDataset } from '../datasets/relocate.js';
import type { Benchmark } from '../port/benchmark.js';
import { requireSameCity, warnOfMap } from './check-map.js';

/** Somebody to tell while things are made ready. */
export interface Listener {
  /** What a user should know before trusting what comes out. */
  readonly warn?: (message: string) => void;
  /** What was done, beside the result. */
  readonly note?: (message: string) => void;
  /** The share of a step that is done, 0 to 1: routes are prepared once a map. */
  readonly onPreparing?: (step: string, share: number) => void;
}

/** Which people live where. */
export interface TrialPlace extends DemoTerms {
  readonly benchmark: Benchmark;
  /** Where runs and caches are. */
  readonly home: string;
  /** Folder of the dataset, or of all datasets; else the installed one, else demo data, where nothing hints at others. */
  readonly datasets?: string | undefined;
  /** A map in place of the one of the dataset. */
  readonly map?: string | undefined;
  /** Moves the people to that map. */
  readonly relocate?: boolean | undefined;
  readonly seed: number;
  /** How many people, the first ones of the profiles; else as many as the benchmark has. */
  readonly people?: number | undefined;
}

/** What a run needs beside its agent. */
export interface PreparedTrial {
  readonly benchmark: Benchmark;
  readonly dataset: Dataset;
  readonly city: PreparedCity;
  readonly people: number;
}

/** Finds dataset and map, and checks that they belong together. @throws UserError when they do not, or one is missing. */
export async function prepareTrial(place: TrialPlace, listener: Listener = {}): Promise<PreparedTrial> {
  const { benchmark, home } = place;
  const asRead = readDataset(findDataset(home, benchmark, place.datasets, place));
  if (asRead.synthetic) listener.note?.(syntheticNotice(benchmark.name));
  const city = await openMap(home, mapOf(asRead, place.map), listener);
  if (place.map !== undefined && asRead.mapPath !== null && !place.relocate)
    requireSameCity(asRead.profiles, await openMap(home, asRead.mapPath, listener), city);
  const dataset = place.relocate ? moved(asRead, city, place.seed, listener) : asRead;
  const people = peopleToRun(dataset, place.people, benchmark, listener);
  checkPlaces(peopleOf(dataset, people), city, listener);
  // Demo data are a small town, and say so.
  if (!asRead.synthetic || place.map !== undefined)
    warnOfMap(benchmark, peopleOf(dataset, people), city, listener.warn ?? (() => {}));
  return { benchmark, dataset, city, people };
}

/** A map with its routes, which are kept in the cache of the home. */
export function openMap(home: string, path: string, { onPreparing }: Listener): Promise<PreparedCity> {
  return prepareCity(path, { cacheFolder: join(home, 'cache'), ...(onPreparing && { onProgress: onPreparing }) });
}

/** The people of a run: the first ones of the dataset. */
export function peopleOf({ profiles }: Dataset, people: number): readonly Profile[] {
  return profiles.slice(0, people);
}

function moved(dataset: Dataset, city: PreparedCity, seed: number, { note }: Listener): Dataset {
  const { dataset: there, report } = relocateDataset(dataset, city, seed);
  note?.(describeRelocation(report));
  return there;
}

/** @throws UserError when neither the dataset nor the user brings a map. */
function mapOf({ folder, mapPath }: Dataset, option: string | undefined): string {
  const path = option ?? mapPath;
  if (path !== null) return path;
  throw new UserError(`${folder}: holds no map. Pass one: --map city.pb, with --relocate when it is another city.`);
}

function peopleToRun(
  { profiles, folder }: Dataset,
  wanted: number | undefined,
  benchmark: Pick<Benchmark, 'name' | 'people'>,
  { warn, note }: Listener,
): number {
  const all = profiles.length;
  if (wanted !== undefined && wanted > all)
    warn?.(`${folder} holds ${all} people, not ${wanted}: all of them are simulated.`);
  if (wanted === undefined && all > benchmark.people)
    note?.(
      `${folder} holds ${all} people: the first ${benchmark.people} are simulated, as many as ${benchmark.name} has. All of them: --people ${all}`,
    );
  return Math.min(wanted ?? benchmark.people, all);
}

/** @throws UserError when people live where the map has nothing. */
function checkPlaces(profiles: readonly Profile[], { map, path }: PreparedCity, { warn }: Listener): void {
  const jobless = profiles.filter(({ work }) => work !== null && map.aoiIndex(work) < 0);
  if (jobless.length > 0)
    warn?.(
      `${jobless.length} people work in AOIs that ${path} does not have, such as person ${jobless[0]!.id}: they cannot go there.`,
    );
  const lost = profiles.filter(({ home }) => map.aoiIndex(home) < 0);
  if (lost.length === 0) return;
  throw new UserError(
    `${path}: ${lost.length} of ${profiles.length} people live in AOIs that this map does not have, such as person ${lost[0]!.id} in ${lost[0]!.home}. ` +
      'The profiles were made for another map: pass that one with --map, or move the people with --relocate.',
  );
}
