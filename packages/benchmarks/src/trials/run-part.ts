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
  const { benchmark, dataset } = request;
  requireDealable(request, context, part);
  const { folder, manifest } = folderOfRequest(request, context);
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
      agent: request.agent,
      profiles: peopleOf(dataset, manifest.people),
      groupSize: manifest.groupSize,
      city: shareCity(context.city, manifest),
      model: context.model && { ...shareLimits(context.model, part), callsPath: null },
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
function requireDealable({ congestion, order }: RunRequest, { model }: RunContext, { number, of }: RunPart): void {
  const why =
    congestion !== 'off'
      ? `with --congestion ${congestion} all people share the streets`
      : order === 'step'
        ? 'with --order step all people wait for each other'
        : null;
  if (why !== null)
    throw new UserError(
      `--part ${number}/${of}: ${why}, so the run is one group and cannot be dealt out. Run it whole, without --part.`,
    );
  const slow = model?.providers.find(({ requestsPerMinute }) => requestsPerMinute < of);
  if (slow !== undefined)
    throw new UserError(
      `--part ${number}/${of}: ${slow.requestsPerMinute} requests a minute to ${slow.provider}/${slow.model} cannot be shared out over ${of} parts. Make at most ${slow.requestsPerMinute} parts.`,
    );
  if (model?.cachePath !== undefined)
    throw new UserError(
      `--part ${number}/${of}: the file of --cache can be added to by one machine only. Leave out --cache; answers of a run are never paid for twice.`,
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
  return (state: PartState['state'], progress = latest): void => {
    const at = clock();
    latest = progress;
    if (told?.state === state && at.getTime() - Date.parse(told.at) < STATE_MILLISECONDS) return;
    told = {
      ...part,
      host: hostname(),
      people,
      peopleDone: progress?.peopleDone ?? 0,
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
