import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isFileError, UserError } from '@itinera/base';
import { taskAddress } from '@itinera/benchmarks';
import { type SimulationProgress, simulate } from '@itinera/engine';
import {
  groupsOf,
  groupsOfPart,
  lockRun,
  PartFiles,
  type PartState,
  peopleOfGroups,
  type RunFolder,
  type RunManifest,
  type RunPart,
  type RunPlan,
  readManifest,
} from '@itinera/run';
import type { ModelChoice } from './model-setup.js';
import { latestParts } from './parts-progress.js';
import { continuedWith } from './resume-run.js';
import { shareLimits } from './share-limits.js';
import { folderOfPlan, type RunContext, requireSameVersion, worldOf } from './start-run.js';

/** Interval between progress reports of a part. */
const STATE_MILLISECONDS = 5000;

/** How a part of a run ended. */
export interface PartEnd {
  readonly folder: RunFolder;
  readonly part: RunPart;
  /** The people of this part. */
  readonly people: number;
  /** Why it has to be restarted; null if it is done. */
  readonly stopped: string | null;
}

/**
 * Runs one part of a run next to others, here or on machines that share the home folder: the same plan uses the same
 * folder. Existing work is kept, and no paid call is repeated. `gatherParts` merges the parts.
 * @throws UserError when the run cannot be split, is already merged, or another process runs this part.
 */
export async function runPart(plan: RunPlan, context: RunContext, part: RunPart): Promise<PartEnd> {
  const { folder, manifest } = openDealt(plan, context, `--part ${part.number}/${part.of}`, part.of);
  const here = { ...manifest, agent: { ...manifest.agent, source: plan.agent.source } };
  return runPartOf(folder, here, context, part);
}

/**
 * Opens the folder of a run in parts.
 * @param how name of the option in messages.
 * @param shares number of parts that share the limits of its models.
 * @throws UserError when the run cannot be split.
 */
export function openDealt(
  plan: RunPlan,
  context: RunContext,
  how: string,
  shares: number,
): ReturnType<typeof folderOfPlan> {
  requireDealable(plan, context, how, shares);
  return folderOfPlan(plan, context);
}

/**
 * Runs one part of a run from its folder alone.
 * @param model with which it continues; whoever merges the parts finds its name in the folder.
 * @throws UserError when the run cannot be split, is already merged, or another process runs this part.
 */
export function resumePart(
  folder: RunFolder,
  manifest: RunManifest,
  context: RunContext,
  part: RunPart,
  model: Pick<ModelChoice, 'models' | 'publicConfig'>,
): Promise<PartEnd> {
  requireDealable(manifest, context, `--part ${part.number}/${part.of}`, part.of);
  requireSameVersion(folder, manifest);
  // Other parts may add models at the same moment.
  const unlock = lockRun(join(folder.path, 'models.lock'), folder.name, { isPatient: () => true });
  try {
    const kept = readManifest(folder);
    const next = continuedWith(kept, model);
    if (next !== kept) folder.writeManifest(next);
    const { expId, models, config } = next;
    return runPartOf(folder, { ...manifest, expId, models, config }, context, part);
  } finally {
    unlock();
  }
}

/** Runs one part of an existing run. @param share of the limits of models, if it differs from that of the people. */
export async function runPartOf(
  folder: RunFolder,
  manifest: RunManifest,
  context: RunContext,
  part: RunPart,
  share = part,
): Promise<PartEnd> {
  // It may have been finished since this process read its manifest.
  const { state } = readManifest(folder);
  requireOpen(folder, state);
  const people = peopleOfGroups(manifest, groupsOfPart(manifest, part));
  if (state === 'finished') return { folder, part, people, stopped: null };
  const files = new PartFiles(folder);
  files.prepare();
  const unlock = files.lock(part, context.onWarning);
  const say = tellState(files, part, people, context.clock);
  try {
    say('running');
    const stopped = await simulate(folder, {
      ...worldOf(manifest, context),
      task: taskAddress(context.benchmark),
      agent: manifest.agent.source,
      groupSize: manifest.groupSize,
      model: context.model && { ...shareLimits(context.model, share, part), callsPath: null },
      threads: context.threads,
      part,
      onProgress: (progress) => {
        say('running', progress);
        context.onProgress?.(progress);
      },
      ...(context.onWarning && { onWarning: context.onWarning }),
      ...(context.onKept && { onKept: context.onKept }),
      ...(context.signal && { signal: context.signal }),
    });
    say(stopped === null ? 'done' : 'stopped');
    return { folder, part, people, stopped: stopped?.message ?? null };
  } finally {
    unlock();
  }
}

