import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@itinera/base';
import { type DataPlace, locateData, RunFolder, type RunManifest, type RunPlan, readManifest } from '@itinera/run';
import { readDataset } from '../datasets/dataset.js';
import { agentHash } from './hashes.js';
import { keptCopy } from './keep-source.js';
import type { RunInputs } from './plan-run.js';

/** The settings that determine a run. */
export interface RunTerms {
  /** Name of a built-in agent, or the file in the run folder. */
  readonly agent: string;
  readonly agentParams: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly people: number;
  readonly stepTimeout: number;
  readonly congestion: RunManifest['congestion'];
  readonly order: RunManifest['order'];
  readonly datasets: string;
  /** Present only if it differs from the dataset's. */
  readonly map?: string;
  readonly relocate?: true;
}

/** A run whose answers are to be replayed. */
export interface ReplayedRun {
  readonly folder: RunFolder;
  readonly manifest: RunManifest;
  readonly terms: RunTerms;
}

/** @returns null if none is requested. @throws UserError when the run does not exist. */
export function openReplayed(run: string | undefined, place: DataPlace): ReplayedRun | null {
  if (run === undefined) return null;
  const folder = RunFolder.find(place.home, run);
  const manifest = locateData(readManifest(folder), place);
  const { agent, dataset, map, seed, people, stepTimeoutSeconds, congestion, order } = manifest;
  const ownMap = existsSync(dataset.folder) ? readDataset(dataset.folder).mapPath : null;
  const terms = {
    agent: agentOf(folder, manifest),
    agentParams: agent.params,
    seed,
    people,
    stepTimeout: stepTimeoutSeconds,
    congestion,
    order,
    datasets: dataset.folder,
    ...((dataset.relocated !== null || ownMap === null) && { map: map.path }),
    ...(dataset.relocated !== null && { relocate: true as const }),
  };
  return { folder, manifest, terms };
}

function agentOf(folder: RunFolder, { agent: { source } }: RunManifest): string {
  if ('builtIn' in source) return source.builtIn;
  const kept = keptCopy(folder.agentFolder, source.file);
  return existsSync(kept) ? kept : source.file;
}

/**
 * Checks that the recorded answers fit the run.
 * @throws UserError that names the difference.
 */
export function requireSameRun(replayed: ReplayedRun | null, plan: RunPlan, { dataset, city }: RunInputs): void {
  if (replayed === null) return;
  const { folder, manifest } = replayed;
  const differ = (what: string) =>
    new UserError(
      `--replay ${folder.name}: ${what}. Its answers do not fit. Omit the option to use the value of that run.`,
    );
  const compare = (what: string, was: unknown, is: unknown) => {
    if (!isDeepStrictEqual(was, is))
      throw differ(`${what} was ${JSON.stringify(was)} there and is ${JSON.stringify(is)} here`);
  };
  compare('the task', manifest.task, plan.task);
  compare('--seed', manifest.seed, plan.seed);
  compare('--people', manifest.people, plan.people);
  compare('the number of people in the profiles', manifest.dataset.sampledFrom, plan.dataset.sampledFrom);
  compare('--step-timeout', manifest.stepTimeoutSeconds, plan.stepTimeoutSeconds);
  compare('--congestion', manifest.congestion, plan.congestion);
  compare('movement', manifest.movement ?? {}, { ...plan.movement });
  compare('--order', manifest.order, plan.order);
  if (manifest.agent.hash !== agentHash(plan.agent.source)) throw differ('the agent differs');
  compare('agent_params', manifest.agent.params, plan.agent.params);
  if (manifest.dataset.hash !== dataset.hash) throw differ('the people differ');
  if (manifest.map.hash !== city.hash) throw differ('the map differs');
}
