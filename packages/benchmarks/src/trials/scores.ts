import type { NoiseReport } from '../scoring/noise.js';
import type { NoisyScore } from '../scoring/score-with-noise.js';
import type { Doubt } from './doubts.js';

/** `scores.json`: both profiles with their noise, and the scale that they are to be read on. */
export interface Scores extends NoisyScore {
  readonly task: string;
  /** Version of the benchmark. */
  readonly task_version: string;
  /** True when people and truth are made up: the score says nothing about reality. */
  readonly synthetic: boolean;
  /** What the random agent reaches in the same set-up; null when it was not run. */
  readonly floor: NoiseReport | null;
  /** What the truth reaches against itself. */
  readonly ceiling: NoiseReport;
  /** What only a run's folder knows; null for a results file. */
  readonly run: {
    readonly people: number;
    readonly trips: number;
    /** Trips that could not be made, for want of a route or because there is no such AOI. */
    readonly failed_trips: number;
    /** Of all people together. */
    readonly minutes: number;
    readonly kilometres: number;
    /** Steps in which an agent failed, and those among them in which a language model gave nothing usable. */
    readonly problems: number;
    readonly fallbacks: number;
    /** What has to be known before the score; absent in files of older versions. */
    readonly doubts?: readonly Doubt[];
  } | null;
}
