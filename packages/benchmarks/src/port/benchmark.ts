import type { CityView, Task } from '@itinera/engine';
import type { MetricMeta } from '@itinera/metrics';
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
  /** People of a run when nothing else is asked for. */
  readonly people: number;
  /** What the numbers of a score mean, by metric; the headline is `final_score`. */
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
