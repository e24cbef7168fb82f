import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isFileError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import { type RunFolder, readManifest, VERSION } from '@itinera/run';
import { type ListedRun, type RunRecord, RunState, sha256 } from '@itinera/runner';
import { z } from 'zod';
import { parseBoardScores } from './boards.js';
import { eachRun, recomputedScores, recordOfFolder, writtenScores } from './records-of-home.js';

/**
 * One line per run folder, so that a board of 1,000 runs does not read 1,000 of them. It is a cache and can be deleted
 * at any time.
 */
const INDEX = 'runs.jsonl';
/** One file per evaluation: results files have no run folder, and flags of `evaluate` belong to the evaluation. */
const EVALUATIONS = 'evaluations';
const MOST_BYTES_OF_INDEX = 64_000_000;
const MOST_BYTES_OF_RECORD = 200_000;
/** Recomputed runs after which the index is written: a stopped rebuild continues from there. */
const RUNS_PER_WRITE = 200;

const record = z.object({
  id: z.string(),
  tenantId: z.string(),
  task: z.string(),
  llm: z.string(),
  official: z.boolean(),
  state: z.number().transform((state) => state as RunState),
  resultInfo: z.string(),
  finalScore: z.number().nullable(),
  error: z.string(),
  agentFile: z.string(),
  resultFile: z.string(),
  folder: z.string().nullable(),
});
const line = z.object({
  name: z.string(),
  stamp: z.string(),
  updatedAt: z.string(),
  run: record,
  /** State of the run and its data when its scores were recomputed. */
  recomputed: z.string().optional(),
});
type Line = z.infer<typeof line>;

export interface ListingOptions {
  /** Recompute the scores of runs from their tables, except those of the user's own home that have not changed since the last time. */
  readonly rebuild?: boolean | undefined;
  readonly warn: (message: string) => void;
}

/**
 * Lists the runs of homes, the user's own first, from their folders, and evaluations of results files. If a tenant has
 * evaluated a run several times, the latest evaluation counts. Run folders that cannot be read are omitted with a warning.
 */
export async function listRuns(homes: readonly string[], options: ListingOptions): Promise<ListedRun[]> {
  const latest = new Map<string, ListedRun>();
  for (const home of homes)
    for (const run of [...(await runsOf(home, homes[0]!, options)), ...evaluationsOf(home, options.warn)]) {
      const key = JSON.stringify([run.tenantId, run.id || run.resultFile]);
      const other = latest.get(key);
      if (other === undefined || isLater(run, other)) latest.set(key, run);
    }
  return [...latest.values()];
}

/** A repeated run that has no scores yet does not hide an earlier one with scores. */
function isLater(a: ListedRun, b: ListedRun): boolean {
  const isEvaluated = [a, b].map(({ state }) => state === RunState.EVALUATED);
  return isEvaluated[0] === isEvaluated[1] ? a.updatedAt >= b.updatedAt : isEvaluated[0]!;
}

/** Stores an evaluation in a home, where `listRuns` finds it. */
export function keepEvaluation(home: string, evaluation: RunRecord): void {
  const folder = join(home, EVALUATIONS);
  // Relative to the home, which may be mounted elsewhere on another machine.
  const kept = { ...shownOf(evaluation), folder: evaluation.folder && relative(home, evaluation.folder) };
  const key = sha256(JSON.stringify([kept.tenantId, kept.id || kept.resultFile])).slice(0, 16);
  makeFolder(folder);
  writeDurably(join(folder, `${key}.json`), [`${JSON.stringify(kept, null, 2)}\n`]);
}

