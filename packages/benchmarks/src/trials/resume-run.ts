import { UserError } from '@itinera/metrics';
import { type RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { readDataset } from '../datasets/dataset.js';
import { relocateDataset } from '../datasets/relocate.js';
import { finishTrial } from './finish-trial.js';
import { agentHash } from './hashes.js';
import { benchmarkOf } from './open-results.js';
import { type Listener, openMap, type PreparedTrial } from './prepare-trial.js';
import { continueRun, type RunContext } from './start-run.js';
import type { TrialReport } from './trial-report.js';

/**
 * Opens again what a run was made with.
 * @throws UserError when agent, dataset or map have changed since: the run could not be finished as it was.
 */
export async function reopenTrial(
  folder: RunFolder,
  home: string,
  listener: Listener = {},
): Promise<PreparedTrial & { readonly manifest: RunManifest }> {
  const manifest = readManifest(folder);
  const benchmark = await benchmarkOf(manifest);
  const asRead = readDataset(manifest.dataset.folder);
  const city = await openMap(home, manifest.map.path, listener);
  const { relocated } = manifest.dataset;
  const dataset = relocated === null ? asRead : relocateDataset(asRead, city, relocated).dataset;
  const changed = (what: string) =>
    new UserError(
      `${folder.name}: ${what} has changed since the run began, so it cannot be finished as it was. Start a new run.`,
    );
  if (agentHash(manifest.agent.source) !== manifest.agent.hash) throw changed('the agent');
  if (benchmark.version !== manifest.taskVersion)
    throw changed(`${benchmark.name} (${manifest.taskVersion}, now ${benchmark.version})`);
  if (dataset.hash !== manifest.dataset.hash) throw changed(`the dataset in ${dataset.folder}`);
  if (city.hash !== manifest.map.hash) throw changed(`the map ${city.path}`);
  if (city.timetable?.hash !== manifest.map.timetable) throw changed(`the timetable of the map ${city.path}`);
  return { benchmark, dataset, city, people: manifest.people, manifest };
}

/** Finishes a run that was stopped or killed, to the same bytes as if it had not been, and scores it as it was to be. */
export function resumeRun(
  folder: RunFolder,
  trial: Awaited<ReturnType<typeof reopenTrial>>,
  context: RunContext,
): Promise<TrialReport> {
  const { manifest } = trial;
  return finishTrial(continueRun(folder, manifest, trial, context), manifest, trial, context);
}
