import type { Usage } from '@itinera/engine';
import { formatTime, type Grouping, type RunFolder, readProblems } from '@itinera/run';
import type { Doubt } from './doubts.js';
import type { RunSums, Scores } from './scores.js';

const PROBLEMS_SHOWN = 5;
const PROBLEMS_READ = 10_000;

/** What there is to say of a run that has ended. */
export interface TrialReport {
  readonly run: string;
  readonly folder: string;
  readonly expId: string;
  readonly task: string;
  readonly seed: number;
  /** True when people, city and truth are made up. */
  readonly synthetic: boolean;
  /** Why the run stopped before its end; null when it is finished. */
  readonly stopped: string | null;
  /** The results file to submit; null when the run is not finished. */
  readonly results: string | null;
  /** Null when the run was not evaluated. */
  readonly scores: Scores | null;
  /** What its people did; null when it is not finished. */
  readonly sums: RunSums | null;
  /** What has to be known before the score. */
  readonly doubts: readonly Doubt[];
  /** Steps in which an agent failed, and some of them in words. */
  readonly problems: number;
  readonly problemLines: readonly string[];
  /** What it asked of language models; null when nothing. */
  readonly calls: Usage | null;
}

/** Some of the problems of a run in words, each kind of them once. */
export function firstProblems(folder: RunFolder, run: Grouping): string[] {
  const lines = new Map<string, string>();
  let read = 0;
  for (const problems of readProblems(folder, run)) {
    for (const { person, day, t, kind, message } of problems) {
      const what = `${kind}: ${message}`;
      const where = person === null ? "the agent's file" : `person ${person}, day ${day}, ${formatTime(t)}`;
      if (!lines.has(what)) lines.set(what, `${where}: ${what}`);
    }
    read += problems.length;
    if (lines.size >= PROBLEMS_SHOWN || read >= PROBLEMS_READ) break;
  }
  return [...lines.values()].slice(0, PROBLEMS_SHOWN);
}

/** The final scores of runs that differ in their seed: mean, standard deviation, least and most; null without scores. */
export function summariseScores(reports: readonly TrialReport[]) {
  const scores = reports.flatMap(({ scores }) => scores?.final_score ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length - 1);
  return {
    n: scores.length,
    mean,
    deviation: Math.sqrt(variance),
    low: Math.min(...scores),
    high: Math.max(...scores),
  };
}
