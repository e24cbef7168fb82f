import { UserError } from '@itinera/base';
import type { MovementSettings } from '@itinera/city/browser';
import type { CityView, Task } from '@itinera/engine';
import type { MetricMeta } from '@itinera/metrics';
import type { TripRow } from '@itinera/run';
import type { Demo } from './demo.js';
import type { Draws, PairDraws, Score } from './draws.js';
import type { Findings, FindingsInput } from './findings.js';
import type { PersonResult, ScoredResults } from './results.js';
import type { StatusRow } from './status-row.js';

/**
 * A complete benchmark: what is simulated (`Task`), which results are gathered, how they are scored, and how much chance
 * affects the score. To add one, list it in `benchmarks.ts`; or pass the path of a file that exports one to `asbench`.
 */
export interface Benchmark extends Task {
  /** The file of a custom benchmark, set when it is loaded. */
  readonly file?: string;
  readonly description: string;
  /** Raised when the score of the same rows could change; boards never mix versions. */
  readonly version: string;
  readonly author: string;
  /** Repository and branch of the dataset on Hugging Face; null if it is not available there. */
  readonly dataset: { readonly repository: string; readonly branch: string } | null;
  readonly tags: readonly string[];
  /** Known intentions for `logIntention()`, if they are scored; other texts cause a warning. */
  readonly intentions?: readonly string[];
  /** True if a trip counts only if the person is travelling at the time of a row, so that short trips are missed. */
  readonly tripsAreSeenAtRows?: boolean;
  /** How drivers choose routes without congestion; default: `penalties`, as in the original benchmarks. */
  readonly routeCosts?: MovementSettings['routeCosts'];
  /** Default number of people of a run; Infinity for all. */
  readonly people: number;
  /** True if fewer people than there are profiles are a random sample of them, in whole households; default: the first ones. */
  readonly samplesPeople?: boolean;
  /** The metrics of the score; the headline is `final_score`. Empty if runs are only simulated, never scored. */
  readonly metrics: Readonly<Record<string, MetricMeta>>;
  /** What the points of the headline are given for, by metric; without it, summaries show the metrics. */
  readonly parts?: Readonly<Record<string, ScorePart>>;
  /** Gathers the results, which are submitted and scored, from the rows of a run, and its trips where they matter. */
  readonly gather: (rows: Iterable<StatusRow>, city: CityView, trips: Iterable<TripRow>) => ScoredResults;
  /** Reads the ground truth of a dataset. @throws UserError when it is missing or damaged. */
  readonly readTruth: (folder: string) => object;
  /**
   * Scores results. Never throws: a value that cannot be computed is null, with the reason under `undefined` of the
   * profile.
   */
  readonly score: (results: unknown, truth: object) => Score;
  /** What a reader of the score must know about these results, in sentences; empty if there is nothing. */
  readonly remarks?: (results: unknown, truth: object) => readonly string[];
  /** Draws the scores of other people of the same kind. */
  readonly noise: (results: ScoredResults, truth: object) => Draws;
  /**
   * Draws the scores of a perfect agent, whose people follow the distribution of the truth.
   * @param results sets the size of the run
   * @param people its data by person, from `gather`; missing for a results file
   */
  readonly ceiling: (truth: object, results: unknown, people?: readonly PersonResult[]) => Draws;
  /** Draws differences of two results. */
  readonly compare: (first: ScoredResults, second: ScoredResults, truth: object) => PairDraws;
  /** Explains where points are lost, for the viewer and `asbench explain`; otherwise they show only the scores. */
  readonly findings?: (input: FindingsInput) => Findings;
  readonly demo: Demo;
}

/** A part of the headline, for readers who do not know the metric. */
export interface ScorePart {
  /** What it compares: `how many places they visit per day`. */
  readonly words: string;
  /** The same as a title: `Places per day`. */
  readonly title?: string;
  /** Points for a perfect value; all parts add up to the highest headline. */
  readonly of: number;
}

/** Returns the points for the value of a metric, which is a divergence from 0 (perfect) to 1, or a score of 100. */
export function pointsOf({ of }: ScorePart, { better }: MetricMeta, value: number): number {
  return of * (better === 'lower' ? 1 - value : value / 100);
}

/** The part of a benchmark that requires no files, so that it also runs in a browser. */
export type BenchmarkCore = Omit<Benchmark, 'file' | 'readTruth' | 'pythonBase'>;

/** Prefix of the names of simulations. */
export const SIMULATION = 'simulation-';

/** Returns false for a simulation without scores. */
export function isScored({ metrics }: Pick<Benchmark, 'metrics'>): boolean {
  return Object.keys(metrics).length > 0;
}

/** @throws UserError for a simulation without scores, with an alternative. */
export function requireScored({ name, metrics }: Pick<Benchmark, 'name' | 'metrics'>): void {
  if (isScored({ metrics })) return;
  throw new UserError(
    `${name} is a simulation and is not scored. To compare a run with your own truth: asbench measure truth.csv RUN`,
  );
}
