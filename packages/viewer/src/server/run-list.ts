import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { groupBy, parseJson, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { field, spreadsOf } from '@itinera/benchmarks';
import {
  type CallTally,
  type Grouping,
  groupsOf,
  LARGEST_TABLE,
  PartFiles,
  RunFolder,
  type RunManifest,
  readManifest,
  readProgress,
} from '@itinera/run';
import { partsProgress, setupOf } from '@itinera/runner';
import { inputsOfRun, meanOverSeeds } from '@itinera/studies';
import { byName, isScored, samplesOf } from '../wire/run-order.js';
import type { ListedSweep, RunItem } from '../wire/runs.js';

/** Bytes; scores.json has about 10 kB. */
const LARGEST_SCORES = 8 * 2 ** 20;

/** The facts of a run of which nothing is known. */
export const UNKNOWN = {
  trouble: null,
  task: null,
  taskVersion: null,
  state: null,
  agent: null,
  models: [],
  city: null,
  scenario: null,
  base: null,
  people: null,
  peopleDone: null,
  stepsDone: null,
  seed: null,
  setup: null,
  inputs: null,
  synthetic: false,
  startedAt: null,
  seconds: null,
  score: null,
  reference: null,
  floor: null,
  ceiling: null,
  problems: null,
  invalid: [],
  calls: null,
  cost: null,
  unpriced: null,
  tie: null,
} satisfies Omit<RunItem, 'name'>;

/** Why a run whose map is missing has no replay. */
export const NO_MAP = 'The map of this run is no longer on this machine. Pass its path: --map FILE';

/** The folders in a folder that may be runs, in order. */
export function runNames(runsFolder: string): string[] {
  if (!existsSync(runsFolder)) return [];
  return readdirSync(runsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort(byName);
}

/** Whether a name is that of a folder which may be a run, without listing all. */
export function isRunName(runsFolder: string, name: string): boolean {
  if (name === '' || name.startsWith('.') || /[/\\]/.test(name)) return false;
  try {
    return lstatSync(join(runsFolder, name)).isDirectory();
  } catch {
    // There is none, or none can have this name.
    return false;
  }
}

/**
 * Reads the facts of a run folder, even if it is damaged.
 * @param tally totals of its calls, if known
 */
export function listRun(runsFolder: string, name: string, tally: CallTally | null): RunItem {
  const folder = new RunFolder(join(runsFolder, name));
  const troubles: string[] = [];
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      troubles.push(describe(error, folder.path));
      return null;
    }
  };
  if (!existsSync(join(folder.path, 'run.json')))
    return { ...UNKNOWN, name, trouble: 'Not a run folder: run.json is missing.' };
  const manifest = attempt(() => readManifest(folder));
  const scores = attempt(() => readScores(folder));
  const known = manifest ? fromManifest(folder, manifest) : {};
  // Only what run.json says: the page of a run of an older version reads its tables, which takes too long for a list.
  const scored = scores === null ? { invalid: gravely(true, manifest?.doubts) } : fromScores(scores);
  return {
    ...UNKNOWN,
    name,
    ...known,
    ...scored,
    calls: tally?.calls ?? (hasCalls(folder) ? null : 0),
    cost: tally && (tally.cost > 0 || tally.unpriced === 0) ? tally.cost : null,
    unpriced: tally?.unpriced ?? null,
    trouble: troubles.length > 0 ? troubles.join(' ') : null,
  };
}

