import type { RunFolder } from '@itinera/run';
import type { Geography } from '../exports/geography.js';
import type { TripPair } from './paired-people.js';
import type { PairedValue } from './paired-value.js';
import type { RoadChange } from './road-changes.js';

/** A group of people: those of an occupation, an age, a zone. */
export interface GroupChange extends PairedValue {
  readonly group: string;
  readonly value: string;
  readonly people: number;
  /** People whose travel takes at least a minute per day longer (or shorter), or who miss more (or fewer) trips. */
  readonly lose: number;
  readonly win: number;
}

/** A person in both runs, per day. */
export interface PersonChange {
  readonly id: number;
  readonly home: number;
  readonly tripsA: number;
  readonly tripsB: number;
  readonly minutesA: number;
  readonly minutesB: number;
  readonly kmA: number;
  readonly kmB: number;
  /** Kilograms of CO2 by car, petrol; null without routes. */
  readonly co2A: number | null;
  readonly co2B: number | null;
  readonly failedA: number;
  readonly failedB: number;
  readonly verdict: 'loses' | 'wins' | 'similar' | 'same';
}

/** A trip in one run or both. */
export type TripChange = TripPair & {
  readonly id: number;
  readonly purpose: string;
  readonly change: 'both' | 'gone' | 'new';
};

/** Two simulations of the same people, compared person by person. */
export interface SimulationComparison {
  readonly a: RunFolder;
  readonly b: RunFolder;
  /** What changed, in sentences; the verdict first. */
  readonly says: readonly string[];
  readonly scenarios: readonly [string | null, string | null];
  /** What each run said about its scenario before it began. */
  readonly said: readonly [readonly string[], readonly string[]];
  readonly synthetic: boolean;
  readonly startedAt: string;
  readonly people: number;
  readonly days: number;
  /** Why differences are not only effects of the scenario. */
  readonly caveats: readonly string[];
  /** Means per person and day. */
  readonly totals: Readonly<Record<string, PairedValue>>;
  /** Trips of both runs: their number, and the mean change of their duration in minutes; null without any. */
  readonly sameTrips: {
    readonly n: number;
    readonly gone: number;
    readonly added: number;
    readonly delay: PairedValue | null;
  };
  readonly verdicts: Readonly<Record<PersonChange['verdict'], number>>;
  /** Minutes of travel per person and day. */
  readonly groups: readonly GroupChange[];
  /** Minutes of the trips in both runs, by purpose. */
  readonly purposes: readonly GroupChange[];
  readonly zones: readonly (GroupChange & { readonly at: readonly [number, number] | null })[];
  /** Vehicles per day; null if a run has no routes. */
  readonly roads: readonly RoadChange[] | null;
  readonly persons: readonly PersonChange[];
  /** Empty unless they were asked for. */
  readonly trips: readonly TripChange[];
  readonly geography: Geography;
}
