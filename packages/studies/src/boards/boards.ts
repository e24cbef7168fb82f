import { parseJson } from '@itinera/base';
import { benchmarks } from '@itinera/benchmarks';
import { RunFolder } from '@itinera/run';
import { type RunRecord, RunState } from '@itinera/runner';
import { z } from 'zod';

export interface BoardEntry {
  readonly agent: string;
  readonly llm: string;
  readonly final_score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Score by the reference arithmetic. */
  readonly reference: number | null;
  readonly people: number | null;
  readonly run: string;
  readonly official: boolean;
  /** Reasons why the result is invalid; empty for a valid one. */
  readonly doubts: readonly string[];
}

/**
 * Evaluated runs of one task, version and number of people, best first: fewer people score differently. Synthetic data have
 * separate boards.
 */
export interface Board {
  readonly task: string;
  readonly task_version: string;
  /** True when the truth is synthetic. */
  readonly synthetic: boolean;
  /** Null for evaluations of results files without a run. */
  readonly people: number | null;
  readonly entries: readonly BoardEntry[];
}

/** The boards of runs, built-in tasks first. Runs with damaged scores are omitted with a warning. */
export function boardsOf(runs: readonly RunRecord[], warn: (message: string) => void): Board[] {
  const boards = new Map<string, Board & { entries: BoardEntry[] }>();
  for (const run of runs) {
    if (run.state !== RunState.EVALUATED) continue;
    const scores = parseBoardScores(run.resultInfo);
    if (scores === null) {
      warn(`${run.folder ?? run.resultFile}: the scores are damaged, so the run is omitted.`);
      continue;
    }
    const { task_version, synthetic } = scores;
    const people = scores.run?.people ?? null;
    const key = JSON.stringify([run.task, task_version, synthetic, people]);
    const board = boards.get(key) ?? { task: run.task, task_version, synthetic, people, entries: [] };
    boards.set(key, board);
    const spread = scores.noise.documented.final_score;
    board.entries.push({
      agent: run.agentFile,
      llm: run.llm,
      final_score: scores.final_score,
      low: spread?.low ?? null,
      high: spread?.high ?? null,
      reference: scores.reference.final_score,
      people,
      run: run.folder === null ? run.resultFile : new RunFolder(run.folder).name,
      official: run.official,
      doubts: (scores.run?.doubts ?? []).filter(({ grave }) => grave).map(({ message }) => message),
    });
  }
  const best = ({ final_score, doubts }: BoardEntry) =>
    (doubts.length > 0 ? null : final_score) ?? Number.NEGATIVE_INFINITY;
  for (const { entries } of boards.values())
    entries.sort((a, b) => best(b) - best(a) || a.run.localeCompare(b.run, 'en'));
  return [...boards.values()].sort(
    (a, b) =>
      place(a) - place(b) || a.task.localeCompare(b.task, 'en') || (b.people ?? Infinity) - (a.people ?? Infinity),
  );
}

/** Built-in tasks in their order, then the others. */
function place({ task }: Board): number {
  const index = benchmarks.findIndex(({ name }) => name === task);
  return index < 0 ? benchmarks.length : index;
}

const number = z.number().nullable();
/** The part of `scores.json` that a board shows. The file may have been edited. */
const boardScores = z.object({
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

/** Reads the part of scores that a board shows. @returns null for anything other than scores */
export function parseBoardScores(text: string): z.infer<typeof boardScores> | null {
  try {
    return boardScores.safeParse(parseJson(text, 'scores.json')).data ?? null;
  } catch {
    return null;
  }
}
