import { join, resolve } from 'node:path';
import { grouped, UserError } from '@itinera/base';
import { type Benchmark, describeRelocation } from '@itinera/benchmarks';
import { readMapFile, type Scenario } from '@itinera/city';
import { type PreparedCity, type Profile, prepareCity } from '@itinera/engine';
import { type Dataset, readDataset, relocateDataset, sampleDataset } from '../datasets/dataset.js';
import { type DemoTerms, findDataset, syntheticNotice } from '../datasets/find-dataset.js';
import { checkScenario } from '../scenarios/check-scenario.js';
import { scenarioMap } from '../scenarios/scenario-map.js';
import { requireOwnMap, requireSameCity, warnOfMap } from './check-map.js';

/** Receives messages during the preparation. */
export interface Listener {
  /** Warnings that qualify the result. */
  readonly warn?: (message: string) => void;
  /** Information about what was done. */
  readonly note?: (message: string) => void;
  /** Progress of a step, 0 to 1: routing is prepared once per map. */
  readonly onPreparing?: (step: string, share: number) => void;
}

/** The people and city of a trial. */
export interface TrialPlace extends DemoTerms {
  readonly benchmark: Benchmark;
  /** Folder of runs and caches. */
  readonly home: string;
  /**
   * Folder of the dataset, or of all datasets; default: the installed one, then demo data if nothing suggests real data.
   */
  readonly datasets?: string | undefined;
  /** The map to use instead of the dataset's own. */
  readonly map?: string | undefined;
  /** Whether to move the people to that map. */
  readonly relocate?: boolean | undefined;
  readonly seed: number;
  /** Number of people, the first of the profiles or, in simulations, a random sample; default: the benchmark's. */
  readonly people?: number | undefined;
  /** What the simulation changes of city and people. */
  readonly scenario?: Scenario | undefined;
}

/** The inputs of a run except its agent. */
export interface PreparedTrial {
  readonly benchmark: Benchmark;
  readonly dataset: Dataset;
  /** After the changes of the scenario. */
  readonly city: PreparedCity;
  readonly people: number;
  /** The scenario, and the map before its changes. */
  readonly scenario?: RunScenario;
}

export interface RunScenario {
  readonly scenario: Scenario;
  readonly map: { readonly path: string; readonly hash: string };
  /** What was said about its effects before the run. */
  readonly said: readonly string[];
}

/** Finds dataset and map and checks that they match. @throws UserError when they do not, or one is missing. */
export async function prepareTrial(place: TrialPlace, listener: Listener = {}): Promise<PreparedTrial> {
  const { benchmark, home } = place;
  const found = readDataset(findDataset(home, benchmark, place.datasets, place));
  const wanted = place.people ?? benchmark.people;
  const asRead = benchmark.samplesPeople ? sampleDataset(found, wanted, place.seed) : found;
  if (asRead.synthetic) listener.note?.(syntheticNotice(benchmark.name));
  const { path, scenario } = await changedMap(mapOf(asRead, place.map), place, listener);
  const city = await openMap(home, path, listener, benchmark.routeCosts);
  if (place.map !== undefined && asRead.mapPath !== null && !place.relocate)
    requireSameCity(asRead.profiles, await openMap(home, asRead.mapPath, listener), city);
  const dataset = place.relocate ? moved(asRead, city, place.seed, listener) : asRead;
  const people = peopleToRun(dataset, place.people, benchmark, listener);
  checkPlaces(peopleOf(dataset, people), city, listener);
  if (!place.relocate) requireOwnMap(peopleOf(dataset, people), city);
  const isDemo = asRead.synthetic && place.map === undefined;
  warnOfMap(
    benchmark,
    peopleOf(dataset, people),
    { map: city.map, path: city.path, isDemo },
    listener.warn ?? (() => {}),
  );
  if (scenario === undefined) return { benchmark, dataset, city, people };
  const facts = { clock: benchmark.clock, seed: place.seed, said: scenario.said };
  const said = checkScenario(scenario.scenario, city, peopleOf(dataset, people), facts, listener);
  return { benchmark, dataset, city, people, scenario: { ...scenario, said } };
}

