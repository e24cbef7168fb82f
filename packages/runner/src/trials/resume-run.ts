import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { UserError } from '@itinera/base';
import { DEFAULT_PYTHON } from '@itinera/engine';
import type { AgentSource, RunFolder, RunManifest } from '@itinera/run';
import { readDatasetOfRun, relocateDataset } from '../datasets/dataset.js';
import { expIdOf } from './exp-id.js';
import { finishTrial } from './finish-trial.js';
import { agentHash } from './hashes.js';
import { changedSince, keptCopy } from './keep-source.js';
import type { ModelChoice } from './model-setup.js';
import { benchmarkOf, manifestHere, type RunPlace } from './open-results.js';
import { type Listener, openMap, type RunInputs } from './plan-run.js';
import { continueRun, type RunContext, routeCostsOf } from './start-run.js';
import type { TrialReport } from './trial-report.js';
import { isVouchedFor } from './vouched.js';

/** Locations of the requirements of a run. */
export interface ReopenPlace extends Omit<RunPlace, 'home'> {
  /** True: use the agent in the run folder, not its original file. */
  readonly asKept?: boolean;
  /** The interpreter for a Python agent, if it is another one here. */
  readonly python?: string | undefined;
}

/**
 * Returns the original file of the agent, otherwise the copy in the run folder. A run decides which program interprets it only if
 * the user has used both together.
 */
function agentHere(
  folder: RunFolder,
  { agent: { source } }: RunManifest,
  { asKept = false, python }: ReopenPlace,
  home: string,
): AgentSource {
  if ('builtIn' in source) return source;
  const kept = keptCopy(folder.agentFolder, source.file);
  const file = existsSync(kept) && (asKept || !existsSync(source.file)) ? kept : source.file;
  if (!('python' in source)) return { file };
  const isOwn = isVouchedFor(home, { use: 'agent', file, python: source.python });
  return { file, python: python ?? (isOwn ? source.python : DEFAULT_PYTHON) };
}

/** The agent that a run folder runs, and its location; null for one that is built in or that the user has run in this home. */
export function agentNote(folder: RunFolder, agent: AgentSource, home: string): string | null {
  if ('builtIn' in agent || isVouchedFor(home, { use: 'agent', ...agent })) return null;
  const isInside = resolve(agent.file).startsWith(folder.path + sep);
  return `${folder.name}: runs the agent ${agent.file}, which is ${isInside ? 'in' : 'outside'} the run folder${'python' in agent ? `, with ${agent.python}` : ''}.`;
}

/**
 * Reopens agent, dataset and map of a run.
 * @throws UserError when one of them has changed, so that the run cannot be continued.
 */
export async function reopenTrial(
  folder: RunFolder,
  home: string,
  listener: Listener = {},
  place: ReopenPlace = {},
): Promise<{ readonly manifest: RunManifest; readonly inputs: RunInputs }> {
  const here = await manifestHere(folder, { ...place, home });
  const manifest = { ...here, agent: { ...here.agent, source: agentHere(folder, here, place, place.ownHome ?? home) } };
  const benchmark = await benchmarkOf(manifest, folder, { ...place, home });
  const asRead = readDatasetOfRun(manifest);
  const city = await openMap(home, manifest.map.path, listener, routeCostsOf(manifest));
  const { relocated } = manifest.dataset;
  const dataset = relocated === null ? asRead : relocateDataset(asRead, city, relocated).dataset;
  const changed = (what: string) =>
    new UserError(
      `${folder.name}: ${what} has changed since the run started, so it cannot be continued. Start a new run.`,
    );
  const { agent } = manifest;
  if (agentHash(agent.source) !== agent.hash) throw changed('the agent');
  const others = 'builtIn' in agent.source ? [] : changedSince(agent.source.file, agent.files ?? {});
  if (others.length > 0) throw changed(`${others[0]} of the agent`);
  if (benchmark.version !== manifest.taskVersion)
    throw changed(`${benchmark.name} (${manifest.taskVersion}, now ${benchmark.version})`);
  if (dataset.hash !== manifest.dataset.hash) throw changed(`the dataset in ${dataset.folder}`);
  if (city.hash !== manifest.map.hash) throw changed(`the map ${city.path}`);
  if (city.timetable?.hash !== manifest.map.timetable) throw changed(`the timetable of the map ${city.path}`);
  return { manifest, inputs: { benchmark, dataset, city } };
}

/**
 * The manifest of an unfinished run that continues with other models: it names them beside those before, since both decide
 * about its results.
 */
export function continuedWith(
  manifest: RunManifest,
  { models, publicConfig }: Pick<ModelChoice, 'models' | 'publicConfig'>,
): RunManifest {
  const others = models.filter((name) => !manifest.models.includes(name));
  if (others.length === 0 || manifest.state === 'finished') return manifest;
  const before = manifest.config as { readonly llm?: unknown } | null;
  const { llm: added } = publicConfig as { readonly llm?: unknown };
  const config = { ...before, llm: [before?.llm ?? [], added ?? []].flat() };
  const next = { ...manifest, models: [...manifest.models, ...others], config };
  return { ...next, expId: expIdOf(next) };
}

/** Finishes a run that was stopped or killed, with the same bytes as without the interruption, and scores it. */
export function resumeRun(folder: RunFolder, manifest: RunManifest, context: RunContext): Promise<TrialReport> {
  return finishTrial(continueRun(folder, manifest, context), manifest, context);
}
