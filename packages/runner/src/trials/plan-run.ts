import { join, resolve } from 'node:path';
import { counted, grouped, UserError } from '@itinera/base';
import { type Benchmark, describeRelocation } from '@itinera/benchmarks';
import { type MovementSettings, readMapFile, type Scenario } from '@itinera/city';
import { type PreparedCity, type Profile, prepareCity } from '@itinera/engine';
import { type AgentSource, type PlanSettings, planSettings, type RunPlan } from '@itinera/run';
import { type Dataset, readDataset, relocateDataset, sampleDataset } from '../datasets/dataset.js';
import { type DemoTerms, findDataset } from '../datasets/find-dataset.js';
import { readObserved } from '../datasets/read-observed.js';
import { checkScenario } from '../scenarios/check-scenario.js';
import { scenarioMap } from '../scenarios/scenario-map.js';
import { requireOwnMap, requireSameCity, warnOfMap } from './check-map.js';
import { chooseCongestion } from './choose-congestion.js';
import { chooseOrder, type OrderChoice } from './choose-order.js';

/** Receives messages during the preparation. */
export interface Listener {
  /** Warnings that qualify the result. */
  readonly warn?: (message: string) => void;
  /** Information about what was done. */
  readonly note?: (message: string) => void;
  /** Progress of a step, 0 to 1: routing is prepared once per map. */
  readonly onPreparing?: (step: string, share: number) => void;
}

/** Limit of people whose routes are recorded by default: routes take more space than everything else. */
export const MAX_PEOPLE_WITH_ROUTES = 10_000;

/** The dataset and the map of a run, before they are read. */
export interface InputOptions extends DemoTerms {
  readonly benchmark: Benchmark;
  /** Folder of runs and caches. */
  readonly home: string;
  /**
   * Folder of the dataset, or of all datasets; default: the installed one, then demo data if nothing suggests real data.
   */
  readonly datasets?: string | undefined;
  /** The map to use instead of the dataset's own. */
  readonly map?: string | undefined;
  readonly seed?: number | undefined;
  /** Number of people, the first of the profiles or, in simulations, a random sample; default: the benchmark's. */
  readonly people?: number | undefined;
}

/** What may be given of a plan. */
export interface PlanOptions extends InputOptions, Partial<Omit<PlanSettings, 'seed' | 'observed'>> {
  readonly agent: AgentSource;
  readonly agentParams?: Readonly<Record<string, unknown>> | undefined;
  /** Whether to move the people to the map. */
  readonly relocate?: boolean | undefined;
  /** What the simulation changes of city and people. */
  readonly scenario?: Scenario | undefined;
  /** Folder of a survey of one's own: `weekdays.csv`, `weekends.csv`, `flows.csv`. */
  readonly observed?: string | undefined;
  /** `auto`: queues, if so many people can fill the roads. Default `off`. */
  readonly congestion?: RunPlan['congestion'] | 'auto';
  /** Whether the run is simulated in parts, which cannot share the streets. */
  readonly inParts?: boolean;
  /** Movement options, which may depend on the people of the run. */
  readonly movement?:
    | MovementSettings
    | ((people: number, dataset: Dataset) => MovementSettings | undefined)
    | undefined;
  /** Default `auto`. */
  readonly order?: OrderChoice;
  /** Default: up to 10,000 people. */
  readonly routes?: boolean | undefined;
}

/** What a plan names, opened: a part of the context of its run. */
export interface RunInputs {
  readonly benchmark: Benchmark;
  readonly dataset: Dataset;
  /** After the changes of the scenario. */
  readonly city: PreparedCity;
}

/**
 * Makes a plan: finds dataset and map, checks that they match, and fills the defaults.
 * @throws UserError when they do not, or one is missing.
 */
