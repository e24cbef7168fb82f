import type { CityView, Task } from '@itinera/engine';
import type { ScoredResults } from '../scoring/score-with-noise.js';
import type { StatusRow } from './status-row.js';

/** What the engine and the command line need to know of a benchmark. */
export interface Benchmark extends Task {
  readonly description: string;
  /** Raised when the score of the same rows could change; boards never mix versions. */
  readonly version: string;
  readonly author: string;
  /** Repository of the dataset on Hugging Face, and its branch. */
  readonly dataset: { readonly repository: string; readonly branch: string };
  readonly tags: readonly string[];
  /** People of a run when nothing else is asked for. */
  readonly people: number;
  /** What is submitted and scored, from the rows of a run. */
  readonly gather: (rows: Iterable<StatusRow>, city: CityView) => ScoredResults;
  /** Reads the ground truth of a dataset. @throws UserError when it is not there or damaged. */
  readonly readTruth: (folder: string) => object;
}
