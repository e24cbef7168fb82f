import type { CityView, Task } from '@itinera/engine';
import { type MetricMeta, UserError } from '@itinera/metrics';
import type { Demo } from './demo.js';
import type { Draws, PairDraws, Score } from './draws.js';
import type { Findings, FindingsInput } from './findings.js';
import type { ScoredResults } from './results.js';
import type { StatusRow } from './status-row.js';

/**
 * A benchmark, whole: what is simulated (`Task`), what is gathered of a run, how it is scored and how far chance moves the
 * score. Who writes one need not touch anything else but the list in `benchmarks.ts`, or not even that: `asbench` takes the
 * path of a file that exports one.
 */
export interface Benchmark extends Task {
  /** Where it lies when it is not built in: set by who loads it. */
  readonly file?: string;
  readonly description: string;
  /** Raised when the score of the same rows could change; boards never mix versions. */
  readonly version: string;
  readonly author: string;
  /** Repository of the dataset on Hugging Face, and its branch; null when it is not to be had there. */
  readonly dataset: { readonly repository: string; readonly branch: string } | null;
  readonly tags: readonly string[];
  /** What `logIntention()` is to be told, when that is scored; any other text is warned of. */
  readonly intentions?: readonly string[];
  /** True when a trip counts only if somebody is on its way at a row: then short ones are not seen. */
  readonly tripsAreSeenAtRows?: boolean;
  /** People of a run when nothing else is asked for; Infinity for all that there are. */
  readonly people: number;
  /** What the numbers of a score mean, by metric; the headline is `final_score`. None: it is only simulated, never scored. */
  readonly metrics: Readonly<Record<string, MetricMeta>>;
  /** What is submitted and scored, from the rows of a run. */
  readonly gather: (rows: Iterable<StatusRow>, city: CityView) => ScoredResults;
  /** Reads the ground truth of a dataset. @throws UserError when it is not there or damaged. */
  readonly readTruth: (folder: string) => object;
  /** Never throws: what cannot be computed is null, with its reason under `undefined` of the profile. */
  readonly score: (results: unknown, truth: object) => Score;
  /** What chance makes of these results: other people of the same kind. */
  readonly noise: (results: ScoredResults, truth: object) => Draws;
  /** What the truth scores against itself. @param results sets the size where the truth has none, such as trips a day */
  readonly ceiling: (truth: object, results: unknown) => Draws;
  /** What chance makes of the difference of two results. */
  readonly compare: (first: ScoredResults, second: ScoredResults, truth: object) => PairDraws;
  /** Where the points of a score are lost, for the viewer and `asbench explain`; without, they show the scores alone. */
  readonly findings?: (input: FindingsInput) => Findings;
  readonly demo: Demo;
}

/** What the names of simulations begin with. */
export const SIMULATION = 'simulation-';

/** False for what is only simulated. */
export function isScored({ metrics }: Pick<Benchmark, 'metrics'>): boolean {
  return Object.keys(metrics).length > 0;
}

/** @throws UserError for what is only simulated, with what can be known of it all the same. */
export function requireScored({ name, metrics }: Pick<Benchmark, 'name' | 'metrics'>): void {
  if (isScored({ metrics })) return;
  throw new UserError(
    `${name} is a simulation, and nothing of it is scored. Hold a run against a truth of your own: asbench measure truth.csv RUN`,
  );
}
