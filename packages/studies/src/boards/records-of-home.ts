import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { printable, UserError } from '@itinera/base';
import { RunFolder, type RunManifest, readManifest } from '@itinera/run';
import {
  benchmarkOf,
  describeEdits,
  editsOf,
  evaluate,
  finishedRecordOf,
  type RunRecord,
  RunState,
  readScoresText,
} from '@itinera/runner';
import { parseBoardScores } from './boards.js';

type Warn = (message: string) => void;

/** Returns the scores to list for a run. @param written the text of its `scores.json` */
type ScoresOf = (folder: RunFolder, manifest: RunManifest, written: string) => string | Promise<string>;

const STATES = {
  running: RunState.RUNNING,
  stopped: RunState.RUNNING,
  finished: RunState.FINISHED,
  failed: RunState.ERROR,
} as const;

/**
 * The runs of a home with scores recomputed from their tables. Run folders that cannot be read are omitted with a
 * warning.
 */
export async function recordsOfHome(home: string, warn: Warn): Promise<RunRecord[]> {
  const recomputed = recomputedScores(home, warn);
  return await eachRun(home, warn, (folder) => recordOfFolder(folder, recomputed));
}

/** Reads every run of a home. Run folders that cannot be read are omitted with a warning. */
export async function eachRun<T>(home: string, warn: Warn, read: (folder: RunFolder) => T | Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const name of RunFolder.names(home)) {
    try {
      all.push(await read(new RunFolder(join(home, 'runs', name))));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`${error.message} The run is omitted.`);
    }
  }
  return all;
}

/** Reads the record of a run from its folder. @throws UserError when it is damaged */
export async function recordOfFolder(folder: RunFolder, scoresOf: ScoresOf): Promise<RunRecord> {
  const manifest = readManifest(folder);
  const record = finishedRecordOf(folder, manifest);
  const written = readScoresText(folder);
  if (written === null) return { ...record, state: STATES[manifest.state], error: manifest.error };
  const resultInfo = withEdits(await scoresOf(folder, manifest, written), await editsOf(folder, manifest));
  const scores = parseBoardScores(resultInfo);
  if (scores === null) throw new UserError(`${folder.name}/scores.json is not a scores file.`);
  return { ...record, state: RunState.EVALUATED, resultInfo, finalScore: scores.final_score };
}

/** Scores with a mark of what was edited after the run. */
function withEdits(scores: string, edited: readonly string[]): string {
  const message = describeEdits(edited);
  const value = message === null ? null : parsed(scores);
  const run = value?.run as { readonly doubts?: readonly unknown[] } | null | undefined;
  if (!value || typeof run !== 'object' || run === null) return scores;
  return JSON.stringify({ ...value, run: { ...run, doubts: [{ message, grave: true }, ...(run.doubts ?? [])] } });
}

/** Scores as stored in the file. */
export const writtenScores: ScoresOf = (_folder, _manifest, written) => written;

/**
 * Scores computed from the tables of a run; as written if its data or its benchmark are not available.
 * @param ownHome the home in which the user has vouched for files
 */
export function recomputedScores(home: string, warn: Warn, ownHome = home): ScoresOf {
  return async (folder, manifest, written) => {
    const what = `${folder.name}/scores.json`;
    try {
      const benchmark = await benchmarkOf(manifest, folder, { home: ownHome });
      const { scores } = await evaluate(benchmark, folder.path, { home, warn });
      const text = JSON.stringify(scores);
      const was = parsed(written);
      const is = JSON.parse(text) as Readonly<Record<string, unknown>>;
      if (!isDeepStrictEqual(was, is))
        warn(`${what} was edited, or written by another version: ${differenceOf(was ?? {}, is)}. It is rewritten.`);
      return text;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`${what}: cannot be recomputed, so it is used as it is. ${error.message}`);
      return written;
    }
  };
}

/** Describes how written scores differ from those of the tables. */
function differenceOf(was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>): string {
  if (was.final_score !== is.final_score)
    return `its final_score is ${String(was.final_score)}, but its tables produce ${String(is.final_score)}`;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const others = names.filter((name) => !isDeepStrictEqual(was[name], is[name]));
  return `its final_score is correct, but these differ: ${others.map((name) => printable(name, 40)).join(', ')}`;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}
