import type { MetricMeta } from '@itinera/metrics';
import type { Networks } from './flow/flows.js';
import type { Trajectories } from './trajectories.js';

/** The meaning of a measure's numbers. */
export interface MeasureMeta extends MetricMeta {
  /** The function's name, such as `radiusOfGyration`. */
  readonly name: string;
  /** Name in the literature, such as `radius of gyration`. */
  readonly title: string;
  /** SI: `m`, `s`, `bit`, `m²`, `share`; empty for a plain count. */
  readonly unit: string;
  /** Decimals worth printing in that unit. */
  readonly digits: number;
  /** What the measure does not capture; one sentence for the reader of a report. */
  readonly misses: string;
}

/** Several values per person: those of person i are `values[starts[i]]` to `values[starts[i + 1]]`. */
export interface Values {
  readonly values: Float64Array;
  /** One more entry than people. */
  readonly starts: Uint32Array;
}

/** Weights by bin, one table per person: those of person i are entries `starts[i]` to `starts[i + 1]`. */
export interface Counts {
  /** Bins: places, hours, or any whole numbers with the same meaning in every compared set. */
  readonly keys: Float64Array;
  readonly counts: Float64Array;
  readonly starts: Uint32Array;
}

interface Declared {
  readonly meta: MeasureMeta;
  /** Data that both sets must have: common place numbers (see `places`), stays with ends, or activities. */
  readonly needs?: readonly ('places' | 'ends' | 'activities')[];
}

/** Compared as two samples: Wasserstein-1, Kolmogorov–Smirnov, Jensen–Shannon on 50 bins of the common range. */
export interface SampleMeasure extends Declared {
  readonly compare: 'sample';
  /** One value per person (in order of people), or several. NaN: undefined for that person, ignored. */
  readonly of: (trajectories: Trajectories) => Float64Array | Values;
}

/** Compared bin by bin: Jensen–Shannon, total variation. */
export interface CountsMeasure extends Declared {
  readonly compare: 'counts';
  readonly of: (trajectories: Trajectories) => Counts;
  /** Name of a bin, for the list of the largest differences. */
  readonly label?: (key: number) => string;
}

/** Compared pair by pair of places: common part of commuters, Jensen–Shannon. */
export interface FlowsMeasure extends Declared {
  readonly compare: 'flows';
  readonly of: (trajectories: Trajectories) => Networks;
}

/** Compared by the order of bins by weight (Kendall's tau) and by the weights themselves (Jensen–Shannon). */
export interface RankMeasure extends Declared {
  readonly compare: 'rank';
  readonly of: (trajectories: Trajectories) => Counts;
  readonly label?: (key: number) => string;
}

/**
 * The description of a measure's function, its `.measure`. One line in `measure-functions.ts` adds it to reports and
 * tests.
 */
export type Measure = SampleMeasure | CountsMeasure | FlowsMeasure | RankMeasure;