/** @throws UserError when all people must be simulated in one process. */
function requireDealable(
  { congestion, order }: Pick<RunPlan, 'congestion' | 'order'>,
  { model }: RunContext,
  how: string,
  shares: number,
): void {
  const why =
    congestion !== 'off'
      ? `with --congestion ${congestion} people interact on the streets`
      : order === 'step'
        ? 'with --order step all people wait for each other'
        : null;
  const [option] = how.split(' ');
  if (why !== null)
    throw new UserError(`${how}: ${why}, so the run is one group and cannot be split. Run it without ${option}.`);
  const slow = model?.providers.find(({ requestsPerMinute }) => requestsPerMinute < shares);
  if (slow !== undefined)
    throw new UserError(
      `${how}: ${slow.requestsPerMinute} requests per minute to ${slow.provider}/${slow.model} cannot be divided between ${shares} parts. Use at most ${slow.requestsPerMinute} parts.`,
    );
  if (model?.cachePath !== undefined)
    throw new UserError(
      `${how}: only one machine can write the file of --cache. Omit --cache; a run never repeats a paid call.`,
    );
}

/** @throws UserError when a single process has continued the run. */
function requireOpen(folder: RunFolder, state: RunManifest['state']): void {
  if (state !== 'finished' && existsSync(folder.callsPath))
    throw new UserError(
      `${folder.name}: its parts are already merged. Continue in one process: asbench runs resume ${folder.typed}`,
    );
}

/** Records the progress of a part at intervals and with every change of state. */
function tellState(files: PartFiles, part: RunPart, people: number, clock: () => Date) {
  let told: PartState | null = null;
  let latest: SimulationProgress | null = null;
  let peopleBefore: number | null = null;
  const since = clock().toISOString();
  return (state: PartState['state'], progress = latest): void => {
    const at = clock();
    latest = progress;
    peopleBefore ??= progress?.peopleDone ?? null;
    if (told?.state === state && at.getTime() - Date.parse(told.at) < STATE_MILLISECONDS) return;
    told = {
      ...part,
      host: hostname(),
      people,
      peopleDone: progress?.peopleDone ?? 0,
      since,
      peopleBefore: peopleBefore ?? 0,
      problems: progress?.problems ?? 0,
      calls: progress?.usage?.calls ?? 0,
      cost: progress?.usage?.cost ?? 0,
      state,
      at: at.toISOString(),
    };
    try {
      files.writeState(told);
    } catch (error) {
      // The report of a part is not essential to the part.
      if (!isFileError(error)) throw error;
    }
  };
}

/** The missing parts of a run that cannot be merged yet. */
export interface MissingParts {
  /** People whose tables are missing. */
  readonly people: number;
  /** Last report of unfinished parts. */
  readonly unfinished: readonly PartState[];
  /** Numbers of parts that have not started, and the total. */
  readonly absent: readonly RunPart[];
}

/** Returns the missing people of a run and their parts; null if it is complete. */
export function missingParts(folder: RunFolder, manifest: RunManifest): MissingParts | null {
  const missing = new Set([...groupsOf(manifest).keys()].filter((group) => !folder.hasGroup(group)));
  if (missing.size === 0) return null;
  const states = latestParts(new PartFiles(folder).states());
  const of = states[0]?.of ?? 0;
  const lacks = (part: RunPart) => groupsOfPart(manifest, part).some((group) => missing.has(group));
  const all = Array.from({ length: of }, (_, i) => ({ number: i + 1, of })).filter(lacks);
  const known = new Map(states.map((state) => [state.number, state]));
  return {
    people: peopleOfGroups(manifest, missing),
    unfinished: all.flatMap(({ number }) => known.get(number) ?? []),
    absent: all.filter(({ number }) => !known.has(number)),
  };
}