/** Whether calls are recorded, which are counted in the background. */
function hasCalls({ callsPath }: RunFolder): boolean {
  return (statSync(callsPath, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function fromManifest(folder: RunFolder, manifest: RunManifest): Partial<RunItem> {
  const { source } = manifest.agent;
  const progress = manifest.state === 'running' ? readProgress(folder, Date.now()) : null;
  return {
    task: manifest.task,
    taskVersion: manifest.taskVersion,
    state: stateOf(folder, manifest),
    agent: 'builtIn' in source ? source.builtIn : basename(source.file),
    models: manifest.models,
    city: cityName(manifest),
    scenario: manifest.scenario?.name ?? null,
    people: manifest.people,
    peopleDone: manifest.state === 'finished' ? manifest.people : peopleDone(folder, manifest),
    stepsDone: progress && progress.stepsDone / progress.steps,
    seed: manifest.seed,
    setup: setupOf(manifest),
    inputs: inputsOfRun(manifest),
    problems: manifest.problems ?? problemsKept(folder),
    synthetic: manifest.dataset.synthetic,
    startedAt: manifest.startedAt,
    seconds: manifest.seconds,
  };
}

/** The problems that a run without scores has kept once it ended; null before. */
function problemsKept({ problemsPath }: RunFolder): number | null {
  if (!existsSync(problemsPath)) return null;
  return statSync(problemsPath).size > LARGEST_SCORES
    ? null
    : readWithin(problemsPath).filter((byte) => byte === 10).length;
}

/** A run in parts is running only while one of them is. */
function stateOf(folder: RunFolder, manifest: RunManifest): RunManifest['state'] {
  if (manifest.state !== 'running') return manifest.state;
  const states = new PartFiles(folder).states();
  const isIdle = states.length > 0 && partsProgress(manifest, states, new Date()).parts.running === 0;
  return isIdle ? 'stopped' : 'running';
}

/** Finished runs of one setup with several seeds; their scores are compared by the mean. */
export function sweepsOf(runs: readonly RunItem[]): ListedSweep[] {
  const scored = runs.filter(
    ({ setup, score, state }) => setup !== null && score?.value != null && state === 'finished',
  );
  return [...groupBy(scored, ({ setup }) => setup!)].flatMap(([setup, own]) => {
    const mean = meanOverSeeds(samplesOf(own).map(({ score }) => score));
    if (mean === null || mean.n < 2) return [];
    const score = { value: mean.mean, low: mean.low, high: mean.high };
    return [{ setup, score, seeds: mean.n, invalid: own.filter((run) => !isScored(run)).length }];
  });
}

/** The name of the map, or of the dataset if the map file is just called map. */
function cityName({ map, dataset }: RunManifest): string {
  const name = basename(map.path).replace(/\.pb$/, '');
  if (name !== 'map') return name;
  return dataset.synthetic ? 'synthetic town' : basename(dataset.folder);
}

/** The number of people in written groups. */
export function peopleDone(folder: RunFolder, run: Grouping): number {
  return doneGroups(folder, run).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The written groups of people; each appears with a single rename. */
export function doneGroups(
  folder: RunFolder,
  run: Grouping,
): { readonly group: number; readonly from: number; readonly to: number }[] {
  return groupsOf(run)
    .map(({ from, to }, group) => ({ group, from, to }))
    .filter(({ group }) => existsSync(folder.tablePath('statuses', group)));
}

/** The bytes of a table, and its name for messages. */
export function tableOf(
  folder: RunFolder,
  table: Parameters<RunFolder['tablePath']>[0],
  group: number,
): [Uint8Array, string] {
  const path = folder.tablePath(table, group);
  const name = relative(folder.path, path);
  return [readWithin(path, LARGEST_TABLE, name), name];
}

/** Reads `scores.json`; null if the run has no scores. @throws UserError if it cannot be read */
export function readScores(folder: RunFolder): unknown {
  if (!existsSync(folder.scoresPath)) return null;
  if (statSync(folder.scoresPath).size > LARGEST_SCORES)
    throw new UserError('scores.json is too large. Score the run again: asbench evaluate');
  try {
    return parseJson(readWithin(folder.scoresPath).toString(), 'scores.json');
  } catch {
    throw new UserError('scores.json is not valid JSON. Score the run again: asbench evaluate');
  }
}

/** The results in `results.json`, and the people whom they leave out. @throws Error if it cannot be read */
export function resultsIn({ resultsJsonPath }: RunFolder): {
  readonly results: unknown;
  readonly out: ReadonlySet<unknown>;
} {
  const file = parseJson(readWithin(resultsJsonPath, undefined, 'results.json').toString(), 'results.json');
  const results = field(file, 'results');
  const left = field(results, 'left_out');
  return { results, out: new Set(Array.isArray(left) ? left.map((one) => field(one, 'id')) : []) };
}

function fromScores(scores: unknown): Partial<RunItem> {
  const { spread, floor, ceiling } = spreadsOf(scores, 'final_score');
  const run = field(scores, 'run');
  const problems = field(run, 'problems');
  return {
    score: spread,
    reference: spreadsOf(scores, 'final_score', 'reference').spread,
    floor,
    ceiling,
    problems: typeof problems === 'number' ? problems : null,
    invalid: gravely(true, field(run, 'doubts')),
  };
}

/** The messages of doubts that make a result invalid, or of the others. */
export function gravely(isGrave: boolean, doubts: unknown): string[] {
  const all = Array.isArray(doubts) ? doubts : [];
  return all
    .filter((doubt) => (field(doubt, 'grave') === true) === isGrave)
    .map((doubt) => String(field(doubt, 'message')));
}

/**
 * Numbers the groups of runs of a board (task, version, synthetic or not) whose intervals overlap with the best run's:
 * differences within a group may be chance. Invalid runs are in no group.
 */
export function withTies(runs: readonly RunItem[]): RunItem[] {
  const ties = new Map<string, number>();
  for (const board of groupBy(runs.filter(isScored), boardOf).values()) {
    const ordered = [...board].sort((a, b) => b.score.value - a.score.value || byName(a.name, b.name));
    let [group, least] = [0, Number.POSITIVE_INFINITY];
    for (const run of ordered) {
      if ((run.score.high ?? run.score.value) < least) {
        group++;
        least = run.score.low ?? run.score.value;
      }
      ties.set(run.name, group);
    }
  }
  return runs.map((run) => ({ ...run, tie: ties.get(run.name) ?? null }));
}

/** The newest finished run with the same inputs but no scenario, which shows what a scenario changes; null if there is none. */
export function baseOf(run: RunItem, runs: readonly RunItem[]): string | null {
  if (run.scenario === null || run.state !== 'finished') return null;
  const bases = runs.filter((one) => one.scenario === null && one.state === 'finished' && one.inputs === run.inputs);
  return bases.sort((a, b) => byName(b.startedAt ?? '', a.startedAt ?? ''))[0]?.name ?? null;
}

const boardOf = ({ task, taskVersion, synthetic, people }: RunItem) => `${task} ${taskVersion} ${synthetic} ${people}`;

/** The message of an error, without the paths of this machine. */
export function describe(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(`${path}/`, '').replaceAll(path, '');
}
