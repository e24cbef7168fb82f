import { formatTime } from '@itinera/base';
import { metricsOf } from '@itinera/benchmarks';
import type { Usage } from '@itinera/engine';
import {
  type Evacuation,
  type Grouping,
  type Problem,
  type RunFolder,
  type RunTraffic,
  readProblems,
} from '@itinera/run';
import type { Doubt } from './doubts.js';
import type { RunSums, Scores } from './scores.js';

const PROBLEMS_SHOWN = 5;
const PROBLEMS_READ = 10_000;

/** The report of a run. */
export interface TrialReport {
  readonly run: string;
  readonly folder: string;
  readonly expId: string;
  readonly task: string;
  readonly seed: number;
  /** True if people, city and truth are synthetic. */
  readonly synthetic: boolean;
  /** Why the run stopped early; null if it is finished. */
  readonly stopped: string | null;
  /** The results file to submit; null if the run is not finished. */
  readonly results: string | null;
  /** Null if the run was not evaluated. */
  readonly scores: Scores | null;
  /** Totals over its people; null if it is not finished. */
  readonly sums: RunSums | null;
  /** Iterations of its routes, and roads of a gridlock, if there are any. */
  readonly traffic?: RunTraffic;
  /** Of its scenario, if it has one. */
  readonly evacuation?: Evacuation;
  /** Warnings to show before the score. */
  readonly doubts: readonly Doubt[];
  /** Steps in which an agent failed, with descriptions of a few. */
  readonly problems: number;
  readonly problemLines: readonly string[];
  /** Calls to language models; null without any. */
  readonly calls: Usage | null;
}

/** Describes some problems of a run, one per kind, the most frequent first. */
export function firstProblems(folder: RunFolder, run: Grouping): string[] {
  return describeProblems(readProblems(folder, run));
}

/** The same, for problems in groups. Messages that differ only in numbers are the same problem. */
export function describeProblems(groups: Iterable<readonly Problem[]>): string[] {
  const kinds = new Map<string, { readonly line: string; times: number }>();
  let read = 0;
  for (const problems of groups) {
    for (const { person, day, t, kind, message } of problems) {
      // Not the line number of its place in a file.
      const key = `${kind}: ${message.replace(/(?<![\w.:])[-+]?\d+(\.\d+)?/g, '#')}`;
      const where = person === null ? "the agent's file" : `person ${person}, day ${day}, ${formatTime(t)}`;
      const known = kinds.get(key) ?? { line: `${where}: ${kind}: ${message}`, times: 0 };
      known.times++;
      kinds.set(key, known);
    }
    read += problems.length;
    if (read >= PROBLEMS_READ) break;
  }
  return [...kinds.values()]
    .sort((a, b) => b.times - a.times)
    .slice(0, PROBLEMS_SHOWN)
    .map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

/** Summarises the final scores of several seeds: mean, standard deviation, minimum and maximum; null without scores. */
export function summariseScores(reports: readonly Pick<TrialReport, 'scores'>[]) {
  const scores = reports.flatMap(({ scores }) => scores?.final_score ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const originals = reports.flatMap(({ scores }) => (scores && metricsOf(scores.reference).final_score) ?? []);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length - 1);
  return {
    n: scores.length,
    mean,
    deviation: Math.sqrt(variance),
    low: Math.min(...scores),
    high: Math.max(...scores),
    /** Mean by the original's arithmetic; null without. */
    reference: originals.length === 0 ? null : originals.reduce((sum, score) => sum + score, 0) / originals.length,
  };
}
