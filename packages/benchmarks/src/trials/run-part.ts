import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type SimulationProgress, shareCity, simulate } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import {
  groupsOf,
  groupsOfPart,
  isFileError,
  PartFiles,
  type PartState,
  peopleOfGroups,
  type RunFolder,
  type RunManifest,
  type RunPart,
} from '@itinera/run';
import { taskAddress } from '../list/task-address.js';
import { peopleOf } from './prepare-trial.js';
import { shareLimits } from './share-limits.js';
import { folderOfRequest, type RunContext, type RunRequest, settingsOf } from './start-run.js';

/** How often a part says how far it is. */
const STATE_MILLISECONDS = 5000;

/** How a part of a run ended. */
export interface PartEnd {
  readonly folder: RunFolder;
  readonly part: RunPart;
  /** The people of this part. */
  readonly people: number;
  /** Why it is to be started again; null when it is done. */
  readonly stopped: string | null;
}

/**
 * Makes one part of a run beside others, here or on machines that share the home: the same request gives the same folder.
 * What is done already is kept, and no answer of a language model is paid for again. `gatherParts` puts all together.
 * @throws UserError when the run cannot be dealt out, is gathered already, or another process makes this part.
 */
export async function runPart(request: RunRequest, context: RunContext, part: RunPart): Promise<PartEnd> {
  const { folder, manifest } = openDealt(request, context, `--part ${part.number}/${part.of}`, part.of);
  const here = { ...manifest, agent: { ...manifest.agent, source: request.agent } };
  return runPartOf(folder, { ...request, manifest: here }, context, part);
}

/**
 * The folder of a run that is made in parts.
 * @param how messages call the way in which it is dealt out.
 * @param shares in how many parts the limits of its models are shared out.
 * @throws UserError when the run cannot be dealt out.
 */
export function openDealt(request: RunRequest, context: RunContext, how: string, shares: number): DealtRun {
  requireDealable(request, context, how, shares);
  return folderOfRequest(request, context);
}

/** A run that is made in parts. */
type DealtRun = { readonly folder: RunFolder; readonly manifest: RunManifest };

/** Makes one part of a run that is there. @param share in the limits of models, when it is another than that of the people. */
export async function runPartOf(
  folder: RunFolder,
  { manifest, benchmark, dataset }: Pick<RunRequest, 'benchmark' | 'dataset'> & Pick<DealtRun, 'manifest'>,
  context: RunContext,
  part: RunPart,
  share = part,
): Promise<PartEnd> {
  requireOpen(folder, manifest);
  const people = peopleOfGroups(manifest, groupsOfPart(manifest, part));
  if (manifest.state === 'finished') return { folder, part, people, stopped: null };
  const files = new PartFiles(folder);
  files.prepare();
  const unlock = files.lock(part, context.onWarning);
  const say = tellState(files, part, people, context.clock);
  try {
    say('running');
    const stopped = await simulate(folder, {
      settings: settingsOf(manifest, benchmark),
      task: taskAddress(benchmark),
      agent: manifest.agent.source,
      profiles: peopleOf(dataset, manifest.people),
      groupSize: manifest.groupSize,
      city: shareCity(context.city, manifest),
      model: context.model && { ...shareLimits(context.model, share, part), callsPath: null },
      threads: context.threads,
      part,
      onProgress: (progress) => {
        say('running', progress);
        context.onProgress?.(progress);
      },
      ...(context.onWarning && { onWarning: context.onWarning }),
      ...(context.signal && { signal: context.signal }),
    });
    say(stopped === null ? 'done' : 'stopped');
    return { folder, part, people, stopped: stopped?.message ?? null };
  } finally {
    unlock();
  }
}

/** @throws UserError when everybody must be simulated in one process. */
function requireDealable({ congestion, order }: RunRequest, { model }: RunContext, how: string, shares: number): void {
  const why =
    congestion !== 'off'
      ? `with --congestion ${congestion} all people share the streets`
      : order === 'step'
        ? 'with --order step all people wait for each other'
        : null;
  const [option] = how.split(' ');
  if (why !== null)
    throw new UserError(
      `${how}: ${why}, so the run is one group and cannot be dealt out. Run it whole, without ${option}.`,
    );
  const slow = model?.providers.find(({ requestsPerMinute }) => requestsPerMinute < shares);
  if (slow !== undefined)
    throw new UserError(
      `${how}: ${slow.requestsPerMinute} requests a minute to ${slow.provider}/${slow.model} cannot be shared out over ${shares} parts. Make at most ${slow.requestsPerMinute} parts.`,
    );
  if (model?.cachePath !== undefined)
    throw new UserError(
      `${how}: the file of --cache can be added to by one machine only. Leave out --cache; answers of a run are never paid for twice.`,
    );
}

/** @throws UserError when one process goes on with the run. */
function requireOpen(folder: RunFolder, { state }: RunManifest): void {
  if (state !== 'finished' && existsSync(folder.callsPath))
    throw new UserError(
      `${folder.name}: its parts have been gathered, and one process goes on: asbench resume ${folder.path}`,
    );
}

/** Writes down how far a part is, now and then, and whenever its state changes. */
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
      // What others are told of a part is not the part.
      if (!isFileError(error)) throw error;
    }
  };
}

/** What a run still lacks before it can be gathered. */
export interface MissingParts {
  /** People whose tables are not there. */
  readonly people: number;
  /** The last word of parts that are not done. */
  readonly unfinished: readonly PartState[];
  /** Numbers of parts that have not begun, and of how many. */
  readonly absent: readonly RunPart[];
}

/** Looks which people of a run are not there yet, and whose they are; null when all are. */
export function missingParts(folder: RunFolder, manifest: RunManifest): MissingParts | null {
  const missing = new Set([...groupsOf(manifest).keys()].filter((group) => !folder.hasGroup(group)));
  if (missing.size === 0) return null;
  const states = new PartFiles(folder).states();
  const of = states.at(-1)?.of ?? 0;
  const lacks = (part: RunPart) => groupsOfPart(manifest, part).some((group) => missing.has(group));
  const all = Array.from({ length: of }, (_, i) => ({ number: i + 1, of })).filter(lacks);
  const known = new Map(states.filter((state) => state.of === of).map((state) => [state.number, state]));
  return {
    people: peopleOfGroups(manifest, missing),
    unfinished: all.flatMap(({ number }) => known.get(number) ?? []),
    absent: all.filter(({ number }) => !known.has(number)),
  };
}
