import type {
  GroupChange,
  PairedValue,
  PersonDifference,
  RoadChange,
  SimulationAnswer,
  ZoneChange,
} from '@itinera/studies';
import type { FindingSpread } from './findings.js';
import type { RunDetail } from './runs.js';

export type { GroupChange, PairedValue, PersonDifference, RoadChange, SimulationAnswer, ZoneChange };

/** A comparison of two runs of one benchmark. */
export interface ComparisonPage {
  readonly first: RunDetail;
  readonly second: RunDetail;
  /** What readers call the runs. */
  readonly names: readonly [string, string];
  /** Those whose days differ most; null if the runs have none in common. */
  readonly people: readonly PersonDifference[] | null;
  /** Whether both runs have the same people. */
  readonly samePeople: boolean;
}

/** The difference of two runs in a metric. */
export interface MetricDifference {
  readonly key: string;
  readonly spread: FindingSpread;
  readonly pValue: number | null;
  /** Which values are better; null if the benchmark does not say, and for simulations. */
  readonly better: 'higher' | 'lower' | null;
  /** Means per person and day in both simulations; absent for scores. */
  readonly means?: readonly [number, number];
}

/** Where a scenario changes the city: roads of the map, or the course of something new in metres of its plane. */
export interface DrawnPlace extends Omit<SimulationAnswer['places'][number], 'points'> {
  readonly metres: readonly (readonly [x: number, y: number])[];
}

/** Two simulations of the same people, second minus first. */
export interface SimulationChange {
  /** As `asbench runs compare --json` prints it. */
  readonly answer: SimulationAnswer;
  readonly drawn: readonly DrawnPlace[];
  /** Roads with equally many cars per day in both: row and cars, flat; null if a run has no routes. */
  readonly sameRoads: readonly number[] | null;
}

/**
 * First minus second, metric by metric; of simulations, second minus first. Null without a ground truth, and for simulations of
 * different people.
 */
export type Differences = {
  /** Which run is better, and by what; of simulations, what changed. */
  readonly says: readonly string[];
  readonly method: string;
  readonly level: number;
  readonly metrics: readonly MetricDifference[];
  readonly change?: SimulationChange;
} | null;

/** Runs that differ in the seed only, as one row. */
export interface SetupRow {
  readonly name: string;
  readonly seeds: number;
  /** The mean, with the 95 % interval for the choice of seeds and people. */
  readonly score: FindingSpread;
  /** This setup minus the best one; null for the best. */
  readonly toBest: FindingSpread | null;
  /** Corrected for all pairs of setups (Holm). */
  readonly pValue: number | null;
  /** Why the result is invalid; null if it is not. */
  readonly fault: string | null;
}

/** Setups of one benchmark, compared over their seeds as by `asbench study sweep`. */
export interface SetupComparison {
  readonly rows: readonly SetupRow[];
  /** Which setup is better, in sentences; without rows, why they cannot be compared. */
  readonly verdicts: readonly string[];
}

/** The differences of a pair in the other order, without sentences. */
export function reversed(found: NonNullable<Differences>): NonNullable<Differences> {
  const minus = (value: number | null) => (value === null ? null : 0 - value);
  const metrics = found.metrics.map(({ spread: { value, low, high }, means, ...metric }) => ({
    ...metric,
    spread: { value: minus(value), low: minus(high), high: minus(low) },
    ...(means && { means: [means[1], means[0]] as const }),
  }));
  return { says: [], method: found.method, level: found.level, metrics };
}
