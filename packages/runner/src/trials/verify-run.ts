import { existsSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { asUserError, counted, parseJson, UserError } from '@itinera/base';
import { readWithin, scratchFolder } from '@itinera/base/node';
import { readCallTotals } from '@itinera/engine';
import {
  dataAvailability,
  type Edits,
  findEdits,
  LARGEST_TABLE,
  locateData,
  type RunFolder,
  type RunManifest,
  readManifest,
  readResults,
  readTotals,
  requireFinished,
  VERSION,
  writeResults,
} from '@itinera/run';
import { readDataset } from '../datasets/dataset.js';
import { isSynthetic } from '../datasets/synthetic.js';
import { scoresOfRun } from './evaluate-run.js';
import { expIdOf } from './exp-id.js';
import { resultsOf } from './finish-run.js';
import { agentHash, sha256 } from './hashes.js';
import { keptScales } from './kept-scales.js';
import { manifestHere, openResults, type RunPlace } from './open-results.js';
import { SYNTHETIC_DATA } from './results-file-of.js';
import { readFloor, readScoresText } from './scores.js';

/*
 * A run is verified in two steps. `editsOf` reads the folder only: files against their checksums, prompts against their
 * hashes, settings against the id that follows from them, and the mark of synthetic data against results and dataset. Lists,
 * boards and reports use it. `verifyRun` adds what needs map, dataset and benchmark: results and scores are recomputed
 * from the tables. No code of the run is executed, except a benchmark that the user has named before.
 */

/** One check of a run. */
export interface Check {
  readonly what: string;
  /** `unchecked`: the data for it are missing, or it cannot be checked at all. */
  readonly state: 'ok' | 'fault' | 'unchecked';
  readonly found: string;
  /** True if nobody can check this from a run folder; it does not affect the verdict. */
  readonly isBeyond?: true;
}

export interface Verification {
  readonly run: string;
  readonly task: string;
  /** `incomplete`: nothing was edited, but not everything could be checked. */
  readonly verdict: 'verified' | 'edited' | 'incomplete';
  /** What was edited after the end of the run, such as `prompts`, `costs`. */
  readonly edited: readonly string[];
  readonly checks: readonly Check[];
}

const MARK = 'the mark of synthetic data';
const MISSING = ' (missing)';

/** What was edited in a run, as far as its folder and its dataset show; empty if nothing was, or it has not ended. */
export async function editsOf(folder: RunFolder, manifest: RunManifest): Promise<readonly string[]> {
  if (manifest.state !== 'finished') return [];
  return (await folderEdits(folder, manifest, false)).edited;
}

/** One line about edits, for reports and boards; null without any. */
export function describeEdits(edited: readonly string[]): string | null {
  return edited.length === 0 ? null : `edited after the run: ${edited.join(', ')}.`;
}

async function folderEdits(folder: RunFolder, manifest: RunManifest, every: boolean): Promise<Edits> {
  const edits = await findEdits(folder, every);
  const edited = new Set(edits.edited);
  // Settings are named one by one if there are checksums.
  const isNamed = edits.edited.some((word) => word.endsWith('in run.json'));
  if (!isNamed && manifest.versions.itinera === VERSION && expIdOf(manifest) !== manifest.expId)
    edited.add('settings in run.json');
  if (!(await isMarkedAsItIs(folder, manifest))) edited.add(MARK);
  return { ...edits, edited: [...edited] };
}

/** Whether run.json, the results and the dataset agree on being synthetic. */
async function isMarkedAsItIs(folder: RunFolder, { dataset }: RunManifest): Promise<boolean> {
  const found = await readResults(folder.path).catch(() => null);
  const inResults = found === null ? dataset.synthetic : found.metadata.data === SYNTHETIC_DATA;
  const inFolder = existsSync(dataset.folder) ? isSynthetic(dataset.folder) : dataset.synthetic;
  return inResults === dataset.synthetic && inFolder === dataset.synthetic;
}

/**
 * Checks a finished run: whether it is as its simulation left it, and whether its results and scores follow from its tables.
 * @throws UserError when run.json cannot be read, or the run is not finished
 */
export async function verifyRun(folder: RunFolder, place: RunPlace): Promise<Verification> {
  const written = readManifest(folder);
  requireFinished(folder, existsSync(folder.resultsJsonPath));
  const manifest = await manifestHere(folder, place).catch((error: unknown) => {
    if (error instanceof UserError) return locateData(written, place);
    throw error;
  });
  const edits = await folderEdits(folder, manifest, true);
  const edited = new Set(edits.edited);
  const checks: Check[] = [];
  const add = (what: string, state: Check['state'] | boolean, found: string) =>
    checks.push({ what, state: state === true ? 'ok' : state === false ? 'fault' : state, found });
  const settings = [...edited].filter((word) => word.endsWith('in run.json'));
  checkFiles(edits, add);
  add(
    'settings',
    settings.length > 0 ? false : written.versions.itinera === VERSION || 'unchecked',
    settings.length > 0
      ? `edited: ${settings.map((word) => word.replace(' in run.json', '')).join(', ')}`
      : written.versions.itinera === VERSION
        ? 'the id of the run follows from its settings'
        : `written by version ${written.versions.itinera}`,
  );
  checkAgent(folder, manifest, edited, add);
  const there = checkData(manifest, add);
  const mark = manifest.dataset.synthetic ? 'marked as synthetic' : 'not marked as synthetic';
  add(
    'synthetic mark',
    !edited.has(MARK),
    edited.has(MARK) ? `${mark}, but its results or its dataset say otherwise` : mark,
  );
  checkPrompts(edits, add);
  checkUsage(folder, edits, add);
  // Results and scores have the mark too. If that of run.json was edited, they are compared with the original.
  const synthetic = manifest.dataset.synthetic !== edited.has(MARK);
  const original = { ...manifest, dataset: { ...manifest.dataset, synthetic } };
  if (there) await recompute(folder, original, place, edited, add);
  else {
    add('results', 'unchecked', 'not recomputed without map and dataset');
    add('scores', 'unchecked', 'not recomputed without map and dataset');
  }
  const verdict =
    edited.size > 0 || checks.some(({ state }) => state === 'fault')
      ? 'edited'
      : checks.some(({ state }) => state === 'unchecked')
        ? 'incomplete'
        : 'verified';
  return { run: folder.name, task: manifest.task, verdict, edited: [...edited], checks: [...checks, ...BEYOND] };
}

type Add = (what: string, state: Check['state'] | boolean, found: string) => unknown;

/** What a run folder cannot prove, even if everything else is in order. */
const BEYOND: readonly Check[] = [
  ['costs and tokens', 'reported by the model server; only later edits are detected'],
  ['times', 'measured on the machine of the run'],
  ['the model', 'whether the server used the model that it names'],
  ['the floor', 'taken from scores.json; asbench run computes it again'],
  ['the author', 'anyone who edits a file can also edit checksums.json, unless it is signed'],
].map(([what, found]) => ({ what: what!, state: 'unchecked', found: found!, isBeyond: true }));

function checkFiles({ recorded, edited, added }: Edits, add: Add): unknown {
  if (recorded === null)
    return add('files', 'unchecked', 'no checksums: an older version wrote this run, or they were removed');
  const more =
    added.length > 0 ? `; not recorded: ${added.slice(0, 5).join(', ')}${added.length > 5 ? ', …' : ''}` : '';
  const bad = edited.filter((word) => word !== MARK);
  const missing = bad.filter((word) => word.endsWith(MISSING));
  const changed = bad.filter((word) => !word.endsWith(MISSING));
  const named = [
    ...(changed.length > 0 ? [`edited: ${changed.join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.map((word) => word.slice(0, -MISSING.length)).join(', ')}`] : []),
  ];
  if (bad.length > 0) return add('files', false, `${named.join('; ')}${more}`);
  return add('files', true, `all ${recorded} as recorded when the run ended${more}`);
}

function checkAgent(folder: RunFolder, { agent }: RunManifest, edited: Set<string>, add: Add): unknown {
  const { source, files = {} } = agent;
  if ('builtIn' in source)
    return agentHash(source) === agent.hash
      ? add('agent', true, `${source.builtIn}, built in`)
      : add('agent', 'unchecked', `${source.builtIn} of another version`);
  const changed = Object.entries(files).filter(([name, hash]) => hashOf(folder, name) !== hash);
  if (changed.length > 0) edited.add('agent');
  return add(
    'agent',
    changed.length === 0 && Object.values(files).includes(agent.hash),
    changed.length > 0
      ? changed.map(([name]) => `agent/${name} differs from its hash in run.json`).join(', ')
      : `${counted(Object.keys(files).length, 'file matches its hash', 'files match their hashes')} in run.json`,
  );
}

/** The hash of a file of the agent; null for one that is missing or outside the folder. */
function hashOf({ agentFolder }: RunFolder, name: string): string | null {
  const path = join(agentFolder, name);
  return path.startsWith(agentFolder + sep) && existsSync(path) ? sha256(readWithin(path, LARGEST_TABLE)) : null;
}

/** Whether map and dataset are on this machine, by their hashes. */
function checkData(manifest: RunManifest, add: Add): boolean {
  const there = dataAvailability(manifest);
  const { dataset, map } = manifest;
  const missing = (kind: string, name: string | undefined, hash: string) =>
    `${name ?? kind} (SHA-256 ${hash.slice(0, 16)}…) is not on this machine`;
  add(
    'dataset',
    there.dataset || 'unchecked',
    there.dataset ? dataset.folder : missing('it', dataset.name, dataset.hash),
  );
  add('map', there.map || 'unchecked', there.map ? map.path : missing('it', map.name, map.hash));
  return there.dataset && there.map;
}

function checkPrompts({ prompts }: Edits, add: Add): void {
  if (prompts === null) return;
  const { all, changed, redacted } = prompts;
  const found = `match their hashes: ${all - changed - redacted} of ${all}`;
  const hidden = redacted > 0 ? `; ${redacted} contain a removed key, so they cannot be compared` : '';
  add('prompts', changed > 0 ? false : redacted > 0 ? 'unchecked' : true, `${found}${hidden}`);
}

function checkUsage(folder: RunFolder, { edited, recorded }: Edits, add: Add): void {
  const calls = readCallTotals(folder.callsPath);
  if (calls === null) return;
  const wrong = edited.filter((word) => ['tokens', 'costs', 'calls', 'calls.ndjson (added)'].includes(word));
  const sums = `sum: ${counted(calls.calls, 'call')}, ${calls.inputTokens + calls.outputTokens} tokens, $${calls.cost.toFixed(4)}`;
  if (wrong.length > 0) add('calls', false, `${sums}; edited: ${wrong.join(', ')}`);
  else add('calls', recorded === null ? 'unchecked' : true, `${sums}${recorded === null ? '' : ', as recorded'}`);
}

/** Recomputes results and scores from the tables. */
async function recompute(
  folder: RunFolder,
  manifest: RunManifest,
  place: RunPlace,
  edited: Set<string>,
  add: Add,
): Promise<unknown> {
  const isOwn = manifest.versions.itinera === VERSION;
  let what = 'results';
  try {
    const { run, ...gathered } = await openResults(place, folder.path);
    const { benchmark } = run!;
    const { results, differs } = await recomputedResults(folder, manifest, () =>
      resultsOf(folder, manifest, benchmark, gathered),
    );
    if (differs && isOwn) edited.add('results');
    add('results', !differs || (isOwn ? false : 'unchecked'), results);
    what = 'scores';
    const text = readScoresText(folder);
    const { truthFolder } = readDataset(manifest.dataset.folder);
    if (text === null) return add('scores', true, 'the run has none');
    if (truthFolder === null) return add('scores', 'unchecked', `${manifest.dataset.folder} contains no groundtruth`);
    const outcome = { results: gathered, totals: readTotals(folder, manifest) };
    const truth = benchmark.readTruth(truthFolder);
    const scores = scoresOfRun(
      { folder, manifest, benchmark },
      outcome,
      truth,
      readFloor(folder, () => {}),
      keptScales(null, benchmark),
    );
    const was = parseJson(text, 'scores.json') as { final_score?: unknown };
    const again = JSON.parse(JSON.stringify(scores)) as unknown;
    const isSame = isDeepStrictEqual(was, again);
    const isAlike = was?.final_score === scores.final_score;
    if (!isSame && (isOwn || !isAlike)) edited.add('scores');
    return add(
      'scores',
      isSame || (isOwn || !isAlike ? false : 'unchecked'),
      isSame
        ? `recomputed from the tables: final_score ${scores.final_score?.toFixed(2) ?? 'none'}`
        : isAlike
          ? `${differingKey(was, again)} differs from what the tables produce`
          : `final_score is ${String(was?.final_score)}; the tables produce ${scores.final_score}`,
    );
  } catch (thrown) {
    const error = asUserError(thrown);
    if (!(error instanceof UserError)) throw error;
    add(what, edited.size > 0 ? false : 'unchecked', error.message);
    if (what === 'results') add('scores', 'unchecked', 'not recomputed without results');
    return;
  }
}

/** The path of the first value that differs. */
function differingKey(a: unknown, b: unknown): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return '';
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const key = Object.keys({ ...one, ...other }).find((name) => !isDeepStrictEqual(one[name], other[name])) ?? '';
  const rest = differingKey(one[key], other[key]);
  return rest === '' ? key : `${key}.${rest}`;
}

/** Compares both results files with those that the tables produce, byte by byte. */
async function recomputedResults(
  folder: RunFolder,
  { versions }: RunManifest,
  recomputed: () => ReturnType<typeof resultsOf>,
): Promise<{ readonly results: string; readonly differs: boolean }> {
  const scratch = scratchFolder('asbench-verify');
  try {
    const wrong: string[] = [];
    const missing: string[] = [];
    for (const path of [folder.resultsJsonPath, folder.resultsPicklePath]) {
      const again = join(scratch, path.endsWith('.json') ? 'results.json' : 'results.pkl');
      await writeResults(again, recomputed());
      if (!existsSync(path)) missing.push(basename(path));
      else if (!readWithin(path, LARGEST_TABLE).equals(readWithin(again, LARGEST_TABLE))) wrong.push(basename(path));
    }
    const by = versions.itinera === VERSION ? '' : `, but version ${versions.itinera} wrote them`;
    const faults = [
      ...missing.map((name) => `${name} is missing`),
      ...wrong.map((name) => `${name} differs from what the tables produce${by}`),
    ];
    if (faults.length === 0) return { results: 'recomputed from the tables, every byte is equal', differs: false };
    return { results: faults.join(', '), differs: true };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
