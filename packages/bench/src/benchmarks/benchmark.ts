import type { CityView } from '../agents/city-view.js';
import type { MobilityAgent } from '../agents/mobility-agent.js';
import type { Weather } from '../agents/weather.js';
import type { Clock } from '../engine/clock.js';
import type { ScoredResults } from './score-with-noise.js';
import type { StatusRow } from './status-row.js';

/** What the engine and the command line need to know of a benchmark. */
export interface Benchmark {
  /** As on the command line, in datasets and in result files: `DailyMobility`. */
  readonly name: string;
  readonly description: string;
  /** Raised when the score of the same rows could change; boards never mix versions. */
  readonly version: string;
  readonly author: string;
  /** Repository of the dataset on Hugging Face, and its branch. */
  readonly dataset: { readonly repository: string; readonly branch: string };
  readonly tags: readonly string[];
  readonly clock: Clock;
  /** By day; the last one stays. */
  readonly weather: readonly Weather[];
  /** People of a run when nothing else is asked for. */
  readonly people: number;
  /** What is submitted and scored, from the rows of a run. */
  readonly gather: (rows: Iterable<StatusRow>, city: CityView) => ScoredResults;
  /** Reads the ground truth of a dataset. @throws UserError when it is not there or damaged. */
  readonly readTruth: (folder: string) => object;
  /** The class that its agents extend. */
  readonly agentBase: abstract new (
    ...args: never[]
  ) => MobilityAgent;
}