export async function planRun(
  options: PlanOptions,
  listener: Listener = {},
): Promise<{ readonly plan: RunPlan; readonly inputs: RunInputs }> {
  const { benchmark, home, agent, relocate = false, scenario, observed, seed = planSettings().seed } = options;
  const { warn = () => {}, note = () => {} } = listener;
  const found = readDataset(findDataset(home, benchmark, options.datasets, options));
  const asRead = benchmark.samplesPeople ? sampleDataset(found, options.people ?? benchmark.people, seed) : found;
  const people = Math.min(options.people ?? benchmark.people, asRead.profiles.length);
  const { congestion: asked = 'off', inParts = false } = options;
  const congestion = asked === 'auto' ? chooseCongestion(people, benchmark.clock.steps, inParts, note) : asked;
  // With congestion, turn penalties stand for the waits at turns, which the driving times of lone cars lack: by these, too
  // many drivers would take the same short cuts.
  const routeCosts = congestion === 'off' ? benchmark.routeCosts : undefined;
  const unchanged = mapOf(asRead, options.map);
  const changed = scenario
    ? await scenarioMap(unchanged, scenario, { home, onPreparing: listener.onPreparing })
    : { path: unchanged, said: [] };
  const city = await openMap(home, changed.path, listener, routeCosts);
  if (options.map !== undefined && asRead.mapPath !== null && !relocate)
    requireSameCity(asRead.profiles, await openMap(home, asRead.mapPath, listener), city);
  const dataset = relocate ? moved(asRead, city, seed, listener) : asRead;
  describePeople(dataset, options.people, benchmark, listener);
  const profiles = peopleOf(dataset, people);
  checkPlaces(profiles, city, listener);
  if (!relocate) requireOwnMap(profiles, city);
  const isDemo = asRead.synthetic && options.map === undefined;
  warnOfMap(benchmark, profiles, { map: city.map, path: city.path, isDemo }, warn);
  const changes = scenario && {
    name: scenario.name,
    changes: scenario,
    map: { path: resolve(unchanged), hash: await hashOfMap(unchanged, home) },
    ...checkScenario(scenario, city, profiles, { clock: benchmark.clock, seed, said: changed.said }, listener),
  };
  const { movement: given } = options;
  const movement = {
    ...(typeof given === 'function' ? given(people, dataset) : given),
    ...(routeCosts && { routeCosts }),
  };
  const plan: RunPlan = {
    task: benchmark.name,
    ...(benchmark.file !== undefined && { taskFile: benchmark.file }),
    ...planSettings({
      ...options,
      observed: observed === undefined ? null : await readObserved(observed, city, profiles),
    }),
    people,
    agent: {
      source: 'builtIn' in agent ? agent : { ...agent, file: resolve(agent.file) },
      params: { ...options.agentParams },
    },
    dataset: {
      folder: resolve(dataset.folder),
      relocated: dataset.relocated,
      ...(dataset.sampledFrom && { sampledFrom: dataset.sampledFrom.length }),
    },
    map: { path: resolve(city.path) },
    congestion,
    ...(Object.keys(movement).length > 0 && { movement }),
    ...(changes && { scenario: changes }),
    order: await chooseOrder(options.order ?? 'auto', agent, benchmark, note),
    routes: options.routes ?? people <= MAX_PEOPLE_WITH_ROUTES,
    ...(options.configPath && { configPath: resolve(options.configPath) }),
  };
  return { plan, inputs: { benchmark, dataset, city } };
}

async function hashOfMap(path: string, home: string): Promise<string> {
  return (await readMapFile(path, { cacheFolder: join(home, 'cache') })).sha256;
}

/** Opens a map with its routing data, which are cached in the home folder. */
export async function openMap(
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

/** Says which of the people are simulated, if not all. */
function describePeople(
  { profiles, folder, sampledFrom }: Dataset,
  wanted: number | undefined,
  benchmark: Pick<Benchmark, 'name' | 'people'>,
  { warn, note }: Listener,
): void {
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
}

/** @throws UserError when homes are missing in the map. */
function checkPlaces(profiles: readonly Profile[], { map, path }: PreparedCity, { warn }: Listener): void {
  const jobless = profiles.filter(({ work }) => work !== null && map.aoiIndex(work) < 0);
  if (jobless.length > 0)
    warn?.(
      `${counted(jobless.length, 'person works', 'people work')} in AOIs that are missing in ${path}, such as person ${jobless[0]!.id}: they cannot go to work.`,
    );
  const lost = profiles.filter(({ home }) => map.aoiIndex(home) < 0);
  if (lost.length === 0) return;
  throw new UserError(
    `${path}: ${lost.length} of ${profiles.length} people live in AOIs that are missing in this map, such as person ${lost[0]!.id} in ${lost[0]!.home}. ` +
      'The profiles belong to another map: pass that one with --map, or move the people with --relocate.',
  );
}