/**
 * The trial with the routes of a congestion model. With congestion, turn penalties stand for the waits at turns, which the driving
 * times of lone cars lack: by these, too many drivers would take the same short cuts.
 */
export async function withCongestion(
  trial: PreparedTrial,
  congestion: 'off' | 'bpr' | 'queue',
  home: string,
  listener: Listener,
): Promise<PreparedTrial> {
  if (congestion === 'off' || trial.benchmark.routeCosts === undefined) return trial;
  return { ...trial, city: await openMap(home, trial.city.path, listener) };
}

/** The map after the changes of a scenario, and the scenario with the map before. */
async function changedMap(
  path: string,
  { home, scenario }: TrialPlace,
  listener: Listener,
): Promise<{ readonly path: string; readonly scenario?: RunScenario }> {
  if (scenario === undefined) return { path };
  const { sha256 } = await readMapFile(path, { cacheFolder: join(home, 'cache') });
  const changed = await scenarioMap(path, scenario, { home, onPreparing: listener.onPreparing });
  return { path: changed.path, scenario: { scenario, map: { path: resolve(path), hash: sha256 }, said: changed.said } };
}

/** Opens a map with its routing data, which are cached in the home folder. */
export function openMap(
  home: string,
  path: string,
  { onPreparing }: Listener,
  routeCosts?: Benchmark['routeCosts'],
): Promise<PreparedCity> {
  return prepareCity(path, {
    cacheFolder: join(home, 'cache'),
    routeCosts,
    ...(onPreparing && { onProgress: onPreparing }),
  });
}

/** Returns the people of a run, the first ones of the dataset or of the sample drawn from it. */
export function peopleOf({ profiles }: Dataset, people: number): readonly Profile[] {
  return profiles.slice(0, people);
}

function moved(dataset: Dataset, city: PreparedCity, seed: number, { note }: Listener): Dataset {
  const { dataset: there, report } = relocateDataset(dataset, city, seed);
  note?.(describeRelocation(report));
  return there;
}

/** @throws UserError when neither the dataset nor the user provides a map. */
function mapOf({ folder, mapPath }: Dataset, option: string | undefined): string {
  const path = option ?? mapPath;
  if (path !== null) return path;
  throw new UserError(`${folder} contains no map. Pass one: --map city.pb, with --relocate if it is another city.`);
}

function peopleToRun(
  { profiles, folder, sampledFrom }: Dataset,
  wanted: number | undefined,
  benchmark: Pick<Benchmark, 'name' | 'people'>,
  { warn, note }: Listener,
): number {
  const all = (sampledFrom ?? profiles).length;
  if (sampledFrom !== null)
    note?.(
      `${grouped(profiles.length)} of ${grouped(all)} people are drawn at random, members of a household together.`,
    );
  if (wanted !== undefined && wanted > all)
    warn?.(`${folder} contains ${all} people, not ${wanted}: all of them are simulated.`);
  if (wanted === undefined && all > benchmark.people)
    note?.(
      `${folder} contains ${all} people: the first ${benchmark.people} are simulated, the number of ${benchmark.name}. To simulate all: --people ${all}`,
    );
  return Math.min(wanted ?? benchmark.people, all);
}

/** @throws UserError when homes are missing in the map. */
function checkPlaces(profiles: readonly Profile[], { map, path }: PreparedCity, { warn }: Listener): void {
  const jobless = profiles.filter(({ work }) => work !== null && map.aoiIndex(work) < 0);
  if (jobless.length > 0)
    warn?.(
      `${jobless.length} people work in AOIs that are missing in ${path}, such as person ${jobless[0]!.id}: they cannot go to work.`,
    );
  const lost = profiles.filter(({ home }) => map.aoiIndex(home) < 0);
  if (lost.length === 0) return;
  throw new UserError(
    `${path}: ${lost.length} of ${profiles.length} people live in AOIs that are missing in this map, such as person ${lost[0]!.id} in ${lost[0]!.home}. ` +
      'The profiles belong to another map: pass that one with --map, or move the people with --relocate.',
  );
}
