import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@itinera/metrics';
import { type DataPlace, locateData, RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { readDataset } from '../datasets/dataset.js';
import { agentHash } from './hashes.js';
import { keptFile } from './keep-source.js';
import type { PreparedTrial } from './prepare-trial.js';
import type { RunRequest } from './start-run.js';

/** What decides how a run goes, as it is said to make the same one again. */
export interface RunTerms {
  /** A built-in agent's name, or the file as the run's folder has it. */
  readonly agent: string;
  readonly agentParams: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly people: number;
  readonly stepTimeout: number;
  readonly congestion: RunManifest['congestion'];
  readonly order: RunManifest['order'];
  readonly datasets: string;
  /** Only where it is not the one of the dataset. */
  readonly map?: string;
  readonly relocate?: true;
}

/** A run whose answers another one is to take. */
export interface ReplayedRun {
  readonly folder: RunFolder;
  readonly manifest: RunManifest;
  readonly terms: RunTerms;
}

/** @returns null when none is named. @throws UserError when there is no such run. */
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
  const kept = keptFile(folder.agentFolder, source.file);
  return existsSync(kept) ? kept : source.file;
}

/**
 * Answers fit only the run that they were given in.
 * @throws UserError that names what is another thing there.
 */
export function requireSameRun(
  replayed: ReplayedRun | null,
  { benchmark, agent, agentParams, seed, people, stepTimeoutSeconds, congestion, order }: RunRequest,
  { dataset, city }: Pick<PreparedTrial, 'dataset' | 'city'>,
): void {
  if (replayed === null) return;
  const { folder, manifest } = replayed;
  const differ = (what: string) =>
    new UserError(
      `--replay ${folder.name}: ${what}. Its answers are to other questions. Leave the option out, and it is as in that run.`,
    );
  const compare = (what: string, was: unknown, is: unknown) => {
    if (!isDeepStrictEqual(was, is))
      throw differ(`${what} was ${JSON.stringify(was)} there, and is ${JSON.stringify(is)} here`);
  };
  compare('the task', manifest.task, benchmark.name);
  compare('--seed', manifest.seed, seed);
  compare('--people', manifest.people, people);
  compare('--step-timeout', manifest.stepTimeoutSeconds, stepTimeoutSeconds);
  compare('--congestion', manifest.congestion, congestion);
  compare('--order', manifest.order, order);
  if (manifest.agent.hash !== agentHash(agent)) throw differ('the agent is another one');
  compare('agent_params', manifest.agent.params, { ...agentParams });
  if (manifest.dataset.hash !== dataset.hash) throw differ('the people are others');
  if (manifest.map.hash !== city.hash) throw differ('the map is another one');
}
