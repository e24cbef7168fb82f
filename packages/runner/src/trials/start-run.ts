import { existsSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { asUserError, isFileError, UserError } from '@itinera/base';
import { type Benchmark, isScored, taskAddress } from '@itinera/benchmarks';
import { type MovementSettings, outdatedContent, rulesOnLines, scenarioOfRun } from '@itinera/city';
import type { ModelSetup, Profile, SimulationSettings } from '@itinera/engine';
import { type PreparedCity, type SharedCity, type SimulationProgress, shareCity, simulate } from '@itinera/engine';
import type { PlanSettings, RunManifest, RunPlan } from '@itinera/run';
import {
  groupSizeOf,
  groupsOf,
  lockRun,
  PartFiles,
  ProgressFile,
  planSettings,
  RUN_FORMAT,
  RunFolder,
  readManifest,
  readTrips,
  sealRun,
  VERSION,
} from '@itinera/run';
import { outcomeOfScenario } from '../scenarios/clearance.js';
import { applyScenario, rulesOf } from '../scenarios/effects.js';
import { creditedModels } from './credited-models.js';
import { doubtsOf } from './doubts.js';
import type { RunOutcome } from './evaluate-run.js';
import { expIdOf } from './exp-id.js';
import { finishRun } from './finish-run.js';
import { agentHash, sha256 } from './hashes.js';
import { agentFileOf } from './identity.js';
import { hashSources, keepSource, keptCopy } from './keep-source.js';
import { modesOfRun } from './modes-of-run.js';
import { peopleOf, type RunInputs } from './plan-run.js';
import { realismOfRun } from './realism-of-run.js';
import { noRegistry, type Registry, RunState } from './registry.js';
import { type NamedFile, vouchFor } from './vouched.js';

/** What a run requires besides its plan: the inputs that this names, threads, keys, listeners. Changes no byte of its result. */
export interface RunContext extends RunInputs {
  readonly home: string;
  /** As in `simulate`. */
  readonly threads?: number | undefined;
  /** Null without a language model. */
  readonly model: Omit<ModelSetup, 'callsPath'> | null;
  readonly registry?: Registry;
  readonly clock: () => Date;
  readonly onProgress?: (progress: SimulationProgress) => void;
  readonly onWarning?: (message: string) => void;
  readonly onNote?: (message: string) => void;
  readonly onKept?: (kept: number, people: number) => void;
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
export async function startRun(plan: RunPlan, context: RunContext): Promise<RunEnd> {
  const folder = RunFolder.create(context.home, plan.task);
  let manifest: RunManifest;
  try {
    manifest = manifestOf(plan, context, keepSources(folder, plan));
    // First: a run that is killed from here on can be resumed.
    vouchForPlan(plan, folder, context);
    folder.writeManifest(manifest);
  } catch (error) {
    rmSync(folder.path, { recursive: true, force: true });
    throw asUserError(error);
  }
  try {
    return await continueRun(folder, manifest, context);
  } catch (error) {
    // An agent that could not be loaded leaves nothing to resume: it has to change first.
    if (!('builtIn' in plan.agent.source) && !hasBegun(folder, manifest))
      rmSync(folder.path, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a run has anything that a second attempt would keep. */
function hasBegun(folder: RunFolder, manifest: RunManifest): boolean {
  return existsSync(folder.callsPath) || groupsOf(manifest).some((_, group) => folder.hasGroup(group));
}

/**
 * Returns the folder of all runs with the same people, agent with its imports, configuration and world. The first of them
 * creates it.
 * @throws UserError when another version created it.
 */
export function folderOfPlan(
  plan: RunPlan,
  context: RunContext,
): { readonly folder: RunFolder; readonly manifest: RunManifest } {
  const { source } = plan.agent;
  const files = ['builtIn' in source ? undefined : source.file, plan.taskFile];
  const sources = files.map((file) => (file === undefined ? null : hashSources(file)));
  const { expId } = manifestOf(plan, context, null);
  const id = sha256(JSON.stringify([expId, plan.config, sources]));
  const folder = RunFolder.ofId(context.home, plan.task, id, (empty) =>
    empty.writeManifest(manifestOf(plan, context, keepSources(empty, plan))),
  );
  const manifest = readManifest(folder);
  requireSameVersion(folder, manifest);
  vouchForPlan(plan, folder, context);
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
export async function startOrContinueRun(plan: RunPlan, context: RunContext): Promise<RunEnd> {
  const { folder, manifest } = folderOfPlan(plan, context);
  return continueRun(folder, manifest, context);
}

/**
 * Completes a run: simulates the remaining people, then gathers the results.
 * @throws UserError when another process is running it.
 */
export async function continueRun(folder: RunFolder, manifest: RunManifest, context: RunContext): Promise<RunEnd> {
  const unlock = lockRun(folder.lockPath, folder.name, context.onWarning && { onTakeOver: context.onWarning });
  try {
    new PartFiles(folder).gather(() => groupsOf(manifest).every((_, group) => folder.hasGroup(group)));
    return await workOn(folder, manifest, context);
  } finally {
    unlock();
  }
}

async function workOn(folder: RunFolder, manifest: RunManifest, context: RunContext): Promise<RunEnd> {
  const { registry = noRegistry, benchmark, dataset, city, model, clock } = context;
  const record = recordOf(folder, manifest);
  await registry.save({ ...record, state: RunState.RUNNING });
  const begun = clock().getTime();
  const changed = (change: Partial<RunManifest>): RunManifest => {
    const seconds = manifest.seconds + (clock().getTime() - begun) / 1000;
    const { traffic } = readManifest(folder);
    return { ...manifest, ...(traffic && { traffic }), seconds, ...change };
  };
  // Also if it was killed: it may continue with other models, which must be known if it is killed again.
  if (manifest.state !== 'finished') folder.writeManifest(changed({ state: 'running', error: '' }));
  const progress = new ProgressFile(folder, clock);
  try {
    const stopped = await simulate(folder, {
      ...worldOf(manifest, context),
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
      ...(context.onKept && { onKept: context.onKept }),
      ...(context.signal && { signal: context.signal }),
    });
    progress.remove();
    if (stopped !== null) {
      folder.writeManifest(changed({ state: 'stopped', error: stopped.message }));
      return { folder, stopped: stopped.message, results: null, outcome: null };
    }
    const { file: resultFile, ...outcome } = await finishRun(folder, manifest, benchmark, context);
    const people = peopleOf(dataset, manifest.people);
    const added = outcomeOfScenario(folder, manifest, people, city.map);
    const described = isScored(benchmark) ? {} : descriptionOf(folder, manifest, people, city);
    const problems = outcome.totals.problemCount;
    const finished = changed({ state: 'finished', error: '', problems, ...described, ...added });
    await sealRun(folder, { ...finished, doubts: doubtsOf(folder, finished, benchmark, outcome.totals) });
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

/** How people travelled, and how that compares with what was observed. */
function descriptionOf(
  folder: RunFolder,
  manifest: RunManifest,
  people: readonly Profile[],
  city: PreparedCity,
): Pick<RunManifest, 'modes' | 'realism'> {
  const { clock, scenario } = manifest;
  const rules = scenario ? rulesOf(scenarioOfRun(scenario.changes), city, clock) : [];
  return {
    modes: modesOfRun(readTrips(folder, manifest), people, city, clock, rulesOnLines(rules)),
    realism: realismOfRun(readTrips(folder, manifest), people, city, manifest),
  };
}

/** Settings, people and city of a run, with the changes of its scenario. */
export function worldOf(manifest: RunManifest, { benchmark, dataset, city }: RunInputs) {
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
  plan: PlanSettings & Pick<RunPlan, 'agent' | 'order' | 'routes'>,
  { clock, weather, country }: Benchmark,
): SimulationSettings {
  const { agent, order, routes } = plan;
  return { ...planSettings(plan), order, routes, agentParams: agent.params, clock, weather, country };
}

/** Copies the sources of agent and benchmark to the run folder. @returns the hashes of the agent's files. */
function keepSources(folder: RunFolder, { agent: { source }, taskFile }: RunPlan): Record<string, string> | null {
  if (taskFile !== undefined) keepSource(taskFile, folder.taskFolder);
  return 'builtIn' in source ? null : keepSource(source.file, folder.agentFolder);
}

/** Records the files that the user has named for a run, and the copies of its code. */
function vouchForPlan({ agent, taskFile, configPath }: RunPlan, folder: RunFolder, { home }: RunContext): void {
  if (configPath !== null) vouchFor(home, { use: 'configuration', file: configPath });
  const both = (named: NamedFile, copies: string) => {
    vouchFor(home, named);
    vouchFor(home, named, keptCopy(copies, named.file));
  };
  if (taskFile !== undefined) both({ use: 'benchmark', file: taskFile }, folder.taskFolder);
  if (!('builtIn' in agent.source)) both({ use: 'agent', ...agent.source }, folder.agentFolder);
}

/** The manifest of a starting run. @param files hashes of the copied agent files */
function manifestOf(
  plan: RunPlan,
  { benchmark, dataset, city, clock }: RunContext,
  files: Record<string, string> | null,
): RunManifest {
  const { people, congestion, order } = plan;
  const { folder, relocated, sampledFrom } = plan.dataset;
  const outdated = outdatedContent(basename(plan.map.path), city.map);
  const settings = {
    format: RUN_FORMAT,
    ...plan,
    taskVersion: benchmark.version,
    groupSize: groupSizeOf(people, benchmark.clock.steps, congestion !== 'off' || order === 'step'),
    clock: benchmark.clock,
    agent: { ...plan.agent, hash: agentHash(plan.agent.source), ...(files && { files }) },
    dataset: {
      folder,
      hash: dataset.hash,
      synthetic: dataset.synthetic,
      relocated,
      name: basename(folder),
      ...(sampledFrom !== undefined && { sampledFrom }),
    },
    map: {
      path: plan.map.path,
      hash: city.hash,
      ...(city.timetable && { timetable: city.timetable.hash }),
      name: basename(plan.map.path),
      ...(outdated !== undefined && { outdated }),
    },
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
