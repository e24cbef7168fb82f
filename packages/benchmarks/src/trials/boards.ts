import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@itinera/metrics';
import { printable, RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { z } from 'zod';
import { benchmarks } from '../list/benchmarks.js';
import { evaluate } from './evaluate.js';
import { type ListedRun, type RunRecord, RunState } from './registry.js';
import { readScoresText } from './scores.js';
import { finishedRecordOf } from './start-run.js';

export interface BoardEntry {
  readonly agent: string;
  readonly llm: string;
  readonly final_score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** By the reference arithmetic. */
  readonly reference: number | null;
  readonly people: number | null;
  readonly run: string;
  readonly official: boolean;
  /** What its score must not be believed for; empty when there is nothing. */
  readonly doubts: readonly string[];
}

/** Evaluated runs of one task and version, best first; made-up data have boards of their own. */
export interface Board {
  readonly task: string;
  readonly task_version: string;
  /** True when the truth is made up. */
  readonly synthetic: boolean;
  readonly entries: readonly BoardEntry[];
}

/** The boards of runs: built-in tasks first. Runs whose scores are damaged are told and left out. */
export function boardsOf(runs: readonly ListedRun[], warn: (message: string) => void): Board[] {
  const boards = new Map<string, Board & { entries: BoardEntry[] }>();
  for (const run of runs) {
    if (run.state !== RunState.EVALUATED) continue;
    const scores = parseScores(run.resultInfo);
    if (scores === null) {
      warn(`${run.folder ?? run.resultFile}: its scores are damaged, so it is left out.`);
      continue;
    }
    const { task_version, synthetic } = scores;
    const key = JSON.stringify([run.task, task_version, synthetic]);
    const board = boards.get(key) ?? { task: run.task, task_version, synthetic, entries: [] };
    boards.set(key, board);
    const spread = scores.noise.documented.final_score;
    board.entries.push({
      agent: run.agentFile,
      llm: run.llm,
      final_score: scores.final_score,
      low: spread?.low ?? null,
      high: spread?.high ?? null,
      reference: scores.reference.final_score,
      people: scores.run?.people ?? null,
      run: run.folder === null ? run.resultFile : new RunFolder(run.folder).name,
      official: run.official,
      doubts: (scores.run?.doubts ?? []).filter(({ grave }) => grave).map(({ message }) => message),
    });
  }
  const best = ({ final_score, doubts }: BoardEntry) =>
    (doubts.length > 0 ? null : final_score) ?? Number.NEGATIVE_INFINITY;
  for (const { entries } of boards.values()) entries.sort((a, b) => best(b) - best(a) || a.run.localeCompare(b.run));
  return [...boards.values()].sort((a, b) => place(a) - place(b) || (a.task < b.task ? -1 : a.task > b.task ? 1 : 0));
}

/** built-in tasks in their order, then others. */
function place({ task }: Board): number {
  const index = benchmarks.findIndex(({ name }) => name === task);
  return index < 0 ? benchmarks.length : index;
}

/** What the run folders of a home say, for a registry that is made again. A folder that cannot be read is told and left out. */
export async function recordsOfHome(home: string, warn: (message: string) => void): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for (const name of RunFolder.names(home)) {
    try {
      records.push(await recordOfFolder(RunFolder.find(home, name), home, warn));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`${error.message} The run is left out.`);
    }
  }
  return records;
}

async function recordOfFolder(folder: RunFolder, home: string, warn: (message: string) => void): Promise<RunRecord> {
  const manifest = readManifest(folder);
  const record = finishedRecordOf(folder, manifest);
  const written = readScoresText(folder);
  if (written === null) return { ...record, state: STATES[manifest.state], error: manifest.error };
  const resultInfo = await recomputed(folder, manifest, written, home, warn);
  const scores = parseScores(resultInfo);
  if (scores === null) throw new UserError(`${folder.name}/scores.json: is no file of scores.`);
  return { ...record, state: RunState.EVALUATED, resultInfo, finalScore: scores.final_score };
}

/** The scores that the tables of a run come to; what stands in its folder when its data are not here. */
async function recomputed(
  folder: RunFolder,
  { task, taskFile }: RunManifest,
  written: string,
  home: string,
  warn: (message: string) => void,
): Promise<string> {
  const what = `${folder.name}/scores.json`;
  try {
    const { scores } = await evaluate(taskFile ?? task, folder.path, { home, warn });
    const text = JSON.stringify(scores);
    const was = parsed(written);
    const is = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!isDeepStrictEqual(was, is))
      warn(`${what}: was edited, or written by another version: ${differenceOf(was ?? {}, is)}. It is written anew.`);
    return text;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`${what}: cannot be computed again, so it is taken as it is written. ${error.message}`);
    return written;
  }
}

/** In words, how scores that are written differ from those that the tables come to. */
function differenceOf(was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>): string {
  if (was.final_score !== is.final_score)
    return `its final_score is ${String(was.final_score)}, and its tables come to ${String(is.final_score)}`;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const others = names.filter((name) => !isDeepStrictEqual(was[name], is[name]));
  return `its final_score is right, but not what it says of ${others.map((name) => printable(name, 40)).join(', ')}`;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}

const STATES = {
  running: RunState.RUNNING,
  stopped: RunState.RUNNING,
  finished: RunState.FINISHED,
  failed: RunState.ERROR,
} as const;

const number = z.number().nullable();
/** What a board reads of `scores.json`, which may have been edited. */
const scoresSchema = z.object({
  task_version: z.string(),
  synthetic: z.boolean(),
  final_score: number,
  reference: z.object({ final_score: number }),
  noise: z.object({ documented: z.object({ final_score: z.object({ low: number, high: number }).optional() }) }),
  run: z
    .object({
      people: z.number(),
      doubts: z.array(z.object({ message: z.string(), grave: z.boolean() })).optional(),
    })
    .nullable(),
});

/** @returns null when it is no scores of ours */
function parseScores(text: string): z.infer<typeof scoresSchema> | null {
  try {
    return scoresSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
