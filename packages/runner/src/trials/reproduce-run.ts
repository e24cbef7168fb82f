import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UserError } from '@itinera/base';
import { readWithin, scratchFolder } from '@itinera/base/node';
import { LARGEST_TABLE, RunFolder, readManifest, requireFinished, TABLES } from '@itinera/run';
import { evaluateRun } from './evaluate-run.js';
import { replayOf } from './model-setup.js';
import type { Listener } from './plan-run.js';
import { agentNote, type ReopenPlace, reopenTrial } from './resume-run.js';
import { readFloor } from './scores.js';
import { continueRun, type RunContext } from './start-run.js';
import { type Check, editsOf, type Verification, verifyRun } from './verify-run.js';

/** A file of a run, compared with its reproduction. */
export interface ReproducedFile {
  /** Path in the run folder; a table is one entry for all its files. */
  readonly name: string;
  /** Number of files. */
  readonly files: number;
  readonly state: 'equal' | 'differs' | 'missing' | 'new';
}

export interface Reproduction {
  readonly run: string;
  readonly task: string;
  /** True if every file is reproduced and nothing was edited after the run. */
  readonly isEqual: boolean;
  /** What was edited after the end of the run, such as `prompts`. */
  readonly edited: readonly string[];
  /** True if people, city and truth are synthetic. */
  readonly synthetic: boolean;
  readonly files: readonly ReproducedFile[];
  /** Answers from the record; null without a language model. */
  readonly answers: number | null;
  /** What to know if the run was made by another version of Node; null if it was not. */
  readonly otherNode: string | null;
}

const SINGLE = ['problems.ndjson', 'results.json', 'results.pkl', 'scores.json'];

/**
 * Reproduces a finished run from its folder alone (agent, recorded answers of a language model, seed) and compares all
 * files byte by byte. The run itself is not changed.
 * @param place locations of its dataset and map, if they have moved.
 * @throws UserError when the run is not finished, or something it requires is missing.
 */