async function runsOf(home: string, ownHome: string, { rebuild = false, warn }: ListingOptions): Promise<ListedRun[]> {
  // The index of another home could be forged.
  const known = rebuild && home !== ownHome ? new Map<string, Line>() : readIndex(home);
  let warnings = 0;
  const warnOfRun = (message: string) => {
    warnings++;
    warn(message);
  };
  const scoresOf = rebuild ? recomputedScores(home, warnOfRun, ownHome) : writtenScores;
  const fresh: Line[] = [];
  const lines = await eachRun(home, warn, async (folder): Promise<Line> => {
    const found = known.get(folder.name);
    const before = stampOf(folder);
    const isKnown = found?.stamp === before.stamp;
    if (isKnown && (!rebuild || (found.recomputed && found.recomputed === recomputedStamp(folder)))) return found;
    warnings = 0;
    const run = shownOf(await recordOfFolder(folder, scoresOf));
    const recomputed = rebuild && warnings === 0 ? recomputedStamp(folder) : null;
    const line = {
      name: folder.name,
      ...(rebuild ? stampOf(folder) : before),
      run: { ...run, folder: null },
      ...(recomputed !== null && { recomputed }),
    };
    fresh.push(line);
    if (rebuild && fresh.length % RUNS_PER_WRITE === 0)
      writeIndex(home, [...new Map([...known.values(), ...fresh].map((one) => [one.name, one])).values()]);
    return line;
  });
  if (fresh.length > 0 || lines.length !== known.size) writeIndex(home, lines);
  return lines.map(({ name, updatedAt, run }) => ({ ...run, updatedAt, folder: join(home, 'runs', name) }));
}

/** Changes when a file of a run, its dataset or its map changes, or the program; null if these do not determine the scores. */
function recomputedStamp(folder: RunFolder): string | null {
  const { dataset, map, taskFile } = readManifest(folder);
  if (taskFile !== undefined || !existsSync(dataset.folder)) return null;
  const files = [folder.path, dataset.folder].flatMap((path) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(path, name)),
  );
  return sha256(
    JSON.stringify([
      VERSION,
      ...[...files, map.path].map((file) => [file, stateOf(statSync(file, { throwIfNoEntry: false }))]),
    ]),
  );
}

/** Changes when the files behind a record change. Files are replaced as a whole, so a new one has another inode. */
function stampOf({ path, scoresPath, callsPath }: RunFolder): Pick<Line, 'stamp' | 'updatedAt'> {
  const stats = [scoresPath, join(path, 'run.json'), callsPath, join(path, 'checksums.json')].map((file) =>
    statSync(file, { throwIfNoEntry: false }),
  );
  const stamp = stats.map((file) => stateOf(file)).join(' ');
  return { stamp, updatedAt: (stats[0] ?? stats[1])?.mtime.toISOString() ?? '' };
}

/** Size, time and number of a file; empty if it does not exist. */
function stateOf(file: Stats | undefined): string {
  return file ? `${file.mtimeMs}/${file.size}/${file.ino}` : '';
}

/** A record with the part of its scores that boards show. */
function shownOf(run: RunRecord): RunRecord {
  const scores = parseBoardScores(run.resultInfo);
  return scores === null ? run : { ...run, resultInfo: JSON.stringify(scores) };
}

function readIndex(home: string): Map<string, Line> {
  const path = join(home, INDEX);
  try {
    if (statSync(path).size > MOST_BYTES_OF_INDEX) return new Map();
    const lines = readWithin(path).toString().split('\n');
    return new Map(lines.flatMap((text) => parsedAs(line, text) ?? []).map((line) => [line.name, line]));
  } catch {
    return new Map();
  }
}

function writeIndex(home: string, lines: readonly Line[]): void {
  try {
    const texts = lines
      .map((line) => `${JSON.stringify(line)}\n`)
      .filter(({ length }) => length < MOST_BYTES_OF_RECORD);
    writeDurably(join(home, INDEX), texts);
  } catch (error) {
    // Boards work without this file too, such as for a home that cannot be written to.
    if (!isFileError(error)) throw error;
  }
}

function evaluationsOf(home: string, warn: (message: string) => void): ListedRun[] {
  const folder = join(home, EVALUATIONS);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    const { size, mtime } = statSync(path);
    const run = size > MOST_BYTES_OF_RECORD ? null : parsedAs(record, readWithin(path).toString());
    if (run === null) warn(`${path} is not an evaluation, so it is omitted.`);
    const place = run?.folder ? resolve(home, run.folder) : null;
    // The evaluation of a run that was deleted.
    if (run === null || (place !== null && !existsSync(join(place, 'run.json')))) return [];
    return [{ ...run, folder: place, updatedAt: mtime.toISOString() }];
  });
}

function parsedAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
