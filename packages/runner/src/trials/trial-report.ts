import type { RealismRow } from '@itinera/base';
import { type Doubt, metricsOf } from '@itinera/benchmarks';
import type { Usage } from '@itinera/engine';
import type { Evacuation, RunModes, RunTraffic } from '@itinera/run';
import type { RunSums, Scores } from './scores.js';

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
  /** Of a simulation: its trips by mode, and what limits them. */
  readonly modes?: RunModes;
  /** Of a simulation: its measures against what was observed. */
  readonly realism?: readonly RealismRow[];
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
