import { rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { asUserError, isFileError, UserError } from '@itinera/base';
import { type Benchmark, taskAddress } from '@itinera/benchmarks';
import { type MovementSettings, scenarioOfRun } from '@itinera/city';
import type { ModelSetup, SimulationSettings } from '@itinera/engine';
import { type PreparedCity, type SharedCity, type SimulationProgress, shareCity, simulate } from '@itinera/engine';
import type { AgentSource, RunManifest } from '@itinera/run';
import {
  groupSizeOf,
  groupsOf,
  lockRun,
  PartFiles,
  ProgressFile,
  RUN_FORMAT,
  RunFolder,
  readManifest,
  sealRun,
  VERSION,
} from '@itinera/run';
import type { Dataset } from '../datasets/dataset.js';
import { outcomeOfScenario } from '../scenarios/clearance.js';
import { applyScenario, rulesOf } from '../scenarios/effects.js';
import { creditedModels } from './credited-models.js';
import type { RunOutcome } from './evaluate-run.js';
import { expIdOf } from './exp-id.js';
import { finishRun } from './finish-run.js';
import { agentHash, sha256 } from './hashes.js';
import { agentFileOf } from './identity.js';
import { hashSources, keepSource, keptFile } from './keep-source.js';
import { peopleOf, type RunScenario } from './prepare-trial.js';
import { noRegistry, type Registry, RunState } from './registry.js';
import { type NamedFile, vouchFor } from './vouched.js';

/** Limit of people whose routes are recorded by default: routes take more space than everything else. */
export const MAX_PEOPLE_WITH_ROUTES = 10_000;

/** The settings of a run. */
export interface RunRequest {
  readonly benchmark: Benchmark;
  readonly mode: 'test' | 'inference';
  readonly seed: number;
  readonly agent: AgentSource;
  readonly agentParams: Readonly<Record<string, unknown>>;
  readonly dataset: Dataset;
  /** Number of people, from the start of the profiles. */
  readonly people: number;
  readonly stepTimeoutSeconds: number;
  readonly congestion: SharedCity['congestion'];
  readonly movement?: MovementSettings;
  readonly scenario?: RunScenario;
  readonly order: RunManifest['order'];
  /** Whether the routes of trips are recorded lane by lane. Default: up to 10,000 people. */
  readonly routes?: boolean;
  readonly models: readonly string[];
  /** The configuration without its secrets, and its file. */
  readonly config: unknown;
  readonly configPath: string | null;
  readonly tenantId: string;
  readonly official: boolean;
}

/** The requirements of a run that its manifest does not contain: threads, keys, listeners. */
export interface RunContext {
  readonly home: string;
  readonly threads: number;
  readonly city: PreparedCity;
  /** Null without a language model. */
  readonly model: Omit<ModelSetup, 'callsPath'> | null;
  readonly registry?: Registry;
  readonly clock: () => Date;
  readonly onProgress?: (progress: SimulationProgress) => void;
  readonly onWarning?: (message: string) => void;
  readonly onNote?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** The end of a run: with results, or stopped with the reason. */
export interface RunEnd {
  readonly folder: RunFolder;
  readonly stopped: string | null;
  /** The file to submit; null if the run is not finished. */
  readonly results: string | null;
  /** The outcome; null if the run is not finished. */
  readonly outcome: RunOutcome | null;
}

/** Starts a run in a new folder. */
export async function startRun(request: RunRequest, context: RunContext): Promise<RunEnd> {
  const folder = RunFolder.create(context.home, request.benchmark.name);
  let manifest: RunManifest;
  try {
    manifest = manifestOf(request, context, keepSources(folder, request));
    // First: a run that is killed from here on can be resumed.
    vouchForRequest(request, folder, context);
    folder.writeManifest(manifest);
  } catch (error) {
    rmSync(folder.path, { recursive: true, force: true });
    throw asUserError(error);
  }
  return continueRun(folder, manifest, request, context);
}

/**
 * Returns the folder of all runs with the same people, agent with its imports, configuration and world. The first of them
 * creates it.
 * @throws UserError when another version created it.
 */
export function folderOfRequest(
  request: RunRequest,
  context: RunContext,
): { readonly folder: RunFolder; readonly manifest: RunManifest } {
  const { agent, benchmark, config } = request;
  const files = ['builtIn' in agent ? undefined : agent.file, benchmark.file];
  const sources = files.map((file) => (file === undefined ? null : hashSources(file)));
  const { expId } = manifestOf(request, context, null);
  const id = sha256(JSON.stringify([expId, config, sources]));
  const folder = RunFolder.ofId(context.home, benchmark.name, id, (empty) =>
    empty.writeManifest(manifestOf(request, context, keepSources(empty, request))),
  );
  const manifest = readManifest(folder);
  requireSameVersion(folder, manifest);
  vouchForRequest(request, folder, context);
  return { folder, manifest };
}

/** @throws UserError when another version started the run. */
export function requireSameVersion({ name }: RunFolder, { versions: { itinera } }: RunManifest): void {
  if (itinera !== VERSION)
    throw new UserError(
      `${name} was started by version ${itinera}, and this is ${VERSION}. Use the same version everywhere, or move the folder away.`,
    );
}

/** Starts a run, or continues one with the same settings. */
export async function startOrContinueRun(request: RunRequest, context: RunContext): Promise<RunEnd> {
  const { folder, manifest } = folderOfRequest(request, context);
  return continueRun(folder, manifest, request, context);
}

/**
 * Completes a run: simulates the remaining people, then gathers the results.
 * @throws UserError when another process is running it.
 */
export async function continueRun(
  folder: RunFolder,
  manifest: RunManifest,
  request: Pick<RunRequest, 'benchmark' | 'dataset'>,
  context: RunContext,
): Promise<RunEnd> {
  const unlock = lockRun(folder.lockPath, folder.name, context.onWarning && { onTakeOver: context.onWarning });
  try {
    new PartFiles(folder).gather(() => groupsOf(manifest).every((_, group) => folder.hasGroup(group)));
    return await workOn(folder, manifest, request, context);
  } finally {
    unlock();
  }
}

async function workOn(
  folder: RunFolder,
  manifest: RunManifest,
  { benchmark, dataset }: Pick<RunRequest, 'benchmark' | 'dataset'>,
  context: RunContext,
): Promise<RunEnd> {
  const { registry = noRegistry, city, model, clock } = context;
  const record = recordOf(folder, manifest);
  await registry.save({ ...record, state: RunState.RUNNING });
  const begun = clock().getTime();
  const changed = (change: Partial<RunManifest>): RunManifest => {
    const seconds = manifest.seconds + (clock().getTime() - begun) / 1000;
    const { traffic } = readManifest(folder);
    return { ...manifest, ...(traffic && { traffic }), seconds, ...change };
  };
  const progress = new ProgressFile(folder, clock);
  try {
    const stopped = await simulate(folder, {
      ...worldOf(manifest, { benchmark, dataset, city }),
      task: taskAddress(benchmark),
      agent: manifest.agent.source,
      groupSize: manifest.groupSize,
      model: model && { ...model, callsPath: folder.callsPath },
      threads: context.threads,
      onProgress: (latest) => {
        progress.write(latest);
        context.onProgress?.(latest);
      },
      ...(context.onWarning && { onWarning: context.onWarning }),
      ...(context.onNote && { onNote: context.onNote }),
      ...(context.signal && { signal: context.signal }),
    });
    progress.remove();
    if (stopped !== null) {
      folder.writeManifest(changed({ state: 'stopped' }));
      return { folder, stopped: stopped.message, results: null, outcome: null };
    }
    const { file: resultFile, ...outcome } = await finishRun(folder, manifest, benchmark, context);
    const added = outcomeOfScenario(folder, manifest, peopleOf(dataset, manifest.people), city.map);
    await sealRun(folder, changed({ state: 'finished', ...added }));
    await registry.save({ ...finishedRecordOf(folder, manifest), resultFile, state: RunState.FINISHED });
    return { folder, stopped: null, results: resolve(context.home, resultFile), outcome };
  } catch (thrown) {
    progress.remove();
    const error = asUserError(thrown);
    const message = error instanceof Error ? error.message : String(error);
    try {
      folder.writeManifest(changed({ state: 'failed', error: message }));
    } catch (unsaved) {
      // If the disk is full, the state cannot be written and need not be: the run can be resumed as it is.
      if (!isFileError(unsaved)) throw unsaved;
    }
    await registry.save({ ...record, state: RunState.ERROR, error: message });
    throw error;
  }
}

/** Settings, people and city of a run, with the changes of its scenario. */
export function worldOf(
  manifest: RunManifest,
  { benchmark, dataset, city }: Pick<RunRequest, 'benchmark' | 'dataset'> & Pick<RunContext, 'city'>,
) {
  const settings = settingsOf(manifest, benchmark);
  const profiles = peopleOf(dataset, manifest.people);
  const shared = shareCity(city, manifest);
  if (manifest.scenario === undefined) return { settings, profiles, city: shared };
  const applied = applyScenario(scenarioOfRun(manifest.scenario.changes), city, profiles, manifest);
  return {
    settings: { ...settings, changes: applied.plans },
    profiles: applied.people,
    city: { ...shared, rules: applied.rules },
  };
}

/** The costs by which the drivers of a run choose routes. */
export function routeCostsOf({ movement }: Pick<RunManifest, 'movement'>): MovementSettings['routeCosts'] {
  return (movement as MovementSettings | undefined)?.routeCosts;
}

/** The city in which the people of a run move, with the rules of its scenario. */
export function cityOfRun(manifest: RunManifest, city: PreparedCity): SharedCity {
  const shared = shareCity(city, manifest);
  if (manifest.scenario === undefined) return shared;
  return { ...shared, rules: rulesOf(scenarioOfRun(manifest.scenario.changes), city, manifest.clock) };
}

/** Returns the settings that the people of a run share. */
export function settingsOf(
  {
    seed,
    agent,
    stepTimeoutSeconds,
    order,
    routes,
  }: Pick<RunManifest, 'seed' | 'agent' | 'stepTimeoutSeconds' | 'order' | 'routes'>,
  { clock, weather, country }: Benchmark,
): SimulationSettings {
  return { seed, clock, weather, country, agentParams: agent.params, stepTimeoutSeconds, order, routes };
}

/** Copies the sources of agent and benchmark to the run folder. @returns the hashes of the agent's files. */
function keepSources(folder: RunFolder, { agent, benchmark }: RunRequest): Record<string, string> | null {
  if (benchmark.file !== undefined) keepSource(benchmark.file, folder.taskFolder);
  return 'builtIn' in agent ? null : keepSource(agent.file, folder.agentFolder);
}

/** Records the files that the user has named for a run, and the copies of its code. */
function vouchForRequest({ agent, benchmark, configPath }: RunRequest, folder: RunFolder, { home }: RunContext): void {
  if (configPath !== null) vouchFor(home, { use: 'configuration', file: configPath });
  const { file: task } = benchmark;
  const both = (named: NamedFile, copies: string) => {
    vouchFor(home, named);
    vouchFor(home, named, keptFile(copies, named.file));
  };
  if (task !== undefined) both({ use: 'benchmark', file: task }, folder.taskFolder);
  if (!('builtIn' in agent)) both({ use: 'agent', ...agent }, folder.agentFolder);
}

/** Builds the manifest of a run. @param files hashes of the copied agent files. */
function manifestOf(
  request: RunRequest,
  { city, clock }: Pick<RunContext, 'city' | 'clock'>,
  files: Record<string, string> | null,
): RunManifest {
  const { benchmark, mode, seed, people, dataset, stepTimeoutSeconds, congestion, order, models } = request;
  const routes = request.routes ?? people <= MAX_PEOPLE_WITH_ROUTES;
  const agent = {
    source: resolved(request.agent),
    hash: agentHash(request.agent),
    params: { ...request.agentParams },
    ...(files && { files }),
  };
  const timetable = city.timetable === null ? {} : { timetable: city.timetable.hash };
  const settings = {
    format: RUN_FORMAT,
    task: benchmark.name,
    ...(benchmark.file !== undefined && { taskFile: benchmark.file }),
    taskVersion: benchmark.version,
    mode,
    seed,
    people,
    groupSize: groupSizeOf(people, benchmark.clock.steps, congestion !== 'off' || order === 'step'),
    clock: benchmark.clock,
    agent,
    dataset: {
      folder: resolve(dataset.folder),
      hash: dataset.hash,
      synthetic: dataset.synthetic,
      relocated: dataset.relocated,
      name: basename(resolve(dataset.folder)),
      ...(dataset.sampledFrom && { sampledFrom: dataset.sampledFrom.length }),
    },
    map: { path: resolve(city.path), hash: city.hash, ...timetable, name: basename(city.path) },
    stepTimeoutSeconds,
    congestion,
    ...(request.movement && { movement: { ...request.movement } }),
    ...(request.scenario && { scenario: scenarioOf(request.scenario) }),
    order,
    routes,
    models: [...models],
    config: request.config,
    configPath: request.configPath && resolve(request.configPath),
    tenantId: request.tenantId,
    official: request.official,
  } as const;
  return {
    ...settings,
    expId: expIdOf(settings),
    versions: { itinera: VERSION, node: process.version },
    state: 'running',
    error: '',
    startedAt: clock().toISOString(),
    seconds: 0,
  };
}

function scenarioOf({ scenario, map, said }: RunScenario): NonNullable<RunManifest['scenario']> {
  return { name: scenario.name, changes: scenario, map, said };
}

function resolved(source: AgentSource): AgentSource {
  return 'builtIn' in source ? source : { ...source, file: resolve(source.file) };
}

/** Returns the summary of a starting run. */
export function recordOf(folder: RunFolder, manifest: RunManifest) {
  return {
    id: manifest.expId,
    tenantId: manifest.tenantId,
    task: manifest.task,
    llm: manifest.models.join(', '),
    official: manifest.official,
    state: RunState.NOT_STARTED as RunState,
    resultInfo: '',
    finalScore: null,
    error: '',
    agentFile: agentFileOf(manifest.agent.source),
    resultFile: '',
    folder: folder.path,
  };
}

/** Returns the summary of a finished run, with the models that answered. */
export function finishedRecordOf(folder: RunFolder, manifest: RunManifest) {
  return { ...recordOf(folder, manifest), llm: creditedModels(folder, manifest).join(', ') };
}