export async function reproduceRun(
  folder: RunFolder,
  home: string,
  place: ReopenPlace,
  work: Pick<RunContext, 'threads' | 'onProgress' | 'signal'>,
  listener: Listener = {},
): Promise<Reproduction> {
  // An unreadable run.json is the fault to name, even if there are no results either.
  readManifest(folder);
  requireFinished(folder, existsSync(folder.resultsJsonPath));
  const { manifest, inputs } = await reopenTrial(folder, home, listener, { ...place, asKept: true });
  const { benchmark, dataset } = inputs;
  const edited = await editsOf(folder, manifest);
  const { ownHome = home } = place;
  const note = agentNote(folder, manifest.agent.source, ownHome);
  if (note !== null) listener.note?.(note);
  const scratch = scratchFolder('asbench-reproduce');
  const warn = listener.warn ?? (() => {});
  try {
    const again = new RunFolder(join(scratch, 'runs', folder.name)).prepare();
    const context: RunContext = {
      ...work,
      ...inputs,
      home: scratch,
      model: manifest.models.length === 0 ? null : replayOf(folder.path, home).setup,
      clock: () => new Date(manifest.startedAt),
      onWarning: warn,
    };
    again.writeManifest(manifest);
    const { stopped, outcome } = await continueRun(again, manifest, context);
    if (outcome === null) throw new UserError(`${folder.name}: cannot be reproduced. ${stopped}`);
    if (existsSync(folder.scoresPath) && dataset.truthFolder !== null) {
      const truth = benchmark.readTruth(dataset.truthFolder);
      const floor = readFloor(folder, warn);
      await evaluateRun({ folder: again, manifest, benchmark }, outcome, truth, floor, { home: scratch, warn });
    }
    const files = compareFolders(folder, again);
    return {
      run: folder.name,
      isEqual: edited.length === 0 && files.every(({ state }) => state === 'equal'),
      edited,
      task: manifest.task,
      synthetic: manifest.dataset.synthetic,
      files,
      answers: answersOf(again),
      otherNode: otherNode(manifest.versions.node),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What to know if a run was made by another version of Node; null if it was not, but for the minor version. */
export function otherNode(version: string, here = process.version): string | null {
  const major = (name: string) => name.split('.')[0];
  if (major(version) === major(here)) return null;
  return `The run was made by Node ${version}, this is ${here}. Powers (**) that an agent computes may differ in the last bit, which can change its tables: reproduce it with the same version.`;
}

/** How to rerun a run. */
export interface ReproductionTerms extends Pick<RunContext, 'threads' | 'onProgress' | 'signal'> {
  readonly listener?: Listener;
}

/** Verifies a run and reruns it; what cannot be reproduced becomes a check. */
export async function verifyAndReproduce(
  folder: RunFolder,
  home: string,
  place: ReopenPlace,
  { listener, ...work }: ReproductionTerms,
): Promise<Verification> {
  const verification = await verifyRun(folder, { ...place, home });
  const again = await reproduceRun(folder, home, place, work, listener).catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  return withReproduction(verification, again);
}

/** What became of the files of a run in its rerun. */
const IN_WORDS: Readonly<Record<ReproducedFile['state'], string>> = {
  equal: 'is equal',
  differs: 'differs in the rerun',
  missing: 'is not in the rerun',
  new: 'is only in the rerun',
};

function withReproduction(found: Verification, again: UserError | Reproduction): Verification {
  const differing = again instanceof UserError ? [] : again.files.filter(({ state }) => state !== 'equal');
  const isEqual = !(again instanceof UserError) && differing.length === 0;
  const check: Check = {
    what: 'reproduced',
    state: isEqual ? 'ok' : 'fault',
    found: isEqual
      ? 'every byte is equal'
      : again instanceof UserError
        ? again.message
        : [differing.map(({ name, state }) => `${name} ${IN_WORDS[state]}`).join(', '), again.otherNode ?? []]
            .flat()
            .join('. '),
  };
  const at = found.checks.findIndex(({ isBeyond }) => isBeyond);
  const verdict = found.verdict === 'verified' && !isEqual ? 'incomplete' : found.verdict;
  return { ...found, verdict, checks: found.checks.toSpliced(at, 0, check) };
}

function compareFolders(folder: RunFolder, again: RunFolder): ReproducedFile[] {
  const tables = TABLES.map((table) => entryOf(table, filesOf(folder, table), filesOf(again, table)));
  const single = SINGLE.map((name) => entryOf(name, fileOf(folder, name), fileOf(again, name)));
  return [...tables, ...single].filter(({ files }) => files > 0);
}

type Files = ReadonlyMap<string, Buffer>;

function entryOf(name: string, was: Files, is: Files): ReproducedFile {
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const lost = names.some((file) => !is.has(file));
  const added = names.some((file) => !was.has(file));
  const differ = names.some((file) => was.get(file) && is.get(file) && !was.get(file)!.equals(is.get(file)!));
  const state = differ || (lost && added) ? 'differs' : lost ? 'missing' : added ? 'new' : 'equal';
  return { name, files: names.length, state };
}

function filesOf({ path }: RunFolder, table: string): Files {
  const folder = join(path, table);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.arrow'));
  return new Map(names.map((name) => [name, readWithin(join(folder, name), LARGEST_TABLE)]));
}

function fileOf({ path }: RunFolder, name: string): Files {
  const file = join(path, name);
  return existsSync(file) ? new Map([[relative(path, file), readWithin(file, LARGEST_TABLE)]]) : new Map();
}

function answersOf({ callsPath }: RunFolder): number | null {
  if (!existsSync(callsPath)) return null;
  return readWithin(callsPath, LARGEST_TABLE)
    .toString()
    .split('\n')
    .filter((line) => line !== '').length;
}
